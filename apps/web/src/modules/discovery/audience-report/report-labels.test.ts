import { CallError } from '@troupe/contract/client';
import { expect, test } from 'vitest';
import type { HeldReport } from './audience-report-queries.ts';
import { ageText, purchasedNotice, refusedNotice, reportAge } from './report-labels.ts';

const failure = (status: number, body: Record<string, unknown>) =>
  new CallError(status, body as CallError['body'], 'The server answered.');

test('[R8.045] the notification of a bought report has username and credit', () => {
  expect(purchasedNotice({ found: false }, 'inesoutside')).toEqual({
    kind: 'success',
    text: 'Deep Insights Purchased',
    detail: 'Report saved for inesoutside. 1 credit has been deducted from your account.',
  });
});

test('[R8.046] a report that already exists is free and says that', () => {
  expect(purchasedNotice({ found: true }, 'inesoutside')).toEqual({
    kind: 'success',
    text: 'Deep Insights Found',
    detail: 'A report for inesoutside is already in your account. No credit was deducted.',
  });
});

test('[R8.001] [R8.002] a report on its way warns with the text of the server, or with the standard one', () => {
  expect(refusedNotice(failure(409, { code: 'retry_later', err: 'Come back at noon.' }))).toEqual({
    kind: 'warning',
    text: 'Come back at noon.',
  });
  expect(refusedNotice(failure(409, { code: 'retry_later', err: ' ' }))).toEqual({
    kind: 'warning',
    text: 'We are currently processing your request. Please check back in a few minutes.',
  });
});

test('[R8.003] a channel without audience data is named as such', () => {
  expect(refusedNotice(failure(422, { code: 'empty_audience_data', err: 'empty' })).text).toBe(
    'No audience data is available for this channel',
  );
});

test('[R8.004] [R8.005] any other failure shows the text of the server, or that it is unknown', () => {
  expect(refusedNotice(failure(502, { code: 'report_unavailable', err: 'The provider is away.' }))).toEqual({
    kind: 'failure',
    text: 'The provider is away.',
  });
  expect(refusedNotice(failure(500, {}))).toEqual({ kind: 'failure', text: 'An unknown error occurred' });
  expect(refusedNotice(failure(0, {}))).toMatchObject({
    text: 'An unknown error occurred',
    detail: 'The server answered.',
  });
});

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
