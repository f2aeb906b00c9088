import { searchTerms } from '@troupe/domain/discovery/creator-search-terms';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../testing/test-api.ts';
import { tsquery } from './creator-search-text.queries.ts';

let t: TestApi;
beforeAll(async () => {
  t = await startTestApi();
});
afterAll(() => t.stop());

/** Returns texts that a search for the same text doesn't find. */
async function missed(texts: string[]): Promise<string[]> {
  const { rows } = await t.api.pool.query<{ text: string }>(
    `select text from unnest($1::text[], $2::text[]) as given(text, query)
     where not creator_search_words('', '', text) @@ query::tsquery`,
    [texts, texts.map((text) => tsquery(searchTerms(text)))],
  );
  return rows.map(({ text }) => text);
}

test('storing and searching split a text into the same words', async () => {
  expect(
    await missed(
      [
        'anna.fit_travel',
        `l'Oréal & Söhne – 100% 'quoted' \\ "text"`,
        'ZOË ẞtraße ŁÓDŹ İstanbul ΣΊΣΥΦΟΣ ПРИВЕТ Ёлка',
        '𝓛𝓮𝓷𝓪 Ⓑⓞⓛⓓ ﬁt ½ №5 ①',
        '東京カメラ部と写真、旅。',
        '한국어 서울에서 가나다',
        'สวัสดีครับ ສະບາຍດີ',
        'مَرْحَبًا بكم، في ١٢٣ القاهرة؟',
        'שָׁלוֹם עולם',
        'नमस्ते दुनिया',
        '🌱vegan👩🏽‍🍳chef 🇳🇴 ❤️ ☕️',
        'a\u200bb\u00a0c\u3000d\ttab\nline',
        'x'.repeat(200),
        '--- !!! ???',
      ].filter((text) => searchTerms(text).length > 0),
    ),
  ).toEqual([]);
});

test('the same is true for all characters of living scripts, styled characters and emoji', async () => {
  // From, to, step. Later blocks still grow, and databases support them later than this runtime.
  const blocks = [
    [1, 0x33ff, 1],
    [0x3400, 0xd7ff, 37],
    [0xf900, 0xffff, 1],
    [0x1d400, 0x1d7ff, 1],
    [0x1f000, 0x1faff, 1],
    [0x20000, 0x2a6df, 997],
  ] as const;
  const words: string[] = [];
  for (const [from, to, step] of blocks)
    for (let code = from; code <= to; code += step) {
      const word = String.fromCodePoint(code);
      if (searchTerms(word).length > 0) words.push(word);
    }
  expect(words.length).toBeGreaterThan(10_000);
  const texts: string[] = [];
  for (let from = 0; from < words.length; from += 250) texts.push(words.slice(from, from + 250).join(' ab '));
  expect(await missed(texts)).toEqual([]);
});

test('stores text of any length', async () => {
  const { rows } = await t.api.pool.query<{ words: number }>(
    `select length(creator_search_words($1, $1, $2)) as words`,
    ['y'.repeat(5000), `${'é'.repeat(6000)} end`],
  );
  expect(rows[0]?.words).toBeGreaterThan(0);
});
