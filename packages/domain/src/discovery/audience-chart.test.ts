import { describe, expect, test } from 'vitest';
import {
  AUDIENCE_CHARTS,
  ageBars,
  audienceCharts,
  countryBars,
  genderBars,
  languageBars,
  percentOf,
  reachabilityBars,
  shareName,
  subsetsWithData,
  unlistedShare,
} from './audience-chart.ts';
import { type AudienceReport, mayUpdateReport, reportAgeDays } from './audience-report.ts';

const shares = (weights: Record<string, number>) =>
  Object.entries(weights).map(([code, weight]) => ({ code, name: null, weight }));
const shown = (bars: { label: string; percent: number }[]) =>
  bars.map(({ label, percent }) => `${label} ${percent}%`);

const SIX_AGES = { '13-17': 0.06, '18-24': 0.31, '25-34': 0.44, '35-44': 0.14, '45-64': 0.05, '65-': 0 };

describe('ages', () => {
  test("[R9.037] three age groups are shown and the rest as '35-50+'", () => {
    expect(shown(ageBars(shares(SIX_AGES)))).toEqual(['13-17 6%', '18-24 31%', '25-34 44%', '35-50+ 19%']);
  });
  test('[R9.037] age groups come in the order of age, whatever the order of the report', () => {
    const turned = Object.fromEntries(Object.entries(SIX_AGES).reverse());
    expect(ageBars(shares(turned)).map(({ label }) => label)).toEqual(['13-17', '18-24', '25-34', '35-50+']);
  });
  test('a report without the youngest groups counts no one twice', () => {
    expect(shown(ageBars(shares({ '25-34': 0.5, '35-44': 0.3, '45-64': 0.2 })))).toEqual([
      '25-34 50%',
      '35-50+ 50%',
    ]);
  });
  test('without ages there are no bars, and three groups leave no rest', () => {
    expect(ageBars(null)).toEqual([]);
    expect(ageBars(shares({ '13-17': 0.5, '18-24': 0.5 }))).toHaveLength(2);
  });
});

describe('countries and languages', () => {
  test("[R9.038] the three largest countries are shown and the rest as 'Other'", () => {
    const six = shares({ FR: 0.1, US: 0.4, GB: 0.2, DE: 0.15, IT: 0.1, ES: 0.05 });
    expect(shown(countryBars(six))).toEqual([
      'United States 40%',
      'United Kingdom 20%',
      'Germany 15%',
      'Other 25%',
    ]);
  });
  test('a truncated list shows its missing share instead of guessing it', () => {
    const cut = shares({ IN: 0.5, US: 0.2, ID: 0.05, PK: 0.03 });
    expect(shown(countryBars(cut)).at(-1)).toBe('Other 3%');
    expect(unlistedShare(cut)).toBeCloseTo(0.22);
    expect(unlistedShare([])).toBeNull();
    expect(unlistedShare(shares({ US: 0.7, GB: 0.5 }))).toBe(0);
  });
  test("[R9.039] shows two languages and combines the rest with the provider's 'Other'", () => {
    const five = [
      { code: 'other', name: null, weight: 0.3 },
      { code: 'en', name: 'English', weight: 0.4 },
      { code: 'es', name: 'Spanish', weight: 0.2 },
      { code: 'pt', name: 'Portuguese', weight: 0.06 },
      { code: 'arz', name: 'Arabic (Egyptian)', weight: 0.04 },
    ];
    expect(shown(languageBars(five))).toEqual(['English 40%', 'Spanish 20%', 'Other 40%']);
  });
  test('shows unknown codes unchanged', () => {
    expect(shareName({ code: 'XX-9', name: null, weight: 1 }, 'region')).toBe('XX-9');
    expect(shareName({ code: 'zxx1', name: null, weight: 1 }, 'language')).toBe('zxx1');
    expect(shareName({ code: 'other', name: null, weight: 1 }, 'language')).toBe('Other');
  });
});

