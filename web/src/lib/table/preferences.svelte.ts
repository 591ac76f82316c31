// What the table asks of the player's settings.

const KEY = 'branchline.table';

export type Confirm = 'never' | 'touch' | 'always';

interface Kept {
  sound: boolean;
  confirm: Confirm;
  keys: boolean;
}

const DEFAULTS: Kept = { sound: true, confirm: 'touch', keys: true };

function read(): Kept {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Kept>) };
  } catch {
    return DEFAULTS;
  }
}

class Preferences {
  private kept = $state<Kept>(read());

  get sound(): boolean {
    return this.kept.sound;
  }
  set sound(on: boolean) {
    this.keep({ sound: on });
  }
  /** When a claim is asked about once more. */
  get confirm(): Confirm {
    return this.kept.confirm;
  }
  set confirm(when: Confirm) {
    this.keep({ confirm: when });
  }
  /** Whether single letters and digits are commands. */
  get keys(): boolean {
    return this.kept.keys;
  }
  set keys(on: boolean) {
    this.keep({ keys: on });
  }
  get still(): boolean {
    return (
      document.documentElement.dataset['motion'] === 'off' ||
      matchMedia('(prefers-reduced-motion: reduce)').matches
    );
  }

  private keep(change: Partial<Kept>): void {
    this.kept = { ...this.kept, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      // Nothing is kept, then.
    }
  }
}

export const preferences = new Preferences();
