import type { Socket } from 'node:net';

/** A part of a command: text, or the parts in parentheses. */
export type Token = string | Token[];

/** Returns the text of a part; parentheses are kept. */
export const textOf = (token: Token | undefined): string =>
  token === undefined ? '' : Array.isArray(token) ? `(${token.map(textOf).join(' ')})` : token;

const MAX_LINE = 1024 * 1024;

/** Reads IMAP commands (RFC 9051): lines with quoted text, literals and parentheses. One character is one byte. */
export class ImapReader {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #proceed: () => void;
  #rest = '';

  /** @param proceed asks the client for a literal */
  constructor(socket: Socket, proceed: () => void) {
    this.#chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    this.#proceed = proceed;
  }

  async #more(): Promise<boolean> {
    const chunk = await this.#chunks.next().catch(() => ({ done: true, value: undefined }));
    if (chunk.done || !chunk.value) return false;
    this.#rest += chunk.value.toString('latin1');
    return true;
  }

  async #line(): Promise<string | null> {
    for (;;) {
      const end = this.#rest.indexOf('\n');
      if (end >= 0) {
        const line = this.#rest.slice(0, end).replace(/\r$/, '');
        this.#rest = this.#rest.slice(end + 1);
        return line;
      }
      if (this.#rest.length > MAX_LINE || !(await this.#more())) return null;
    }
  }

  async #bytes(count: number): Promise<string | null> {
    while (this.#rest.length < count) if (!(await this.#more())) return null;
    const bytes = this.#rest.slice(0, count);
    this.#rest = this.#rest.slice(count);
    return bytes;
  }

  /** Returns the next command; null at the end of the connection. */
  async next(): Promise<Token[] | null> {
    const open: Token[][] = [[]];
    for (;;) {
      const line = await this.#line();
      if (line === null) return null;
      const [, head = line, size, plus] = /^(.*)\{(\d+)(\+?)\}$/.exec(line) ?? [];
      parseInto(open, head);
      if (size === undefined) return open[0] ?? [];
      if (!plus) this.#proceed();
      const literal = await this.#bytes(Number(size));
      if (literal === null) return null;
      open.at(-1)?.push(literal);
    }
  }
}

/** Parses a line into the innermost open parenthesis. Brackets such as `BODY[HEADER.FIELDS (TO)]` are one part. */
function parseInto(open: Token[][], line: string): void {
  let at = 0;
  while (at < line.length) {
    const character = line[at];
    if (character === ' ') at++;
    else if (character === '(') {
      const inner: Token[] = [];
      open.at(-1)?.push(inner);
      open.push(inner);
      at++;
    } else if (character === ')') {
      if (open.length > 1) open.pop();
      at++;
    } else if (character === '"') {
      const [all = '"', text = ''] = /^"((?:[^"\\]|\\.)*)"?/.exec(line.slice(at)) ?? [];
      open.at(-1)?.push(text.replace(/\\(.)/g, '$1'));
      at += all.length;
    } else {
      const [word = character ?? ''] = /^(?:[^\s()"[]|\[[^\]]*\])+/.exec(line.slice(at)) ?? [];
      open.at(-1)?.push(word);
      at += Math.max(1, word.length);
    }
  }
}
