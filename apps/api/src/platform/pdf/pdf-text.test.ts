import PDFDocument from 'pdfkit';
import { expect, test, vi } from 'vitest';
import { drawable, loadFonts } from './pdf-fonts.ts';
import { isRightToLeft, PdfText } from './pdf-text.ts';

const STYLE = { size: 10 };

/** Draws a line, and returns its runs from left to right with the fonts they are drawn in. */
async function drawn(text: string, more: { direction?: 'ltr' | 'rtl' } = {}) {
  const document = new PDFDocument();
  const fonts = await loadFonts({ text });
  const runs: [string, string][] = [];
  let font = '';
  const used = vi.spyOn(document, 'font');
  used.mockImplementation(function (this: PDFKit.PDFDocument, name: unknown) {
    font = String(name);
    return PDFDocument.prototype.font.call(document, font);
  });
  const written = vi.spyOn(document, 'text');
  const places: number[] = [];
  written.mockImplementation((piece: string, x?: unknown) => {
    runs.push([piece, font.replace(/-\d+$/, '')]);
    places.push(Number(x));
    return document;
  });
  new PdfText(document, fonts).line(text, 0, 0, 500, Object.assign({}, STYLE, more));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  return { runs, document, fonts };
}

/** Returns the glyphs of a text in the current font; 0 is a missing one. */
function glyphsOf(document: PDFKit.PDFDocument, text: string): number[] {
  const { _font } = document as unknown as {
    _font: { font: { layout(text: string): { glyphs: { id: number }[] } } };
  };
  return _font.font.layout(text).glyphs.map(({ id }) => id);
}

test('draws each script in a font that has it, and nothing as a box', async () => {
  for (const [text, family] of [
    ['Żółć', 'inter-latin'],
    ['Ελλάδα', 'inter-greek'],
    ['Москва', 'inter-cyrillic'],
    ['محمد', 'noto-sans-arabic-arabic'],
    ['שלום', 'noto-sans-hebrew-hebrew'],
    ['李小龙', 'noto-sans-sc-'],
    // Kana in a text decides how its other characters are written.
    ['山田ひろし', 'noto-sans-jp-'],
    ['김민수', 'noto-sans-kr-'],
    ['สมชาย', 'noto-sans-thai-thai'],
    ['प्रिया', 'noto-sans-devanagari-devanagari'],
    ['🔥', 'noto-emoji-'],
  ] as const) {
    const { runs, fonts } = await drawn(text);
    expect(runs.map(([piece]) => piece).join(''), text).toBe(text);
    for (const [, font] of runs) expect(font, text).toContain(family.startsWith('inter') ? 'inter' : family);
    // Every glyph exists in the font of its run.
    for (const [piece, font] of runs) {
      const document = new PDFDocument();
      document.font(fonts.files.get(`${font}-400`) ?? Buffer.alloc(0));
      expect(glyphsOf(document, piece), text).not.toContain(0);
    }
  }
  expect((await drawn('\u{10fffd}')).runs).toEqual([['\ufffd', 'inter-latin']]);
});

test('puts right-to-left text in the order that readers see', async () => {
  // Logically: Arabic, then Latin. Readers see the Latin word on the left.
  const { runs } = await drawn('محمد Larkmoor');
  expect(runs.map(([piece]) => piece.trim()).filter(Boolean)).toEqual(['Larkmoor', 'محمد']);
  // In a paragraph from the left, the Arabic name stays where it is.
  const left = await drawn('Larkmoor محمد 12');
  expect(left.runs.map(([piece]) => piece.trim()).filter(Boolean)).toEqual(['Larkmoor', '12', 'محمد']);
  // Brackets are mirrored, and the mark at the end is on the left.
  const marks = await drawn('سارة (القاهرة)!');
  expect(marks.runs.map(([piece]) => piece.trim()).filter(Boolean)).toEqual(['!(', 'القاهرة', ')', 'سارة']);
  expect(isRightToLeft('محمد Larkmoor')).toBe(true);
  expect(isRightToLeft('Larkmoor محمد')).toBe(false);
});

test('joins Arabic characters, and keeps them apart where the writer did', async () => {
  const { fonts, runs } = await drawn('علی\u200cرضا');
  expect(runs.map(([piece]) => piece).join('')).toBe('علی\u200cرضا');
  const document = new PDFDocument();
  document.font(fonts.files.get('noto-sans-arabic-arabic-400') ?? Buffer.alloc(0));
  const [joined] = glyphsOf(document, 'یر').reverse();
  const [apart] = glyphsOf(document, 'ی\u200cر').reverse();
  expect(joined).not.toBe(apart);
});

test('wraps texts without blanks, never before a closing mark', async () => {
  const text = '売上は前週比で増加し、特に「夏のリッジ」が好調でした。';
  const lines = new PdfText(new PDFDocument(), await loadFonts(text)).wrap(text, 60, STYLE);
  expect(lines.length).toBeGreaterThan(3);
  expect(lines.join('')).toBe(text);
  expect(lines.every((line) => !/^[、。」]/.test(line))).toBe(true);
  const plain = new PdfText(new PDFDocument(), await loadFonts('')).wrap('one two\n\nthree', 500, STYLE);
  expect(plain).toEqual(['one two', '', 'three']);
});

test('draws styled characters as plain ones, without marks that have no shape', () => {
  expect(drawable('𝓜𝓪𝓻𝓲𝓪 Ｌｔｄ')).toBe('Maria Ltd');
  expect(drawable('a\u0000\nb\u200e\ufeffc\ufe0f')).toBe('a bc');
});
