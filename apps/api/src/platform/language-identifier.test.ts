import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { identifyLanguage, loadLanguages, MIN_LETTERS } from './language-identifier.ts';

const SHARED = process.env.TROUPE_SHARED ?? join(import.meta.dirname, '../../../../../shared');
const FOLDER = join(SHARED, 'data/sentiment');
const isHere = existsSync(FOLDER);
if (!isHere) console.log(`${FOLDER} not found (set TROUPE_SHARED); accuracy on real posts is not measured.`);

beforeAll(loadLanguages);

test.each([
  ['en', 'The jacket arrived two days early and it fits perfectly'],
  ['de', 'Die Jacke kam zwei Tage früher an und passt perfekt'],
  ['ar', 'وصلت السترة قبل يومين من الموعد وهي مناسبة تماما'],
  ['hi', 'जैकेट दो दिन पहले आ गई और बिल्कुल सही बैठती है'],
])('recognizes %s', (language, text) => {
  expect(identifyLanguage(text)?.language).toBe(language);
});

test('does not guess from short texts, links and tags', () => {
  expect(identifyLanguage('love it')).toBeNull();
  expect(identifyLanguage('')).toBeNull();
  expect(identifyLanguage('😀'.repeat(40))).toBeNull();
  expect(
    identifyLanguage('#besteJackeallerZeiten @larkmoor https://larkmoor.example.com/jacken-und-mehr'),
  ).toBeNull();
});

test('bounds the time for 64 kB of combining marks', () => {
  const started = performance.now();
  identifyLanguage(`the jacket fits perfectly well ${'\u0301'.repeat(65_536)}`);
  expect(performance.now() - started).toBeLessThan(500);
});

test.skipIf(!isHere)('recognizes at least 95% of real posts', () => {
  const languages = { en: 'english', es: 'spanish', pt: 'portuguese', de: 'german', ar: 'arabic' };
  let [all, right] = [0, 0];
  const report: string[] = [];
  for (const [language, name] of Object.entries(languages)) {
    let [n, hits] = [0, 0];
    for (const text of readFileSync(join(FOLDER, `tweets_${name}/val_text.txt`), 'utf8').split('\n')) {
      const found = identifyLanguage(text);
      if (!found) continue;
      n += 1;
      if (found.language === language) hits += 1;
    }
    report.push(`${language} ${((100 * hits) / n).toFixed(1)}% of ${n}`);
    all += n;
    right += hits;
  }
  console.log(`Posts of ${MIN_LETTERS} letters or more: ${report.join(', ')}`);
  expect(all).toBeGreaterThan(1000);
  expect(right / all).toBeGreaterThanOrEqual(0.95);
});
