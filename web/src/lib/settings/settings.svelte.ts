// What a player has set for this device, kept in the browser; the page follows at once.

import { bestLanguage, LANGUAGES, useLanguage } from '../i18n/index.ts';

const CHOICES = {
  theme: ['auto', 'light', 'dark'],
  motion: ['auto', 'full', 'reduced'],
  /** Card colours: ours, or a set that colour-blind eyes tell apart more easily. */
  palette: ['standard', 'distinct'],
  /** Symbols on tracks as well as on cards. */
  symbols: ['on', 'off'],
  sound: ['on', 'off'],
  /** Whether a claim waits for a second click: never, on touch screens, always. */
  confirm: ['never', 'touch', 'always'],
  /** How long bots wait before they move, at the tables one opens. */
  bots: ['quick', 'normal', 'calm'],
  /** Browser notifications when it is one's turn at a table in the background. */
  notify: ['off', 'on'],
} as const;

type Choices = typeof CHOICES;
export type Setting = keyof Choices;
export type Choice<S extends Setting> = Choices[S][number];
export const choicesOf = <S extends Setting>(setting: S): readonly Choice<S>[] => CHOICES[setting];

const KEPT = 'branchline.settings';

class Settings {
  theme = $state<Choice<'theme'>>('auto');
  motion = $state<Choice<'motion'>>('auto');
  palette = $state<Choice<'palette'>>('standard');
  symbols = $state<Choice<'symbols'>>('on');
  sound = $state<Choice<'sound'>>('on');
  confirm = $state<Choice<'confirm'>>('touch');
  bots = $state<Choice<'bots'>>('normal');
  notify = $state<Choice<'notify'>>('off');
  /** A language's code, or auto for the browser's. */
  language = $state('auto');
  /** The name one plays under. */
  name = $state('');

  /** Whether the page is to be as quick as it can for a while; not kept. */
  hurried = $state(false);

  #systemCalm = matchMedia('(prefers-reduced-motion: reduce)');
  #calm = $state(this.#systemCalm.matches);

  constructor() {
    this.#systemCalm.addEventListener('change', (change) => {
      this.#calm = change.matches;
      void this.apply();
    });
    try {
      this.#take(localStorage.getItem(KEPT));
    } catch {
      // A browser that keeps nothing: as on the first visit.
    }
    // Another window of the same browser changed them.
    addEventListener('storage', (change) => {
      if (change.key === KEPT) {
        this.#take(change.newValue);
        void this.apply();
      }
    });
  }

  /** Whether to move things only where they must. */
  get calm(): boolean {
    return this.hurried || this.motion === 'reduced' || (this.motion === 'auto' && this.#calm);
  }

  /** Whether a claim by this kind of pointer is confirmed first. */
  confirms(pointer: string): boolean {
    return this.confirm === 'always' || (this.confirm === 'touch' && pointer === 'touch');
  }

  set<S extends Setting>(setting: S, value: Choice<S>): void {
    (this as Record<Setting, string>)[setting] = value;
    this.#keep();
  }

  hurry(hurried: boolean): void {
    if (this.hurried === hurried) return;
    this.hurried = hurried;
    void this.apply();
  }

  setLanguage(code: string): void {
    this.language = code;
    this.#keep();
  }

  setName(name: string): void {
    this.name = name;
    this.#keep();
  }

  /** Make the page follow: theme, motion and palette at the root, and the language. */
  async apply(): Promise<void> {
    const root = document.documentElement;
    if (this.theme === 'auto') delete root.dataset['theme'];
    else root.dataset['theme'] = this.theme;
    root.dataset['motion'] = this.calm ? 'reduced' : 'full';
    root.dataset['palette'] = this.palette;
    root.dataset['symbols'] = this.symbols;
    await useLanguage(this.language === 'auto' ? bestLanguage(navigator.languages) : this.language);
  }

  #keep(): void {
    const kept: Record<string, string> = { language: this.language, name: this.name };
    for (const setting of Object.keys(CHOICES) as Setting[]) kept[setting] = this[setting];
    try {
      localStorage.setItem(KEPT, JSON.stringify(kept));
    } catch {
      // A browser that keeps nothing: the settings last as long as the page.
    }
    void this.apply();
  }

  /** Take over kept settings, leaving out what is not or no longer a choice. */
  #take(kept: string | null): void {
    if (!kept) return;
    let found: unknown;
    try {
      found = JSON.parse(kept);
    } catch {
      return;
    }
    if (typeof found !== 'object' || found === null) return;
    const values = found as Record<string, unknown>;
    for (const setting of Object.keys(CHOICES) as Setting[]) {
      const value = values[setting];
      if ((CHOICES[setting] as readonly unknown[]).includes(value))
        (this as Record<Setting, unknown>)[setting] = value;
    }
    const { language, name } = values;
    if (typeof language === 'string' && (language === 'auto' || LANGUAGES.includes(language)))
      this.language = language;
    if (typeof name === 'string') this.name = name.slice(0, 24);
  }
}

export const settings = new Settings();
