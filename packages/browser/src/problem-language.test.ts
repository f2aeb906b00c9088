import path from 'node:path';
import { translateProblem } from '@troupe/domain/problem-text';
import { addMessages } from '@troupe/i18n/catalog';
import { readCatalogs } from '@troupe/i18n/catalog-files';
import { inLanguage } from '@troupe/i18n/language';
import { beforeAll, expect, test } from 'vitest';
import { inCurrentWording, inPlainEnglish } from './problem-language.ts';

beforeAll(() => {
  const repository = path.resolve(import.meta.dirname, '../../..');
  for (const { id, texts } of readCatalogs(repository, ['packages/domain']))
    addMessages('de', { [id]: texts.de ?? {} });
});

test.each([
  ['Submitted a live', 'Submitted a live video'],
  ['Changes requested: a live', 'Changes requested: a live video'],
  ['Published on TikTok: live', 'Published on TikTok: live video'],
  ['Approved: $520, 1 live, draft by 1 Feb 2099', 'Approved: $520, 1 live video, draft by 1 Feb 2099'],
  ['Offer accepted: no fee, 2 lives', 'Offer accepted: no fee, 2 live videos'],
])('the stored line “%s” reads “%s”', (stored, shown) => {
  expect(inPlainEnglish(stored)).toBe(shown);
});

test('other lines of a history stay as they are', () => {
  for (const line of [
    'Published on TikTok: reel',
    'Product shipped via DHL, tracking number JD1',
    'Submitted a live video',
    'Approved: $520, 1 live video',
    'Live post removed: https://www.tiktok.com/@mara/live',
    'Rights end 30 days after going live',
  ])
    expect(inPlainEnglish(line)).toBe(line);
});

test.each([
  [
    'Reminded: your draft due in 3 days',
    'Reminder sent: draft due in 3 days',
    'Erinnert: Entwurf in 3 Tagen fällig',
  ],
  ['Reminded: your post due in 1 day', 'Reminder sent: post due in 1 day', 'Erinnert: Post in 1 Tag fällig'],
  ['Reminded: your draft due today', 'Reminder sent: draft due today', 'Erinnert: Entwurf heute fällig'],
  ['Reminded by email', 'Reminder sent by email', 'Per E-Mail erinnert'],
  ['Address given', 'Address provided', 'Adresse angegeben'],
  ['Approved at no fee, 2 reels', 'Approved: no fee, 2 reels', 'Angenommen zu: kein Honorar, 2 Reels'],
  ['Change requested: a reel', 'Changes requested: a reel', 'Änderung gewünscht: Reel'],
  ['A reel on TikTok is live', 'Published on TikTok: reel', 'Live auf TikTok: Reel'],
  ['A live on TikTok is live', 'Published on TikTok: live video', 'Live auf TikTok: Livestream'],
  [
    'Product shipped with DHL, tracking JD1',
    'Product shipped via DHL, tracking number JD1',
    'Produkt mit DHL verschickt, Sendungsnummer JD1',
  ],
  ['Product shipped with DHL', 'Product shipped via DHL', 'Produkt mit DHL verschickt'],
  [
    'Product shipped, tracking JD1',
    'Product shipped, tracking number JD1',
    'Produkt verschickt, Sendungsnummer JD1',
  ],
])('the line “%s” of an earlier version reads as one of today', (stored, english, german) => {
  expect(inPlainEnglish(stored)).toBe(english);
  expect(inLanguage('de', () => translateProblem(inCurrentWording(stored)))).toBe(german);
});
