// Notes that this browser keeps, each by a name; what is not ours among them is left out.

export class Notes<Note> {
  readonly #key: string;
  readonly #isOurs: (one: unknown) => one is Note;

  constructor(key: string, isOurs: (one: unknown) => one is Note) {
    this.#key = key;
    this.#isOurs = isOurs;
  }

  read(): Record<string, Note> {
    try {
      const found: unknown = JSON.parse(localStorage.getItem(this.#key) ?? '{}');
      if (typeof found !== 'object' || found === null) return {};
      const ours: Record<string, Note> = {};
      for (const [name, one] of Object.entries(found)) if (this.#isOurs(one)) ours[name] = one;
      return ours;
    } catch {
      return {};
    }
  }

  write(all: Record<string, Note>): void {
    try {
      localStorage.setItem(this.#key, JSON.stringify(all));
    } catch {
      // A browser that keeps nothing.
    }
  }
}
