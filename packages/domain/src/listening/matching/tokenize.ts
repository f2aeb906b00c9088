import {
  classOf,
  DIGIT,
  EMOJI,
  exactOf,
  foldCluster,
  INVISIBLE,
  LETTER,
  MARK,
  UNSPACED,
} from '../query/character.ts';
import { PART_GAP, type Run, TokenStream } from './token-stream.ts';

/** The longest text that queries see, in code units; what follows is neither matched nor stored. */
export const MAX_TEXT = 5000;
/** The same of a title. */
const MAX_TITLE = 500;
/** Longer words are compared by their beginning. */
const MAX_WORD = 100;
/** Marks on one character that are looked at. */
const MAX_MARKS = 8;
/** Characters of a text that are segmented by dictionary, which is slow. Each further character is a word. */
const MAX_SEGMENTED = 300;

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

const SCHEME = /https?:\/\/[^\s<>"“”]+/iy;
const WWW = /www\.[^\s<>"“”]+/iy;
const DOMAIN = /(?:[A-Za-z0-9-]{1,63}\.){1,8}[a-z]{2,24}(?![A-Za-z0-9])/y;
const PATH = /(?::\d{1,5})?\/[^\s<>"“”]*/y;
const FEDERATED = /[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[a-z]{2,24}/y;
const CASHTAG = /\$[A-Za-z]{1,6}(?:\.[A-Za-z]{1,2})?(?![A-Za-z0-9_])/y;
/** Punctuation that ends a sentence rather than an address. */
const AFTER_LINK = new Set('.,;:!?\'")]}…»’');
/** Short words that French, Italian and others attach to the next one. */
const ELISION = /^(?:.{1,2}|qu|dall|dell|all|nell|sull|quell|lorsqu|jusqu|puisqu)$/u;

const isAsciiWord = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
const isAsciiDigit = (code: number) => code >= 48 && code <= 57;
const isApostrophe = (code: number) =>
  code === 0x27 || code === 0x2019 || code === 0x2018 || code === 0x02bc || code === 0xff07;
const isMiddleDot = (code: number) => code === 0xb7 || code === 0x2027;
const sizeOf = (code: number) => (code > 0xffff ? 2 : 1);
/** Vowels and final consonants of Hangul, which complete the syllable before them. */
const isMedialJamo = (code: number) => code >= 0x1160 && code <= 0x11ff;
/** Half-width marks of Katakana, which Unicode counts as letters. */
const isHalfWidthMark = (code: number) => code === 0xff9e || code === 0xff9f;

/** The forms of a word while it is read. */
interface Forms {
  raw: string;
  exact: string;
  plain: string;
}

/** Reads the tokens of one text into a stream. */
class Scanner {
  readonly #text: string;
  readonly #stream: TokenStream;
  #at = 0;
  /** The end of the latest word, to know what follows it directly. */
  #wordEnd = -1;
  #emojiEnd = -1;
  /** The end of a domain that was already found to be one. */
  #domainEnd = -1;

  constructor(text: string, stream: TokenStream) {
    this.#text = text;
    this.#stream = stream;
  }

  scan(): void {
    const text = this.#text;
    while (this.#at < text.length) {
      const code = text.charCodeAt(this.#at);
      if (code < 128) {
        if (isAsciiWord(code)) this.#word();
        else if (code === 0x40) this.#handle();
        else if (code === 0x23) this.#tag();
        else if (code === 0x24) this.#cashtag();
        else this.#at += 1;
      } else this.#beyondAscii();
    }
  }

  #code(at: number): number {
    const code = this.#text.charCodeAt(at);
    return code >= 0xd800 && code <= 0xdbff ? (this.#text.codePointAt(at) as number) : code;
  }

  #beyondAscii(): void {
    const code = this.#code(this.#at);
    const kind = classOf(code);
    if (code === 0xff20) this.#handle();
    else if (code === 0xff03) this.#tag();
    else if (kind === LETTER || kind === DIGIT) this.#word();
    else if (kind === UNSPACED) this.#run();
    else if (kind === EMOJI) this.#emoji();
    else this.#at += sizeOf(code);
  }

  /** The next character that can be seen. */
  #visible(from: number): number {
    let at = from;
    while (at < this.#text.length) {
      const code = this.#code(at);
      if (code < 128 || classOf(code) !== INVISIBLE) return at;
      at += sizeOf(code);
    }
    return at;
  }

  #isWordAt(at: number): boolean {
    if (at >= this.#text.length) return false;
    const code = this.#code(at);
    if (code < 128) return isAsciiWord(code);
    const kind = classOf(code);
    return kind === LETTER || kind === DIGIT;
  }

  #match(pattern: RegExp, at: number): string | undefined {
    pattern.lastIndex = at;
    return pattern.test(this.#text) ? this.#text.slice(at, pattern.lastIndex) : undefined;
  }

  #word(): void {
    const text = this.#text;
    const start = this.#at;
    let end = start;
    let hasCapital = false;
    for (let code = text.charCodeAt(end); isAsciiWord(code); code = text.charCodeAt(end)) {
      hasCapital ||= code >= 65 && code <= 90;
      end += 1;
    }
    const next = text.charCodeAt(end);
    // Addresses begin with a word before a colon, point or hyphen.
    const mayLink = next === 0x3a || next === 0x2e || next === 0x2d;
    if (mayLink && start !== this.#wordEnd && this.#link()) return;
    if (end > start && (end === text.length || (next < 128 && !this.#joins(next, end)))) {
      this.#pushAscii(start, end, hasCapital);
      return;
    }
    this.#longWord();
  }

  #pushAscii(start: number, end: number, hasCapital: boolean): void {
    const raw = this.#text.slice(start, Math.min(end, start + MAX_WORD));
    const form = hasCapital ? raw.toLowerCase() : raw;
    this.#stream.push(form, form, raw, start, end);
    this.#stream.next += 1;
    this.#at = end;
    this.#wordEnd = end;
  }

  /** Whether an ASCII character after a word may be part of it. */
  #joins(code: number, at: number): boolean {
    if (code === 0x27 || code === 0x5f) return true;
    if (code !== 0x2e && code !== 0x2c) return false;
    return isAsciiDigit(this.#text.charCodeAt(at - 1)) && isAsciiDigit(this.#text.charCodeAt(at + 1));
  }

  /** Reads a web address. One with a scheme, `www.` or a path is no word; `example.com` is words too. */
  #link(): boolean {
    const start = this.#at;
    const first = this.#text.charCodeAt(start) | 0x20;
    const whole =
      first === 0x68 ? this.#match(SCHEME, start) : first === 0x77 ? this.#match(WWW, start) : undefined;
    if (whole !== undefined) return this.#pushLink(whole);
    if (start < this.#domainEnd || !isAsciiWord(this.#text.charCodeAt(start))) return false;
    let end = start;
    while (isAsciiWord(this.#text.charCodeAt(end)) || this.#text.charCodeAt(end) === 0x2d) end += 1;
    if (this.#text.charCodeAt(end) !== 0x2e || !isAsciiWord(this.#text.charCodeAt(end + 1))) return false;
    const domain = this.#match(DOMAIN, start);
    if (domain === undefined) return false;
    const after = this.#text.charCodeAt(start + domain.length);
    const path = after === 0x2f || after === 0x3a ? this.#match(PATH, start + domain.length) : undefined;
    if (path !== undefined) return this.#pushLink(domain + path);
    this.#stream.links.push(domain);
    this.#domainEnd = start + domain.length;
    return false;
  }

  #pushLink(whole: string): true {
    let end = whole.length;
    while (end > 0 && AFTER_LINK.has(whole.charAt(end - 1))) end -= 1;
    const link = whole.slice(0, end);
    this.#stream.links.push(link);
    this.#at += Math.max(link.length, 1);
    this.#wordEnd = this.#at;
    return true;
  }

  #longWord(): void {
    const text = this.#text;
    const start = this.#at;
    const forms: Forms = { raw: '', exact: '', plain: '' };
    let at = start;
    let end = start;
    let apostrophes = 0;
    let cut: { before: Forms; from: number; to: number } | undefined;
    let afterDigit = false;
    while (at < text.length) {
      const code = this.#code(at);
      const size = sizeOf(code);
      if (isApostrophe(code) || isMiddleDot(code)) {
        const next = this.#visible(at + size);
        if (at === start || !this.#isWordAt(next)) break;
        if (isApostrophe(code)) {
          apostrophes += 1;
          cut = { before: { raw: forms.raw, exact: forms.exact, plain: forms.plain }, from: end, to: next };
          append(forms, "'", "'", "'");
        }
        at = next;
        continue;
      }
      const kind = classOf(code);
      if (kind === LETTER || kind === DIGIT) {
        end = this.#cluster(at, forms);
        at = this.#visible(end);
        afterDigit = kind === DIGIT;
        continue;
      }
      const joined = this.#joined(code, at, afterDigit);
      if (joined === '') break;
      append(forms, joined, joined, joined);
      at += joined.length;
    }
    this.#pushWord(forms, start, Math.max(end, start + 1), apostrophes === 1 ? cut : undefined);
  }

  /** The underscores, or the point or comma of a number, that join a word. */
  #joined(code: number, at: number, afterDigit: boolean): string {
    if (code === 0x5f) {
      let end = at;
      while (this.#text.charCodeAt(end) === 0x5f) end += 1;
      return this.#isWordAt(end) ? this.#text.slice(at, end) : '';
    }
    if ((code !== 0x2e && code !== 0x2c) || !afterDigit) return '';
    const next = this.#code(at + 1);
    return at + 1 < this.#text.length && classOf(next) === DIGIT ? this.#text.charAt(at) : '';
  }

  /** Adds a character with its marks; returns where it ends. */
  #cluster(at: number, forms: Forms): number {
    const text = this.#text;
    const code = this.#code(at);
    let end = at + sizeOf(code);
    if (code < 128 && !(text.charCodeAt(end) >= 128)) {
      const raw = text.charAt(at);
      const lower = raw.toLowerCase();
      append(forms, raw, lower, lower);
      return end;
    }
    let cluster = text.slice(at, end);
    let marks = 0;
    for (let next = end; next < text.length; ) {
      const follower = this.#code(next);
      const kind = classOf(follower);
      const jamo = isMedialJamo(follower) && code >= 0x1100;
      if (kind !== MARK && kind !== INVISIBLE && !jamo && !isHalfWidthMark(follower)) break;
      next += sizeOf(follower);
      if (kind === INVISIBLE && !jamo) continue;
      marks += 1;
      if (marks <= MAX_MARKS) cluster += String.fromCodePoint(follower);
      end = next;
    }
    const { raw, exact, plain } = foldCluster(cluster);
    append(forms, raw, exact, plain);
    return end;
  }

  #pushWord(
    forms: Forms,
    start: number,
    end: number,
    cut: { before: Forms; from: number; to: number } | undefined,
  ): void {
    const stream = this.#stream;
    const { raw, exact, plain } = forms;
    stream.push(plain, exact, raw, start, end);
    if (cut) {
      const { before, from, to } = cut;
      const rest = plain.slice(before.plain.length + 1);
      // larkmoor's is about larkmoor, and l'oréal about oréal.
      if (rest === 's') stream.push(before.plain, before.exact, before.raw, start, from);
      else if (rest.length >= 3 && ELISION.test(before.plain))
        stream.push(rest, exact.slice(before.exact.length + 1), raw.slice(before.raw.length + 1), to, end);
    }
    stream.next += 1;
    this.#at = end;
    this.#wordEnd = end;
  }

  /** Reads text of a script without spaces: each character has a position until the run is divided. */
  #run(): void {
    const text = this.#text;
    const stream = this.#stream;
    const plain: string[] = [];
    const offsets: number[] = [];
    const first = stream.next;
    let at = this.#at;
    let end = at;
    while (at < text.length) {
      const code = this.#code(at);
      const kind = code < 128 ? 0 : classOf(code);
      if (kind !== UNSPACED) {
        if (kind !== INVISIBLE && kind !== MARK) break;
        at += sizeOf(code);
        continue;
      }
      offsets.push(at);
      end = at + sizeOf(code);
      const follower = text.charCodeAt(end);
      if (end === text.length || (classOf(follower) === UNSPACED && !isHalfWidthMark(follower)))
        plain.push(exactOf(code));
      else {
        const forms: Forms = { raw: '', exact: '', plain: '' };
        end = this.#cluster(at, forms);
        plain.push(forms.exact);
      }
      at = end;
    }
    offsets.push(end);
    stream.next += plain.length;
    stream.runs.push({ plain, offsets, first, positions: [], borders: [] });
    this.#at = end;
    this.#wordEnd = end;
  }

  #emoji(): void {
    const text = this.#text;
    const start = this.#at;
    const first = this.#code(start);
    let form = String.fromCodePoint(first);
    let at = start + sizeOf(first);
    const isFlag = (code: number) => code >= 0x1f1e6 && code <= 0x1f1ff;
    if (isFlag(first) && at < text.length && isFlag(this.#code(at))) {
      form += String.fromCodePoint(this.#code(at));
      at += 2;
    }
    while (at < text.length && form.length < MAX_WORD) {
      const code = this.#code(at);
      if (code === 0xfe0f || (code >= 0x1f3fb && code <= 0x1f3ff)) at += sizeOf(code);
      else if (code === 0x200d && at + 1 < text.length && classOf(this.#code(at + 1)) === EMOJI) {
        const joined = this.#code(at + 1);
        form += `\u200d${String.fromCodePoint(joined)}`;
        at += 1 + sizeOf(joined);
      } else break;
    }
    // A row of emoji is as far as one word.
    if (this.#emojiEnd === start && this.#stream.next > 0) this.#stream.next -= 1;
    this.#stream.push(form, form, form, start, at);
    this.#stream.next += 1;
    this.#at = at;
    this.#emojiEnd = at;
  }

  /** Reads the characters of a tag or a name: alphanumerics and underscores. */
  #name(from: number, unspaced: boolean): { forms: Forms; end: number } {
    const forms: Forms = { raw: '', exact: '', plain: '' };
    let at = from;
    let end = from;
    while (at < this.#text.length) {
      const code = this.#code(at);
      if (code === 0x5f) {
        append(forms, '_', '_', '_');
        at += 1;
        end = at;
        continue;
      }
      const kind = code < 128 ? (isAsciiWord(code) ? LETTER : 0) : classOf(code);
      if (kind !== LETTER && kind !== DIGIT && !(kind === UNSPACED && unspaced)) break;
      end = this.#cluster(at, forms);
      at = this.#visible(end);
    }
    return { forms, end };
  }

  /** Adds `#tag`; its words follow at the same position. */
  #tag(): void {
    const start = this.#at;
    this.#at += 1;
    // `&#39;` is a character of HTML.
    if (start === this.#wordEnd || this.#text.charAt(start - 1) === '&') return;
    const { forms, end } = this.#name(start + 1, true);
    if (forms.plain === '') return;
    this.#stream.push(`#${forms.plain}`, `#${forms.exact}`, `#${forms.raw}`, start, end);
  }

  #cashtag(): void {
    const start = this.#at;
    this.#at += 1;
    const tag = start === this.#wordEnd ? undefined : this.#match(CASHTAG, start);
    if (tag === undefined) return;
    const form = tag.toLowerCase();
    this.#stream.push(form, form, tag, start, start + tag.length);
  }

  /** Adds `@name` and the bare name; a handle with its host (`@name.example.com`, `@name@example.com`) is one too. */
  #handle(): void {
    const start = this.#at;
    this.#at += 1;
    if (start === this.#wordEnd) return;
    const stream = this.#stream;
    const whole = this.#match(FEDERATED, start + 1) ?? this.#match(DOMAIN, start + 1);
    if (whole !== undefined) {
      const end = start + 1 + whole.length;
      const form = whole.toLowerCase();
      stream.push(`@${form}`, `@${form}`, `@${whole}`, start, end);
      const raw = /^[^.@]+/.exec(whole)?.[0] ?? whole;
      const name = raw.toLowerCase();
      stream.push(`@${name}`, `@${name}`, `@${raw}`, start, end);
      stream.push(name, name, raw, start + 1, start + 1 + raw.length);
      stream.next += 1;
      this.#at = end;
      this.#wordEnd = end;
      return;
    }
    const { forms, end } = this.#name(start + 1, false);
    if (forms.plain === '') return;
    stream.push(`@${forms.plain}`, `@${forms.exact}`, `@${forms.raw}`, start, end);
    stream.push(forms.plain, forms.exact, forms.raw, start + 1, end);
    stream.next += 1;
    this.#at = end;
    this.#wordEnd = end;
  }
}

function append(forms: Forms, raw: string, exact: string, plain: string): void {
  if (forms.plain.length >= MAX_WORD) return;
  forms.raw += raw;
  forms.exact += exact;
  forms.plain += plain;
}

/** Cuts a text without dividing a character. */
function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
}

/**
 * Divides a title and a text into tokens: words of letters and digits in NFKC, joined by apostrophes, underscores and the
 * points of numbers; tags, names and cashtags with and without their sign; emoji. Invisible characters inside words go.
 * Web addresses are no words. In scripts without spaces, each character is a word until `divideRuns`.
 * @param into a stream of an earlier text, which is overwritten
 */
export function tokenize(text: string, title: string | null = null, into?: TokenStream): TokenStream {
  const stream = into ?? new TokenStream();
  stream.clear();
  if (title) new Scanner(clip(title, MAX_TITLE), stream).scan();
  stream.next = PART_GAP;
  new Scanner(clip(text, MAX_TEXT), stream).scan();
  return stream;
}

/** Segments runs of scripts without spaces into words by dictionary, and shifts later positions. Call once per stream. */
export function divideRuns(stream: TokenStream, text: string, title: string | null = null): void {
  /** Old positions from which on tokens move back by so much. */
  const moves: { from: number; by: number }[] = [];
  let segmentable = MAX_SEGMENTED;
  let moved = 0;
  let inTitle = true;
  for (const run of stream.runs) {
    const { offsets, positions, borders, first: old } = run;
    const count = run.plain.length;
    if (inTitle && old >= PART_GAP) {
      inTitle = false;
      moved = 0;
      moves.push({ from: PART_GAP, by: 0 });
    }
    const divisible = Math.min(count, segmentable);
    segmentable -= divisible;
    const begins = divisible > 0 ? wordStarts(run, (inTitle ? title : text) ?? '', divisible) : null;
    let position = old - moved;
    for (let n = 0; n < count; n += 1) {
      const border = n === 0 || n >= divisible || begins === null || begins.has(offsets[n] as number);
      if (border && n > 0) position += 1;
      positions.push(position);
      borders.push(border);
    }
    borders.push(true);
    moved = old + count - 1 - position;
    moves.push({ from: old + count, by: moved });
  }
  let next = 0;
  let by = 0;
  const { position } = stream;
  for (let token = 0; token < stream.size; token += 1) {
    const old = position[token] as number;
    for (let move = moves[next]; move && move.from <= old; move = moves[next]) {
      by = move.by;
      next += 1;
    }
    // Without runs in the title or the text, the other part doesn't move.
    position[token] = old - (old >= PART_GAP && inTitle ? 0 : by);
  }
}

/** Returns the offsets where words start, by dictionary, in the first characters of a run. */
function wordStarts({ offsets }: Run, text: string, characters: number): Set<number> {
  const [start, end] = [offsets[0] as number, offsets[characters] as number];
  const begins = new Set<number>();
  for (const { index } of segmenter.segment(text.slice(start, end))) begins.add(start + index);
  return begins;
}
