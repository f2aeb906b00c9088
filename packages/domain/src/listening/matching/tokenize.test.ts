import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PART_GAP } from './token-stream.ts';
import { divideRuns, MAX_TEXT, tokenize } from './tokenize.ts';

const SHARED = process.env.TROUPE_SHARED ?? join(import.meta.dirname, '../../../../../../shared');
const FOLDER = join(SHARED, 'data/listening');
const isHere = existsSync(FOLDER);
if (!isHere) console.log('The listening data is not here: Unicode cases and naughty strings are not read.');

/** Tokens as `form@position`, with words of runs at theirs. */
const tokensOf = (text: string): string => {
  const stream = tokenize(text);
  divideRuns(stream, text);
  const tokens = stream.form.map((form, n) => ({
    form,
    at: stream.start[n] ?? 0,
    position: stream.position[n] ?? 0,
  }));
  for (const { plain, offsets, positions, borders } of stream.runs) {
    for (const [n, character] of plain.entries()) {
      const last = tokens.at(-1);
      if (borders[n] || !last)
        tokens.push({ form: character, at: offsets[n] ?? 0, position: positions[n] ?? 0 });
      else last.form += character;
    }
  }
  return tokens
    .toSorted((a, b) => a.position - b.position || a.at - b.at)
    .map(({ form, position }) => `${form}@${position - PART_GAP}`)
    .join(' ');
};
const wordsOf = (text: string) => tokensOf(text).replace(/@\d+/g, '');

test.each([
  ['Hello, World!', 'hello@0 world@1'],
  ["Larkmoor's new", "larkmoor's@0 larkmoor@0 new@1"],
  ['L’Oréal isn’t', "l'oreal@0 oreal@0 isn't@1"],
  ["'quoted' rock'n'roll", "quoted@0 rock'n'roll@1"],
  ['#MondayMotivation now', '#mondaymotivation@0 mondaymotivation@0 now@1'],
  ['hi @tim_cook', 'hi@0 @tim_cook@1 tim_cook@1'],
  ['@lark.bsky.social hi', '@lark.bsky.social@0 @lark@0 lark@0 hi@1'],
  ['$AAPL $5 C#', '$aapl@0 aapl@0 5@1 c@2'],
  ['me@example.org', 'me@0 example@1 org@2'],
  ['Larkmoor™ ®jacket', 'larkmoor@0 jacket@1'],
  ['low-cost 3.5 1,000 A.I.', 'low@0 cost@1 3.5@2 1,000@3 a@4 i@5'],
  ['see https://a.example/larkmoor?b=c now', 'see@0 now@1'],
  ['www.example.com/x example.com', 'example@0 com@1'],
  ['a\u200b \u200bb', 'a@0 b@1'],
  ['😍😍 ok 👍🏽', '😍@0 😍@0 ok@1 👍@2'],
  ['🇩🇪 ❤️ 👨‍👩‍👧', '🇩🇪@0 ❤@1 👨‍👩‍👧@2'],
  ['LINE公式です', 'line@0 公式@1 です@2'],
  ['&#39;', '39@0'],
])('divides %s into words', (text, tokens) => {
  expect(tokensOf(text)).toBe(tokens);
});

test.each([
  ['accents', 'Café naïve Ørsted Łódź', 'cafe naive orsted lodz'],
  ['German', 'Straße STRASSE', 'strasse strasse'],
  ['Turkish', 'İstanbul ISTANBUL ılık', 'istanbul istanbul ilik'],
  ['Greek', 'ΌΔΟΣ οδός', 'οδοσ οδοσ'],
  ['Cyrillic', 'Ёлка чай', 'елка чай'],
  ['Arabic', 'العَرَبِيَّة', 'العربية'],
  ['Hindi, which spells with marks', 'कि क', 'कि क'],
  ['Hangul in parts', '\u1112\u1161\u11ab\u1100\u1173\u11af', '한글'],
  ['full width', 'Ｌａｒｋｍｏｏｒ', 'larkmoor'],
  ['half-width Katakana', 'ｶﾞ', 'ガ'],
  ['letters in circles', 'ⓛⓐⓡⓚ', 'lark'],
  ['mathematical letters', '𝐋𝐚𝐫𝐤', 'lark'],
  ['combined accents', 'cafe\u0301', 'cafe'],
])('folds %s', (_, text, words) => {
  expect(wordsOf(text)).toBe(words);
});

