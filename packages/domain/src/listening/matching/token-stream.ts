/** How far the words of a title lie before those of the text: further than anything is near. */
export const PART_GAP = 10_000;

/**
 * The tokens of a text, a column for each property. Several tokens can have one position: `#tag` and `tag`, `wendy's` and
 * `wendy`. Positions never fall from one token to the next.
 */
export class TokenStream {
  /** In lower case without accents; `#tag`, `@name` and `$CASHTAG` with their sign. */
  readonly form: string[] = [];
  /** In lower case with accents. */
  readonly exact: string[] = [];
  /** As written. */
  readonly raw: string[] = [];
  /** Words before this one; `PART_GAP` is the first word of the text, lower ones are the title's. */
  readonly position: number[] = [];
  /** Where it is in the title or text: code units, end exclusive. */
  readonly start: number[] = [];
  readonly end: number[] = [];
  /** Runs of scripts without spaces. */
  readonly runs: Run[] = [];
  /** Addresses of web pages, as written. */
  readonly links: string[] = [];
  /** The next free position. */
  next = 0;
  /** How many tokens there are; after `clear`, columns may be longer. */
  size = 0;

  /** Empties it for another text, and keeps its memory. */
  clear(): void {
    this.size = 0;
    this.next = 0;
    this.runs.length = 0;
    this.links.length = 0;
  }

  push(form: string, exact: string, raw: string, start: number, end: number): void {
    const token = this.size;
    this.form[token] = form;
    this.exact[token] = exact;
    this.raw[token] = raw;
    this.position[token] = this.next;
    this.start[token] = start;
    this.end[token] = end;
    this.size += 1;
  }

  /** Returns a character of a run by its place. */
  characterAt(place: number): { run: Run; at: number } {
    return { run: this.runs[Math.floor(place / MAX_RUN)] as Run, at: place % MAX_RUN };
  }
}

/** Longer than any run: `run * MAX_RUN + character` is a place. */
export const MAX_RUN = 8192;

/** Text of a script without spaces, such as Japanese: terms are looked for in it. */
export interface Run {
  /** One element for each character with its marks. */
  plain: string[];
  /** Where each character begins in the text, and where the last one ends. */
  offsets: number[];
  /** The position of the first character before the run is divided. */
  first: number;
  /** The position of each character; empty until the run is divided. */
  positions: number[];
  /** Whether a word begins at a character; one more element than characters, and empty until the run is divided. */
  borders: boolean[];
}
