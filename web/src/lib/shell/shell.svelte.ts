// What lies over the pages: the settings, the help, and whether the server answers.

export type Sheet = 'settings' | 'help';

class Shell {
  sheet = $state<Sheet | null>(null);
  /** False after a request got no answer at all, until one does. */
  online = $state(true);

  open(sheet: Sheet): void {
    this.sheet = sheet;
  }

  close(): void {
    this.sheet = null;
  }
}

export const shell = new Shell();
