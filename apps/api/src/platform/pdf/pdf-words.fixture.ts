import { inflateSync } from 'node:zlib';

/**
 * Returns the lines of a PDF that PDFKit wrote, top to bottom, decoding its glyphs with the fonts' ToUnicode tables.
 * Right-to-left text is in the order in which it is drawn.
 */
export function readPdfLines(pdf: Uint8Array): string[] {
  const objects = objectsOf(Buffer.from(pdf).toString('latin1'));
  const fonts = new Map<string, Map<number, string>>();
  for (const { head } of objects.values())
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1] ?? '';
      fonts.set(name, charactersOf(objects.get(table)?.body ?? ''));
    }
  return [...objects.values()]
    .filter(({ body }) => /^BT$/m.test(body))
    .flatMap(({ body }) => linesOf(body, fonts));
}

/** Objects by number: dictionary, and stream if it has one. */
function objectsOf(file: string): Map<string, { head: string; body: string }> {
  const found = new Map<string, { head: string; body: string }>();
  for (const [, id = '', content = ''] of file.matchAll(/(?<=\n)(\d+) 0 obj\n(.*?)\nendobj\n/gs)) {
    const [head = '', stream] = content.split(/\nstream\n/, 2);
    const bytes = Buffer.from(stream?.replace(/\nendstream$/, '') ?? '', 'latin1');
    const isText = head.includes('/FlateDecode') && !/\/(Subtype|Length1)\b/.test(head);
    found.set(id, { head, body: isText ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1') });
  }
  return found;
}

/** Characters of a font by glyph, from its ToUnicode table. */
function charactersOf(table: string): Map<number, string> {
  const characters = new Map<number, string>();
  for (const [, first = '', list = ''] of table.matchAll(/<([\da-f]+)> <[\da-f]+> \[(.*?)\]/g))
    for (const [at, [, code = '']] of [...list.matchAll(/<([\da-f ]*)>/g)].entries())
      characters.set(
        Number.parseInt(first, 16) + at,
        Buffer.from(code.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      );
  return characters;
}

/** Lines of a page's content: text at the same height on the page. */
function linesOf(page: string, fonts: Map<string, Map<number, string>>): string[] {
  const lines = new Map<string, string>();
  let [height, font] = ['', ''];
  const steps = /1 0 0 1 [-\d.]+ ([-\d.]+) Tm|\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g;
  for (const [, moved, chosen, shown] of page.matchAll(steps)) {
    if (moved !== undefined) height = moved;
    else if (chosen !== undefined) font = chosen;
    else {
      const glyphs = [...(shown ?? '').matchAll(/<([\da-f]*)>/g)].flatMap(
        ([, hex = '']) => hex.match(/.{4}/g) ?? [],
      );
      const text = glyphs
        .map((glyph) => fonts.get(font)?.get(Number.parseInt(glyph, 16)) ?? '\ufffd')
        .join('');
      lines.set(height, (lines.get(height) ?? '') + text);
    }
  }
  return [...lines.values()];
}
