import { expect, test } from 'vitest';
import { inPlainEnglish } from './problem-language.ts';

test.each([
  ['Submitted a live', 'Submitted a live video'],
  ['Changes requested: a live', 'Changes requested: a live video'],
  ['A live on TikTok is live', 'A live video on TikTok is live'],
  ['Approved: $520, 1 live, draft by 1 Feb 2099', 'Approved: $520, 1 live video, draft by 1 Feb 2099'],
  ['Offer accepted: no fee, 2 lives', 'Offer accepted: no fee, 2 live videos'],
])('the stored line “%s” reads “%s”', (stored, shown) => {
  expect(inPlainEnglish(stored)).toBe(shown);
});

test('other lines of a history stay as they are', () => {
  for (const line of [
    'A reel on TikTok is live',
    'Submitted a live video',
    'Approved: $520, 1 live video',
    'Live post removed: https://www.tiktok.com/@mara/live',
    'Rights end 30 days after going live',
  ])
    expect(inPlainEnglish(line)).toBe(line);
});
