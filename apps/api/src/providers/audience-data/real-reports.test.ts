import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { audienceCharts, subsetsWithData } from '@troupe/domain/discovery/audience-chart';
import { AudienceReport } from '@troupe/domain/discovery/audience-report';
import { describe, expect, test } from 'vitest';
import { readInsightiqReport } from './insightiq-report.ts';
import { readIqdataReport } from './iqdata-report.ts';

const folder = join(
  process.env.TROUPE_SHARED ?? join(import.meta.dirname, '../../../../../../shared'),
  'data/audience',
);
const present = existsSync(folder);
if (!present) console.log(`Skipping tests of real reports: ${folder} does not exist.`);

const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));
const shown = (bars: { label: string; percent: number }[]) =>
  bars.map(({ label, percent }) => `${label} ${percent}%`);

function iqdata(file: string): AudienceReport {
  const report = AudienceReport.parse(readIqdataReport(read(file)));
  return report;
}

describe.runIf(present)('reports of real accounts', () => {
  test('an Instagram report has only followers, with reachability', () => {
    const report = iqdata('iqdata_report_instagram.json');
    expect(report.report_info).toEqual({
      report_id: '64cfd48404469f9ef8d42204',
      created: '2023-08-06T17:12:36.447Z',
    });
    expect(report.user_profile.username).toBe('sabrinatoday');
    expect(subsetsWithData(report)).toEqual(['audience_followers']);
    expect(report.audience_likers).toEqual({ success: false, error: 'empty_audience', data: null });
    const charts = audienceCharts(report.audience_followers.data);
    expect(shown(charts.ages)).toEqual(['13-17 4%', '18-24 33%', '25-34 43%', '35-50+ 20%']);
    expect(shown(charts.countries)).toEqual(['United States 28%', 'India 13%', 'Brazil 13%', 'Other 22%']);
    expect(shown(charts.genders)).toEqual(['Male 57%', 'Female 43%']);
    expect(shown(charts.reachability)).toEqual(['<500 12%', '500-1k 14%', '1-1.5k 6%', '>1.5k 68%']);
    expect(shown(charts.languages)).toEqual(['English 47%', 'Portuguese 12%', 'Other 41%']);
  });

  test('a channel without username uses its custom name, and commenters may lack countries', () => {
    const report = iqdata('iqdata_report_danni.json');
    expect(report.user_profile.username).toBe('DANNIVIVIANI');
    expect(subsetsWithData(report)).toEqual(['audience_followers', 'audience_commenters']);
    const { audience_followers: followers, audience_commenters: commenters } = report;
    expect(followers.data?.audience_reachability).toBeNull();
    expect(followers.data?.audience_geo.countries).toHaveLength(13);
    expect(commenters.data?.audience_geo.countries).toBeNull();
    expect(audienceCharts(commenters.data).countries).toEqual([]);
    expect(shown(audienceCharts(commenters.data).ages)).toEqual([
      '13-17 8%',
      '18-24 67%',
      '25-34 24%',
      '35-50+ 0%',
    ]);
    expect(shown(audienceCharts(followers.data).languages)).toEqual([
      'English 85%',
      'Spanish 4%',
      'Other 11%',
    ]);
    expect(followers.data?.audience_languages?.at(-1)).toEqual({
      code: 'other',
      name: null,
      weight: 0.007667,
    });
  });

  test('channels of very large accounts are parsed alike', () => {
    const tseries = iqdata('iqdata_report_tseries.json');
    expect(tseries.user_profile.username).toBe('tseries');
    expect(shown(audienceCharts(tseries.audience_followers.data).countries)).toEqual([
      'India 71%',
      'Bangladesh 7%',
      'Pakistan 5%',
      'Other 7%',
    ]);
    const wwe = iqdata('iqdata_report_wwe.json');
    expect(wwe.user_profile.username).toBe('WWEFanNation');
    expect(shown(audienceCharts(wwe.audience_commenters.data).countries)).toEqual([
      'United States 37%',
      'India 16%',
      'United Kingdom 6%',
      'Other 22%',
    ]);
    expect(wwe.audience_followers.data?.audience_languages).toContainEqual({
      code: 'arz',
      name: 'Arabic (Egyptian)',
      weight: 0.002043,
    });
  });

  test('InsightIQ percentages become fractions, and empty commenters are missing', () => {
    const report = AudienceReport.parse(readInsightiqReport(read('insightiq_profile_creator.json')));
    expect(report.report_info).toEqual({
      report_id: '33401735-195a-5c20-9cc5-4ddc73ed9a88',
      created: '2025-05-19T10:06:02.066Z',
    });
    expect(report.user_profile.username).toBe('_amnariaz');
    expect(subsetsWithData(report)).toEqual(['audience_followers', 'audience_likers']);
    const charts = audienceCharts(report.audience_followers.data);
    expect(shown(charts.countries)).toEqual(['Pakistan 64%', 'United States 9%', 'India 3%', 'Other 10%']);
    expect(shown(charts.genders)).toEqual(['Male 51%', 'Female 49%']);
    expect(shown(charts.ages)).toEqual(['13-17 5%', '18-24 40%', '25-34 49%', '35-50+ 7%']);
    expect(shown(charts.reachability)).toEqual(['<500 31%', '500-1k 15%', '1-1.5k 6%', '>1.5k 47%']);
    expect(shown(charts.languages)).toEqual(['English 80%', 'Arabic 10%', 'Other 10%']);
    expect(report.audience_likers.data?.audience_reachability).toBeNull();
    expect(report.audience_commenters.error).toBe('empty_audience');
  });
});