test('removes what is invisible inside words, and marks the place in the original text', () => {
  for (const text of [
    'a Lark\u200bmoor',
    'a Lark\u00admoor',
    'a L\u202eark\u2066moor',
    'a Lark\u2060\ufeffmoor',
    'a L\u0336a\u0336rkmoor',
  ]) {
    const stream = tokenize(text);
    expect(stream.form).toEqual(['a', 'larkmoor']);
    expect(text.slice(stream.start[1], stream.end[1])).toBe(text.slice(2));
  }
});

test('keeps the words of a title apart from those of the text', () => {
  const stream = tokenize('juice', 'apple');
  expect(stream.position).toEqual([0, PART_GAP]);
});

test('finds addresses in the text', () => {
  expect(tokenize('(https://a.example/b?c=d). www.x.example, y.example/z… plain.example').links).toEqual([
    'https://a.example/b?c=d',
    'www.x.example',
    'y.example/z',
    'plain.example',
  ]);
});

test('moves positions by divided runs in title and text alike', () => {
  const stream = tokenize('東京都に行く end', '周受资出席 last');
  divideRuns(stream, '東京都に行く end', '周受资出席 last');
  // 周|受|资|出席 last; 東京|都|に|行く end
  expect(stream.runs.map(({ positions }) => positions)).toEqual([
    [0, 1, 2, 3, 3],
    [0, 0, 1, 2, 3, 3].map((n) => n + PART_GAP),
  ]);
  expect(stream.position).toEqual([4, PART_GAP + 4]);
});

test('words before the first run of the text stay where they are', () => {
  const stream = tokenize('end 東京都', '周受资出席');
  divideRuns(stream, 'end 東京都', '周受资出席');
  expect(stream.position).toEqual([PART_GAP]);
  expect(stream.runs[1]?.positions).toEqual([1, 1, 2].map((n) => n + PART_GAP));
});

describe('hostile texts', () => {
  const texts: Record<string, string> = {
    'combining marks': `L${'\u0301'.repeat(65_000)}arkmoor`,
    'marks everywhere': 'a\u0301\u0302\u0303\u0304'.repeat(13_000),
    'marks that spell': `क${'\u093f'.repeat(65_000)}`,
    'one long word': 'a'.repeat(65_000),
    'at signs': '@a.b.c@'.repeat(9_000),
    'address beginnings': 'http://www.'.repeat(6_000),
    'points in an address': `http://${'.'.repeat(4_980)}x ${'.'.repeat(60_000)}`,
    'points between letters': 'a.'.repeat(32_000),
    underscores: `a${'_'.repeat(60_000)}`,
    apostrophes: "a'".repeat(32_000),
    'invisible characters': `a${'\u200b'.repeat(60_000)}b`,
    'halves of characters': '\ud83d'.repeat(60_000),
    'family emoji': `👨${'\u200d👩'.repeat(20_000)}`,
    Thai: 'สวัสดีครับผมชื่อ'.repeat(4_000),
    Chinese: '周受资'.repeat(20_000),
  };
  test.each(Object.entries(texts))('reads %s in bounded time and memory', (_, text) => {
    const begun = performance.now();
    const stream = tokenize(text);
    divideRuns(stream, text);
    // Generous: each takes about a millisecond.
    expect(performance.now() - begun).toBeLessThan(1_000);
    expect(stream.size).toBeLessThanOrEqual(MAX_TEXT * 2);
    for (const form of stream.form) expect(form.length).toBeLessThanOrEqual(120);
    // The raw form keeps up to eight accents per letter.
    for (const raw of stream.raw) expect(raw.length).toBeLessThanOrEqual(1000);
    for (const end of stream.end) expect(end).toBeLessThanOrEqual(MAX_TEXT);
  });
});

