import { expect, test } from 'vitest';
import type { AudienceReport } from './audience-report.ts';
import { type Comparable, commonProfile, SIMILARITY_WEIGHTS, similarity } from './similarity.ts';

const base: Comparable = {
  topics: ['running', 'fitness'],
  categories: ['Running'],
  followers: 10_000,
  engagement: 4,
  language: 'de',
  country: 'DE',
  report: null,
};
const other = (change: Partial<Comparable>): Comparable => Object.assign({}, base, change);
const partOf = (creator: Comparable, part: string, seeds = [base]) =>
  similarity(creator, commonProfile(seeds)).parts.find((one) => one.part === part)?.value;

const report = (countries: Record<string, number>): AudienceReport => {
  const none = { success: false, error: null, data: null };
  const shares = Object.entries(countries).map(([code, weight]) => ({ code, name: null, weight }));
  return {
    report_info: { report_id: 'r', created: '2026-01-01T00:00:00.000Z' },
    user_profile: { username: 'x' },
    audience_followers: {
      success: true,
      error: null,
      data: {
        audience_ages: null,
        audience_geo: { countries: shares },
        audience_genders: null,
        audience_reachability: null,
        audience_languages: null,
      },
    },
    audience_likers: none,
    audience_commenters: none,
  };
};

test('weights add up to 100', () => {
  expect(Object.values(SIMILARITY_WEIGHTS).reduce((sum, weight) => sum + weight, 0)).toBe(100);
});

test('a creator is entirely like itself', () => {
  expect(similarity(base, commonProfile([base])).score).toBe(100);
  const audience = other({ report: report({ DE: 0.7, AT: 0.2 }) });
  expect(similarity(audience, commonProfile([audience]))).toMatchObject({ score: 100 });
});

test('each part compares in its own way', () => {
  expect(partOf(other({ topics: ['running'] }), 'topics')).toBeCloseTo(1 / 1.85, 3);
  expect(partOf(other({ topics: ['chess'] }), 'topics')).toBe(0);
  expect(partOf(other({ followers: 100_000 }), 'size')).toBe(0);
  expect(partOf(other({ followers: 31_623 }), 'size')).toBeCloseTo(0.5, 2);
  expect(partOf(other({ followers: 3_162 }), 'size')).toBeCloseTo(0.5, 2);
  expect(partOf(other({ engagement: 8 }), 'engagement')).toBe(0.5);
  expect(partOf(other({ engagement: 2 }), 'engagement')).toBe(0.5);
  expect(partOf(other({ language: 'en' }), 'language')).toBe(0);
  expect(partOf(other({ country: 'AT' }), 'place', [base, base, other({ country: 'AT' })])).toBe(0.5);
});

test('the audience counts only where both sides have a report', () => {
  const seed = other({ report: report({ DE: 0.6, AT: 0.4 }) });
  expect(partOf(base, 'audience', [seed])).toBeNull();
  expect(partOf(seed, 'audience', [base])).toBeNull();
  expect(partOf(other({ report: report({ DE: 0.6, US: 0.4 }) }), 'audience', [seed])).toBeCloseTo(
    0.6 / 1.4,
    3,
  );
});

test('what is unknown about a creator counts as nothing in common', () => {
  const unknown = other({ followers: null, engagement: null, language: null, country: null });
  expect(similarity(unknown, commonProfile([base])).parts.map(({ value }) => value)).toEqual([
    1,
    null,
    0,
    0,
    0,
    0,
  ]);
  // 35 of the 80 that count without an audience.
  expect(similarity(unknown, commonProfile([base])).score).toBe(44);
});

test('what is unknown about the seeds is not compared', () => {
  const seed = other({
    topics: [],
    categories: [],
    followers: null,
    engagement: null,
    language: null,
    country: null,
  });
  expect(similarity(base, commonProfile([seed]))).toMatchObject({ score: 0, sharedTopics: [] });
  expect(commonProfile([])).toMatchObject({ followers: null, engagement: null });
});

test('several creators are summarized by medians and shares', () => {
  const common = commonProfile([
    base,
    other({ followers: 30_000, topics: ['running'], language: 'en' }),
    other({ followers: 2_000_000, topics: ['cooking'] }),
  ]);
  expect(common.followers).toBe(30_000);
  expect([...common.topics.keys()]).toEqual(['running', 'cooking', 'fitness']);
  expect(common.languages.get('de')).toBeCloseTo(2 / 3);
});
