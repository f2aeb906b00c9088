import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Weights of texts. */
export type Weight = 400 | 600 | 700;
const WEIGHTS: readonly Weight[] = [400, 600, 700];

/** A font that comes in files by characters. Variable ones have all weights in one file. */
interface Family {
  /** Its package. */
  from: string;
  name: string;
  variable: boolean;
}

const INTER: Family = { from: '@fontsource/inter', name: 'inter', variable: false };
const noto = (script: string): Family => ({
  from: `@fontsource-variable/noto-${script}`,
  name: `noto-${script}`,
  variable: true,
});
const SCRIPTS = ['sans-arabic', 'sans-hebrew', 'sans-thai', 'sans-devanagari'].map(noto);
const [CHINESE, JAPANESE, KOREAN] = [noto('sans-sc'), noto('sans-jp'), noto('sans-kr')];
const EMOJI = noto('emoji');

/** Returns the fonts for a text, the best first. Chinese, Japanese and Korean write some characters differently. */
function familiesFor(text: string): Family[] {
  const east = /[\p{scx=Hiragana}\p{scx=Katakana}]/u.test(text)
    ? [JAPANESE, CHINESE, KOREAN]
    : /\p{scx=Hangul}/u.test(text)
      ? [KOREAN, JAPANESE, CHINESE]
      : [CHINESE, JAPANESE, KOREAN];
  return [...SCRIPTS, ...east, EMOJI];
}

type Ranges = readonly (readonly [first: number, last: number])[];

const read = (path: string) => readFile(fileURLToPath(import.meta.resolve(path)));
const tables = new Map<string, Promise<[file: string, ranges: Ranges][]>>();

/** Reads which characters the files of a font have, once for the life of the process. */
function filesOf({ from, name }: Family): Promise<[file: string, ranges: Ranges][]> {
  const known = tables.get(name);
  if (known) return known;
  const found = (async () => {
    const subsets = JSON.parse(`${await read(`${from}/unicode.json`)}`) as Record<string, string>;
    return Object.entries(subsets).map(([subset, text]): [string, Ranges] => [
      `${name}-${subset.replace(/[[\]]/g, '')}`,
      text.split(',').map((range) => {
        const [first = '', last = first] = range.replace('U+', '').split('-');
        return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
      }),
    ]);
  })();
  found.catch(() => tables.delete(name));
  tables.set(name, found);
  return found;
}

const has = (ranges: Ranges, sign: string): boolean => {
  const point = sign.codePointAt(0) ?? 0;
  return ranges.some(([first, last]) => point >= first && point <= last);
};

/** Returns the text as it is drawn: without marks that have no shape, styled characters as plain ones. */
export function drawable(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      // Joiners decide how characters of some scripts look.
      .replace(/(?![\u200c\u200d])\p{Cf}|[\ufe00-\ufe0f]/gu, '')
      .replace(/[\u{1d400}-\u{1d7ff}\u{1f100}-\u{1f1e5}\uff01-\uff5e]/gu, (sign) => sign.normalize('NFKC'))
  );
}

/** The fonts of one document. */
export class PdfFonts {
  /** Font files by name and weight. */
  readonly files = new Map<string, Buffer>();
  /** The files that a character is in. */
  readonly #filesOf = new Map<string, string[]>();
  readonly #inter: [file: string, ranges: Ranges][];

  constructor(inter: [file: string, ranges: Ranges][]) {
    this.#inter = inter;
  }

  /** Notes that a file has a character. */
  add(sign: string, file: string): void {
    const known = this.#filesOf.get(sign);
    if (!known) this.#filesOf.set(sign, [file]);
    else if (!known.includes(file)) known.push(file);
  }

  /** Returns the file of Inter that has a character; null if none. */
  inter(sign: string): string | null {
    return this.#inter.find(([, ranges]) => has(ranges, sign))?.[0] ?? null;
  }

  /** Returns the file that draws a character beside others; null if no font has it. */
  fileFor(sign: string, text: string): string | null {
    const inter = this.inter(sign);
    if (inter) return inter;
    const files = this.#filesOf.get(sign) ?? [];
    if (files.length < 2) return files[0] ?? null;
    const names = familiesFor(text).map(({ name }) => `${name}-`);
    return names.flatMap((name) => files.find((file) => file.startsWith(name)) ?? [])[0] ?? files[0] ?? null;
  }
}

/** Returns every text in a value. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const one of Object.values(value)) yield* textsIn(one);
}

/**
 * Loads the fonts for a document: Inter, and of other scripts what its texts need. Chinese alone has 20,000 characters;
 * a font with the few of a document takes milliseconds to make and a few kilobytes in the PDF.
 * @param content with all texts that aren't from message catalogs
 */
export async function loadFonts(content: unknown): Promise<PdfFonts> {
  const inter = await filesOf(INTER);
  const fonts = new PdfFonts(inter);
  const needed = new Map<string, { family: Family; signs: Set<string> }>();
  for (const text of new Set(textsIn(content))) {
    const missing = [...new Set(drawable(text))].filter((sign) => fonts.inter(sign) === null);
    if (missing.length === 0) continue;
    const families = familiesFor(text);
    for (const sign of missing)
      for (const family of families) {
        const file = (await filesOf(family)).find(([, ranges]) => has(ranges, sign))?.[0];
        if (!file) continue;
        fonts.add(sign, file);
        const entry = needed.get(file) ?? { family, signs: new Set() };
        needed.set(file, entry);
        entry.signs.add(sign);
        break;
      }
  }
  for (const [file] of inter)
    for (const weight of WEIGHTS) fonts.files.set(`${file}-${weight}`, await interFile(file, weight));
  if (needed.size === 0) return fonts;
  const { default: subsetFont } = await import('subset-font');
  for (const [file, { family, signs }] of needed) {
    const whole = await read(`${family.from}/files/${file}-wght-normal.woff2`);
    const text = [...signs, '\u200c\u200d '].join('');
    // Small first: setting the weight of a whole file takes twenty times as long.
    const small = await subsetFont(whole, text, { targetFormat: 'sfnt' });
    for (const [wght, weights] of [
      [400, [400]],
      [600, [600, 700]],
    ] as const) {
      const made = await subsetFont(small, text, { targetFormat: 'sfnt', variationAxes: { wght } });
      for (const weight of weights) fonts.files.set(`${file}-${weight}`, made);
    }
  }
  return fonts;
}

const interFiles = new Map<string, Promise<Buffer>>();

/** Reads a font file once for the life of the process. */
function interFile(file: string, weight: Weight): Promise<Buffer> {
  const path = `${INTER.from}/files/${file}-${weight}-normal.woff`;
  const known = interFiles.get(path) ?? read(path);
  interFiles.set(path, known);
  return known;
}
