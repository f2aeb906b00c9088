import bidiFactory, { type Bidi } from 'bidi-js';
import { drawable, type PdfFonts, type Weight } from './pdf-fonts.ts';

// A CommonJS module: its types say otherwise.
const bidi = (bidiFactory as unknown as () => Bidi)();
/** Characters written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]|[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Words, and characters of scripts that can break anywhere except before a closing mark. */
const PIECES =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}][、。，．・：；？！）」』】〉》ー]*|[^\s\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]+|\s+/gu;

/** Tells whether a text begins from the right. */
export const isRightToLeft = (text: string): boolean =>
  RIGHT_TO_LEFT.test(text) && ((bidi.getEmbeddingLevels(text, 'auto').paragraphs[0]?.level ?? 0) & 1) === 1;

/** A piece of text that one font file can draw in one direction. */
interface Run {
  text: string;
  font: string;
  level: number;
}

/** How a text is drawn. */
export interface TextStyle {
  size: number;
  weight?: Weight;
  color?: string;
  align?: 'left' | 'right' | 'center';
  /** Of the paragraph that a line belongs to; without it, the line's own first character decides. */
  direction?: 'ltr' | 'rtl';
}

type RunStyle = Pick<TextStyle, 'weight' | 'direction'>;

/** From the top of a line to the baseline of all scripts, in sizes: that of Inter. */
const ASCENT = 0.96875;

/**
 * Draws texts in Inter, and other scripts in Noto. Fonts come in files by characters, so a text is drawn in runs, which
 * are put in the order that readers see (Unicode bidirectional algorithm). Characters that no font has are drawn as a
 * box, never dropped. Fonts are embedded only if they are used.
 */
export class PdfText {
  readonly #document: PDFKit.PDFDocument;
  readonly #fonts: PdfFonts;
  readonly #registered = new Set<string>();
  readonly #widths = new Map<string, number>();

  constructor(document: PDFKit.PDFDocument, fonts: PdfFonts) {
    this.#document = document;
    this.#fonts = fonts;
  }

  #use(font: string): void {
    const bytes = this.#fonts.files.get(font);
    if (!this.#registered.has(font) && bytes) {
      this.#document.registerFont(font, bytes);
      this.#registered.add(font);
    }
    this.#document.font(font);
  }

  /** Splits a text into runs, from left to right as they are seen. */
  #runs(text: string, { weight = 400, direction }: RunStyle): Run[] {
    const clean = drawable(text);
    const levels = RIGHT_TO_LEFT.test(clean)
      ? bidi.getEmbeddingLevels(clean, direction ?? 'auto').levels
      : null;
    const mirrored = levels && bidi.getMirroredCharactersMap(clean, levels);
    const runs: Run[] = [];
    let at = 0;
    for (const sign of clean) {
      const level = levels?.[at] ?? 0;
      const last = runs.at(-1);
      const isJoiner = sign === '\u200c' || sign === '\u200d';
      const shown = mirrored?.get(at) ?? sign;
      at += sign.length;
      if (isJoiner) {
        // Only Noto has them; Inter's characters don't join.
        if (last && !last.font.startsWith('inter-')) last.text += sign;
        continue;
      }
      const file = this.#fonts.fileFor(shown, clean);
      const font = `${file ?? 'inter-latin'}-${weight}`;
      const drawn = file ? shown : '\ufffd';
      if (last?.font === font && last.level === level) last.text += drawn;
      else runs.push({ text: drawn, font, level });
    }
    return levels ? inVisualOrder(runs) : runs;
  }

  /** Returns the width of a text. */
  width(text: string, style: TextStyle): number {
    const { size, weight = 400 } = style;
    const key = `${size} ${weight} ${text}`;
    const known = this.#widths.get(key);
    if (known !== undefined) return known;
    let width = 0;
    for (const run of this.#runs(text, style)) {
      this.#use(run.font);
      width += this.#document.fontSize(size).widthOfString(run.text);
    }
    if (this.#widths.size < 20_000) this.#widths.set(key, width);
    return width;
  }

  /** Shortens a text to a width, with an ellipsis. */
  fit(text: string, width: number, style: TextStyle): string {
    // No more than could ever fit: names can have thousands of characters.
    const start = text.length > 400 ? text.slice(0, 400) : text;
    if (start === text && this.width(text, style) <= width) return text;
    const signs = [...start];
    let low = 0;
    let high = signs.length;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.width(`${signs.slice(0, middle).join('').trimEnd()}…`, style) <= width) low = middle;
      else high = middle - 1;
    }
    return `${signs.slice(0, low).join('').trimEnd()}…`;
  }

  /** Draws one line. `y` is its top. */
  line(text: string, x: number, y: number, width: number, style: TextStyle): void {
    const { size, color = '#1d1b23', align = 'left' } = style;
    const options = { lineBreak: false, baseline: 'alphabetic' as const };
    const baseline = y + ASCENT * size;
    const shown = this.fit(text, width, style);
    let at = x;
    if (align !== 'left') at += (width - this.width(shown, style)) / (align === 'right' ? 1 : 2);
    for (const run of this.#runs(shown, style)) {
      this.#use(run.font);
      this.#document.fontSize(size).fillColor(color).text(run.text, at, baseline, options);
      at += this.#document.widthOfString(run.text);
    }
  }

  /** Splits a text into lines of a width. Words that are longer are broken. */
  wrap(text: string, width: number, style: TextStyle): string[] {
    const lines: string[] = [];
    for (const paragraph of text.split(/\r?\n/)) {
      let line = '';
      for (const piece of paragraph.match(PIECES) ?? []) {
        const longer = line === '' ? piece.trimStart() : line + piece.replace(/\s+/, ' ');
        if (this.width(longer.trimEnd(), style) <= width) line = longer;
        else {
          if (line) lines.push(line.trimEnd());
          line = this.#broken(piece.trimStart(), width, style, lines);
        }
      }
      lines.push(line.trimEnd());
    }
    return lines;
  }

  #broken(word: string, width: number, style: TextStyle, lines: string[]): string {
    let rest = word;
    while (this.width(rest, style) > width) {
      const signs = [...rest];
      let count = Math.max(1, Math.floor((signs.length * width) / this.width(rest, style)) - 1);
      while (count > 1 && this.width(signs.slice(0, count).join(''), style) > width) count -= 1;
      lines.push(signs.slice(0, count).join(''));
      rest = signs.slice(count).join('');
    }
    return rest;
  }
}

/** Puts runs in the order in which they are seen: from the highest level down, runs of at least it are reversed. */
function inVisualOrder(runs: Run[]): Run[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1)
    for (let from = 0; from < ordered.length; from += 1) {
      if ((ordered[from]?.level ?? 0) < level) continue;
      let to = from;
      while ((ordered[to + 1]?.level ?? 0) >= level) to += 1;
      ordered.splice(from, to - from + 1, ...ordered.slice(from, to + 1).reverse());
      from = to;
    }
  // The font shapes and mirrors characters; marks between them aren't.
  return ordered.map((run) =>
    run.level % 2 === 1 && !RIGHT_TO_LEFT.test(run.text)
      ? { text: [...run.text].reverse().join(''), font: run.font, level: run.level }
      : run,
  );
}