describe('invalid reports', () => {
  const info = { report_id: 'r9', created: '2026-05-01T09:30:00+00:00' };
  const profile = { username: 'mia.cooks' };
  const followers = (data: unknown) =>
    readIqdataReport({
      success: true,
      report_info: info,
      user_profile: profile,
      audience_followers: { success: true, data },
    })?.audience_followers;

  test.each([
    ['no JSON object', 'half a repo'],
    ['null', null],
    ['no info', { user_profile: profile }],
    ['no name', { report_info: info, user_profile: {} }],
    ['an invalid time', { report_info: { ...info, created: 'yesterday' }, user_profile: profile }],
  ])('with %s are rejected', (_title, json) => {
    expect(readIqdataReport(json)).toBeNull();
    expect(readInsightiqReport(json)).toBeNull();
  });

  test('absent lists are unknown, and empty lists are empty', () => {
    expect(
      followers({ audience_ages: [{ code: '13-17', weight: 0 }], audience_geo: { countries: [] } }),
    ).toEqual({
      success: true,
      error: null,
      data: {
        audience_ages: [{ code: '13-17', name: null, weight: 0 }],
        audience_geo: { countries: [] },
        audience_genders: null,
        audience_reachability: null,
        audience_languages: null,
      },
    });
  });

  test('drops shares without weight or kind and keeps unusual codes', () => {
    const data = followers({
      audience_ages: [
        { code: '65–', weight: 0.2 },
        { code: '18-24', weight: null },
        { weight: 0.1 },
        null,
        { code: '25-34', weight: '0.5' },
        { code: '35-44', weight: -1 },
      ],
      audience_genders: [{ code: 'female', weight: 0.6 }],
      audience_languages: 'none',
      audience_geo: { countries: [{ id: 1, name: 'Somewhere', weight: 1.2 }] },
    })?.data;
    expect(data?.audience_ages).toEqual([{ code: '65-', name: null, weight: 0.2 }]);
    expect(data?.audience_genders).toEqual([{ code: 'FEMALE', name: null, weight: 0.6 }]);
    expect(data?.audience_languages).toBeNull();
    expect(data?.audience_geo.countries).toEqual([{ code: 'Somewhere', name: 'Somewhere', weight: 1.2 }]);
  });

  test('a successful audience without data is missing', () => {
    expect(followers({})).toEqual({ success: false, error: 'empty_audience', data: null });
    expect(followers(null)?.success).toBe(false);
  });

  test('a channel without username uses its custom name, handle or id', () => {
    const named = (user_profile: object) =>
      readIqdataReport({ report_info: info, user_profile })?.user_profile.username;
    expect(named({ username: '', handle: '@wwe', user_id: 'UC1' })).toBe('wwe');
    expect(named({ custom_name: 'WWE', handle: 'x' })).toBe('WWE');
    expect(named({ user_id: 4711 })).toBe('4711');
  });
});
