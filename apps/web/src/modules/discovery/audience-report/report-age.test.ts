import { expect, test } from 'vitest';
import type { HeldReport } from './audience-report-queries.ts';
import { ageText, reportAge } from './report-age.ts';

const lack = { success: false, error: null, data: null };
const held: HeldReport = {
  id: '019a9f00-0000-7000-8000-000000000000',
  report: {
    report_info: { report_id: 'r', created: '2026-11-17T10:00:00Z' },
    user_profile: { username: 'inesoutside' },
    audience_followers: lack,
    audience_likers: lack,
    audience_commenters: lack,
  },
  reportUrl: null,
  ageDays: 0,
  mayUpdate: false,
  purchased: '2026-11-17T10:00:00Z',
  underWay: null,
};
const at = (time: string) => reportAge(held, new Date(time));

test('[R4.019] a report created 3 days ago is 3 days old', () => {
  expect(at('2026-11-20T10:00:00Z').days).toBe(3);
  expect(ageText(3)).toBe('3 days old');
  expect(ageText(1)).toBe('1 day old');
  expect(ageText(0)).toBe('less than a day old');
});

test('[R4.020] an update is offered from 24 hours on, not at 23', () => {
  expect(at('2026-11-18T09:00:00Z')).toEqual({ days: 0, mayUpdate: false });
  expect(at('2026-11-18T10:00:00Z')).toEqual({ days: 1, mayUpdate: true });
});
