import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Weights of Inter that are embedded. */
export type Weight = 400 | 600 | 700;

/** Files of the font by the characters they have, the most frequent first. */
const SUBSETS = [
  'latin',
  'latin-ext',
  'cyrillic',
  'greek',
  'cyrillic-ext',
  'greek-ext',
  'vietnamese',
] as const;
type Subset = (typeof SUBSETS)[number];

/** First and last characters of each subset, as the font's own style sheets declare them. */
const RANGES: Record<Subset, readonly (readonly [first: number, last: number])[]> = {
  latin: [
    ...([
      [0x00, 0xff],
      [0x131, 0x131],
      [0x152, 0x153],
      [0x2bb, 0x2bc],
      [0x2c6, 0x2c6],
      [0x2da, 0x2da],
    ] as const),
    ...([
      [0x2dc, 0x2dc],
      [0x2000, 0x206f],
      [0x20ac, 0x20ac],
      [0x2122, 0x2122],
      [0x2191, 0x2191],
    ] as const),
    ...([
      [0x2193, 0x2193],
      [0x2212, 0x2212],
      [0x2215, 0x2215],
      [0xfffd, 0xfffd],
    ] as const),
  ],
  'latin-ext': [
    ...([
      [0x100, 0x2ba],
      [0x2bd, 0x2c5],
      [0x2c7, 0x2cc],
      [0x2ce, 0x2d7],
      [0x2dd, 0x2ff],
      [0x1d00, 0x1dbf],
    ] as const),
    ...([
      [0x1e00, 0x1e9f],
      [0x1ef2, 0x1eff],
      [0x20a0, 0x20ab],
      [0x20ad, 0x20c0],
      [0x2113, 0x2113],
    ] as const),
    ...([
      [0x2c60, 0x2c7f],
      [0xa720, 0xa7ff],
    ] as const),
  ],
  cyrillic: [
    [0x400, 0x45f],
    [0x490, 0x491],
    [0x4b0, 0x4b1],
    [0x2116, 0x2116],
  ],
  greek: [[0x370, 0x3ff]],
  'cyrillic-ext': [
    [0x460, 0x52f],
    [0x1c80, 0x1c8a],
    [0x2de0, 0x2dff],
    [0xa640, 0xa69f],
  ],
  'greek-ext': [[0x1f00, 0x1fff]],
  vietnamese: [
    [0x102, 0x103],
    [0x110, 0x111],
    [0x128, 0x129],
    [0x168, 0x169],
    [0x1a0, 0x1a1],
    [0x1af, 0x1b0],
    [0x1ea0, 0x1ef9],
  ],
};

const hasSign = (subset: Subset, sign: number): boolean =>
  RANGES[subset].some(([first, last]) => sign >= first && sign <= last);

const files = new Map<string, Promise<Buffer>>();

/** Reads a font file once for the life of the process. */
function fontFile(subset: Subset, weight: Weight): Promise<Buffer> {
  const name = `@fontsource/inter/files/inter-${subset}-${weight}-normal.woff`;
  const known = files.get(name) ?? readFile(fileURLToPath(import.meta.resolve(name)));
  files.set(name, known);
  return known;
}

/** Reads all font files. Those that a document doesn't use aren't embedded. */
export async function loadFonts(): Promise<Map<string, Buffer>> {
  const fonts = new Map<string, Buffer>();
  for (const subset of SUBSETS)
    for (const weight of [400, 600, 700] as const)
      fonts.set(`${subset}-${weight}`, await fontFile(subset, weight));
  return fonts;
}

/** A piece of text that one font file can draw. */
interface Run {
  text: string;
  font: string;
}

/** How a text is drawn. */
export interface TextStyle {
  size: number;
  weight?: Weight;
  color?: string;
  align?: 'left' | 'right' | 'center';
}

/**
 * Draws texts in Inter. The font comes in files by script, so a text is drawn in runs; characters that none has are
 * drawn as a box, never dropped. Fonts are embedded only if they are used.
 */
export class PdfText {
  readonly #document: PDFKit.PDFDocument;
  readonly #fonts: Map<string, Buffer>;
  readonly #registered = new Set<string>();
  readonly #widths = new Map<string, number>();

  constructor(document: PDFKit.PDFDocument, fonts: Map<string, Buffer>) {
    this.#document = document;
    this.#fonts = fonts;
  }

  #use(font: string): void {
    const bytes = this.#fonts.get(font);
    if (!this.#registered.has(font) && bytes) {
      this.#document.registerFont(font, bytes);
      this.#registered.add(font);
    }
    this.#document.font(font);
  }

  #runs(text: string, weight: Weight): Run[] {
    const runs: Run[] = [];
    // Direction marks and other controls have no shape.
    const clean = text.toWellFormed().replace(/[\p{Cc}\p{Cf}]+/gu, ' ');
    for (const sign of clean) {
      const subset = SUBSETS.find((one) => hasSign(one, sign.codePointAt(0) ?? 0));
      const font = `${subset ?? 'latin'}-${weight}`;
      const drawn = subset ? sign : '\ufffd';
      const last = runs.at(-1);
      if (last?.font === font) last.text += drawn;
      else runs.push({ text: drawn, font });
    }
    return runs;
  }

  /** Returns the width of a text. */
  width(text: string, { size, weight = 400 }: TextStyle): number {
    const key = `${size} ${weight} ${text}`;
    const known = this.#widths.get(key);
    if (known !== undefined) return known;
    let width = 0;
    for (const run of this.#runs(text, weight)) {
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
    const { size, weight = 400, color = '#1d1b23', align = 'left' } = style;
    const shown = this.fit(text, width, style);
    let at = x;
    if (align !== 'left') at += (width - this.width(shown, style)) / (align === 'right' ? 1 : 2);
    for (const run of this.#runs(shown, weight)) {
      this.#use(run.font);
      this.#document.fontSize(size).fillColor(color).text(run.text, at, y, { lineBreak: false });
      at += this.#document.widthOfString(run.text);
    }
  }

  /** Splits a text into lines of a width. Words that are longer are broken. */
  wrap(text: string, width: number, style: TextStyle): string[] {
    const lines: string[] = [];
    for (const paragraph of text.split(/\r?\n/)) {
      let line = '';
      for (const word of paragraph.split(/\s+/)) {
        const longer = line ? `${line} ${word}` : word;
        if (this.width(longer, style) <= width) line = longer;
        else {
          if (line) lines.push(line);
          line = this.#broken(word, width, style, lines);
        }
      }
      lines.push(line);
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
