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
  /** Position of the last word, for tokens that are several. */
  readonly lastPosition: number[] = [];
  /** Where it is in the title or text: code units, end exclusive. */
  readonly start: number[] = [];
  readonly end: number[] = [];
  /** Runs of scripts without blanks. */
  readonly runs: Run[] = [];
  /** Addresses of web pages, as written. */
  readonly links: string[] = [];
  /** The next free position. */
  next = 0;

  get size(): number {
    return this.form.length;
  }

  push(form: string, exact: string, raw: string, start: number, end: number): void {
    this.form.push(form);
    this.exact.push(exact);
    this.raw.push(raw);
    this.position.push(this.next);
    this.lastPosition.push(this.next);
    this.start.push(start);
    this.end.push(end);
  }

  /** Adds a token whose position is known, and returns its number. */
  pushAt(form: string, raw: string, first: number, last: number, start: number, end: number): number {
    this.form.push(form);
    this.exact.push(form);
    this.raw.push(raw);
    this.position.push(first);
    this.lastPosition.push(last);
    this.start.push(start);
    this.end.push(end);
    return this.form.length - 1;
  }
}

/** Text of a script without blanks, such as Japanese: terms are looked for in it. */
export interface Run {
  /** One element for each character with its marks. */
  plain: string[];
  raw: string[];
  /** Where each character begins in the text, and where the last one ends. */
  offsets: number[];
  /** The position of each character. */
  positions: number[];
  /** Whether a word begins at a character; one more element than characters. */
  borders: boolean[];
}
