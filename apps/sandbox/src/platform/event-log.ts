/** What happened, oldest first: the newest so many events, which {@link KeptState} adds to a file line by line. */
export class EventLog<Event> {
  readonly #keyOf: (event: Event) => string;
  readonly #most: number;
  readonly #byKey = new Map<string, Event>();
  #unwritten: Event[] = [];
  #anew = false;

  constructor(keyOf: (event: Event) => string, most: number) {
    this.#keyOf = keyOf;
    this.#most = most;
  }

  get byKey(): ReadonlyMap<string, Event> {
    return this.#byKey;
  }

  /** Adds one; says which ones had to go for it. */
  add(event: Event): string[] {
    this.#byKey.set(this.#keyOf(event), event);
    this.#unwritten.push(event);
    const gone: string[] = [];
    for (const [key] of this.#byKey) {
      if (this.#byKey.size <= this.#most) break;
      this.#byKey.delete(key);
      gone.push(key);
    }
    return gone;
  }

  /** Forgets all of them, those of the file too. */
  clear(): void {
    this.#byKey.clear();
    this.#unwritten = [];
    this.#anew = true;
  }

  /** The newest; null when there is none. */
  get lastKey(): string | null {
    return [...this.#byKey.keys()].at(-1) ?? null;
  }

  /** What is to be added to the file, or to be all of it, until something happens again. */
  takeUnwritten(): { anew: boolean; lines: string } {
    const lines = this.#unwritten.map((event) => `${JSON.stringify(event)}\n`).join('');
    const anew = this.#anew;
    this.#unwritten = [];
    this.#anew = false;
    return { anew, lines };
  }

  /**
   * Takes the lines of the file as far as the event with the key `last`: later ones are of changes that were never
   * written. A line that was cut off is left out. What is not kept any more is cut away with the next writing.
   */
  read(text: string, last: string | null): void {
    const lines = text.split('\n').filter(Boolean);
    const events = lines.map((line) => parsed<Event>(line)).filter((event) => event !== null);
    const end = events.findLastIndex((event) => this.#keyOf(event) === last) + 1;
    const kept = events.slice(0, end).slice(-this.#most);
    for (const event of kept) this.#byKey.set(this.#keyOf(event), event);
    this.#anew = kept.length < lines.length || (text !== '' && !text.endsWith('\n'));
    if (this.#anew) this.#unwritten = kept;
  }
}

function parsed<T>(line: string): T | null {
  try {
    return JSON.parse(line) as T;
  } catch {
    return null;
  }
}
