import { expect, test } from 'vitest';
import { mediaValueRange, type ValuedPost } from './media-value.ts';

const post = (counts: Partial<ValuedPost & { text: string }>) =>
  Object.assign(
    {
      platform: 'instagram' as const,
      kind: 'reel',
      views: 10_000,
      likes: 400,
      comments: 50,
      saves: 20,
      shares: 30,
      followers: 50_000,
      text: '',
    },
    counts,
  );

test('earned media value is the range of published recipes', () => {
  // MightyScout: 10,000 views at 10 dollars per thousand are 100 dollars. fair-influence: 80 + 500 × 0.25 = 205 dollars.
  // Campaign rates: 150 + 32 + 20 + 5 + 7.5 dollars.
  expect(mediaValueRange([post({})], false)).toEqual({
    low: 10_000,
    high: 21_450,
    known: 1,
    unknown: 0,
    recipes: [
      { name: 'MightyScout', value: 10_000 },
      { name: 'fair-influence', value: 20_500 },
      { name: 'Troupe', value: 21_450 },
    ],
  });
});

test('only posts that every recipe can value count, and shared ones by their part', () => {
  const posts = [post({}), post({ views: null }), post({ text: 'with @larkmoor and @other' })];
  expect(mediaValueRange(posts, false)).toMatchObject({ low: 20_000, known: 2, unknown: 1 });
  expect(mediaValueRange(posts, true)).toMatchObject({ low: 15_000, known: 2, unknown: 1 });
  expect(mediaValueRange([], false)).toMatchObject({ low: null, high: null, known: 0 });
});