describe.runIf(isHere)('texts that others wrote', () => {
  /** Words of a text as [start, end), runs divided. */
  const rangesOf = (text: string): string[] => {
    const stream = tokenize(text);
    divideRuns(stream, text);
    const ranges = new Set<string>();
    let end = -1;
    for (let n = 0; n < stream.size; n += 1) {
      if ((stream.start[n] ?? 0) < end) continue;
      end = stream.end[n] ?? 0;
      ranges.add(trimmed(text, stream.start[n] ?? 0, end));
    }
    for (const { offsets, borders } of stream.runs) {
      let from = offsets[0] ?? 0;
      for (let n = 1; n < offsets.length; n += 1) {
        if (!borders[n]) continue;
        ranges.add(trimmed(text, from, offsets[n] ?? 0));
        from = offsets[n] ?? 0;
      }
    }
    ranges.delete('');
    return [...ranges].toSorted();
  };

  /** A word without marks and invisible characters at its end, which Unicode counts as part of it; '' for emoji. */
  const trimmed = (text: string, start: number, end: number): string => {
    const word = text.slice(start, end).replace(/[\p{M}\p{Cf}]+$/u, '');
    return /[\p{L}\p{N}]/u.test(word) ? `${start}-${start + word.length}` : '';
  };

  /** Where we decide otherwise than Unicode's rules, by characters that a case contains. */
  const RULES: [string, RegExp][] = [
    // WB6, WB7: a.b, a:b and a·b are one word there. A colon or full stop ends ours, so that fields and sentences do.
    ['colon and full stop', /[:.\u2024\uFE13\uFE52\uFF0E\uFF1A\uFE55\u0387\u2018\u2019]/],
    // WB7b, WB7c: quotation marks inside Hebrew words.
    ['Hebrew quotation marks', /"/],
    // WB11, WB12: commas and apostrophes inside numbers; ours join at comma and point only.
    ['numbers', /['‘’,;\u037e\u0589\u060c\u066c\u2044\ufe10\ufe14]/],
    // WB13a, WB13b: underscores at the ends of a word are left out.
    ['underscores at the ends', /[_\u203f\u2040]/],
    // WB3c, WB4: a joiner attaches emoji to letters.
    ['joined emoji', /\u200d[\u2701\p{Extended_Pictographic}]/u],
    // WB13: a run of Katakana is divided by dictionary; WB5 lets letters of other scripts follow.
    ['scripts without spaces', /[\u3031-\u30ff\u31f0-\u31ff\uff66-\uff9f\u4e00-\u9fff]/],
  ];

  test('word boundaries follow Unicode but for six rules', () => {
    const lines = readFileSync(join(FOLDER, 'WordBreakTest.txt'), 'utf8').split('\n');
    const counts: Record<string, number> = { cases: 0, equal: 0 };
    const unexplained: string[] = [];
    for (const line of lines) {
      const rule = line.split('#')[0]?.trim() ?? '';
      if (rule === '') continue;
      counts.cases = (counts.cases ?? 0) + 1;
      const parts = rule.split('÷').map((part) =>
        part
          .split('×')
          .map((code) => code.trim())
          .filter((code) => code !== '')
          .map((code) => String.fromCodePoint(Number.parseInt(code, 16)))
          .join(''),
      );
      let at = 0;
      const expected: string[] = [];
      for (const part of parts) {
        expected.push(trimmed(part, 0, part.length) && trimmed(parts.join(''), at, at + part.length));
        at += part.length;
      }
      const text = parts.join('');
      if (
        rangesOf(text).join(' ') ===
        expected
          .filter((word) => word !== '')
          .toSorted()
          .join(' ')
      )
        counts.equal = (counts.equal ?? 0) + 1;
      else {
        const [name] = RULES.find(([, pattern]) => pattern.test(text)) ?? [];
        if (name) counts[name] = (counts[name] ?? 0) + 1;
        else unexplained.push(line);
      }
    }
    console.log('Word boundaries:', JSON.stringify(counts));
    expect(unexplained).toEqual([]);
    expect(counts.cases).toBe(1823);
    expect(counts.equal).toBeGreaterThan(1700);
  });

  test('reads naughty strings, and every token is where it says', () => {
    const strings: string[] = JSON.parse(readFileSync(join(FOLDER, 'blns.json'), 'utf8'));
    expect(strings).toHaveLength(515);
    for (const text of strings) {
      const stream = tokenize(text, text);
      divideRuns(stream, text, text);
      for (let n = 0; n < stream.size; n += 1) {
        const [start, end] = [stream.start[n] ?? 0, stream.end[n] ?? 0];
        expect(start).toBeLessThan(end);
        expect(end).toBeLessThanOrEqual(text.length);
        expect(stream.form[n]).toBe(stream.form[n]?.toLowerCase());
        if (n > 0) expect(stream.position[n]).toBeGreaterThanOrEqual(stream.position[n - 1] ?? 0);
      }
    }
  });
});