describe('names and codes', () => {
  test('charts have titles', () => {
    expect(AUDIENCE_CHARTS).toEqual({
      ages: 'Ages',
      countries: 'Countries',
      genders: 'Genders',
      reachability: 'Reachability',
      languages: 'Languages',
    });
  });
  test('sorts unreadable ages last and open-ended ones first', () => {
    expect(shown(ageBars(shares({ unknown: 0.1, ' -17': 0.2, 'age 18-24': 0.3, '25-34': 0.4 })))).toEqual([
      ' -17 20%',
      'age 18-24 30%',
      '25-34 40%',
      '35-50+ 10%',
    ]);
  });
  test('shows at most three young age groups', () => {
    expect(shown(ageBars(shares({ '13-17': 0.1, '18-20': 0.2, '21-24': 0.3, '25-34': 0.4 })))).toEqual([
      '13-17 10%',
      '18-20 20%',
      '21-24 30%',
      '35-50+ 40%',
    ]);
  });
  test("prefers the provider's name unless it is blank", () => {
    expect(shareName({ code: 'US', name: 'The States', weight: 1 }, 'region')).toBe('The States');
    expect(shareName({ code: 'US', name: '  ', weight: 1 }, 'region')).toBe('United States');
    expect(shareName({ code: 'US', name: null, weight: 1 })).toBe('US');
    for (const code of ['', ' ', 'Unknown', ' und ', 'OTHER'])
      expect(shareName({ code, name: null, weight: 1 }, 'region')).toBe('Other');
    expect(shareName({ code: 'another', name: null, weight: 1 }, 'region')).toBe('another');
    expect(shown(languageBars(shares({ de: 0.6, fr: 0.4 })))).toEqual(['German 60%', 'French 40%']);
  });
  test('omits unknown reachability', () => {
    expect(shown(reachabilityBars(shares({ '1500-': 0.2, many: 0.8 })))).toEqual(['>1.5k 20%']);
    expect(reachabilityBars(null)).toEqual([]);
  });
});

describe('genders, reachability, percentages', () => {
  test('[R9.041] genders read Male and Female', () => {
    expect(shown(genderBars(shares({ MALE: 0.29, FEMALE: 0.71 })))).toEqual(['Male 29%', 'Female 71%']);
  });
  test('[R9.040] reachability has the buckets <500, 500-1k, 1-1.5k and >1.5k', () => {
    const mixed = shares({ '1500-': 0.27, '-500': 0.38, '1000-1500': 0.1, '500-1000': 0.25 });
    expect(shown(reachabilityBars(mixed))).toEqual(['<500 38%', '500-1k 25%', '1-1.5k 10%', '>1.5k 27%']);
  });
  test("omits a bucket the report doesn't contain", () => {
    expect(shown(reachabilityBars(shares({ '1500-': 0.27 })))).toEqual(['>1.5k 27%']);
  });
  test('[R9.042] weights become rounded percentages', () => {
    expect(percentOf(0.456)).toBe(46);
    expect([percentOf(0), percentOf(0.004), percentOf(0.995), percentOf(1)]).toEqual([0, 0, 100, 100]);
  });
  test('without data every chart is empty', () => {
    expect(audienceCharts(null)).toEqual({
      ages: [],
      countries: [],
      genders: [],
      reachability: [],
      languages: [],
    });
  });
});

describe('a report', () => {
  const none = { success: false, error: 'empty_audience', data: null };
  const report: AudienceReport = {
    report_info: { report_id: 'r1', created: '2026-05-01T09:30:00.000Z' },
    user_profile: { username: 'mia.cooks' },
    audience_followers: none,
    audience_likers: { success: true, error: null, data: { ...emptyData() } },
    audience_commenters: none,
  };
  test('offers the audiences that hold data', () => {
    expect(subsetsWithData(report)).toEqual(['audience_likers']);
    const { audience_likers: full } = report;
    const broken = { ...full, success: false };
    expect(
      subsetsWithData({ ...report, audience_likers: broken, audience_followers: { ...none, success: true } }),
    ).toEqual([]);
  });
  test('[R4.019] counts ages in full 24-hour days', () => {
    const at = (text: string) => reportAgeDays(report.report_info.created, new Date(text));
    expect(at('2026-05-04T09:30:00Z')).toBe(3);
    expect(at('2026-05-04T09:29:59Z')).toBe(2);
    expect(at('2026-04-30T00:00:00Z')).toBe(0);
  });
  test('[R4.020] offers an update after 24 hours, not after 23', () => {
    const age = (text: string) => reportAgeDays(report.report_info.created, new Date(text));
    expect(mayUpdateReport(age('2026-05-02T08:30:00Z'))).toBe(false);
    expect(mayUpdateReport(age('2026-05-02T09:30:00Z'))).toBe(true);
  });
});

function emptyData() {
  return {
    audience_ages: null,
    audience_geo: { countries: [] },
    audience_genders: null,
    audience_reachability: null,
    audience_languages: null,
  };
}
