import { expect, test } from 'vitest';
import { ProductUpdateId } from './account/product-update-id.ts';
import { addMonths, committedUntil, endIfCancelled, pastDueOf } from './billing/subscription.ts';
import { Month, monthOf, monthSpan, USAGE_DAYS, USAGE_MONTHS } from './campaigns/usage.ts';
import { FEATURE_FLAGS, readFlags } from './feature-flag.ts';
import { ACCEPTED_TYPES, acceptedNames, acceptList, accepts } from './file-type.ts';
import { toDecimal, toMinor } from './money.ts';
import { unreadUpdates } from './site/changelog.ts';

const at = (day: string) => new Date(`${day}T00:00:00.000Z`);

test('adding months keeps the day, or uses the last day of a shorter month', () => {
  expect(addMonths(at('2026-01-31'), 1)).toEqual(at('2026-02-28'));
  expect(addMonths(at('2028-01-31'), 1)).toEqual(at('2028-02-29'));
  expect(addMonths(at('2026-11-30'), 3)).toEqual(at('2027-02-28'));
  expect(addMonths(at('2026-02-15'), 0)).toEqual(at('2026-02-15'));
});

test('an add-on ends after the notice period, a yearly plan after its year', () => {
  const of = (kind: 'plan' | 'addon', period: 'monthly' | 'yearly') =>
    endIfCancelled({ kind, period, started: at('2026-01-10'), termEnds: at('2026-02-10') }, at('2026-01-11'));
  expect(of('addon', 'monthly')).toEqual(at('2026-02-10'));
  expect(of('addon', 'yearly')).toEqual(at('2026-02-10'));
  expect(of('plan', 'monthly')).toEqual(at('2026-04-10'));
  expect(of('plan', 'yearly')).toEqual(at('2027-01-10'));
});

test("a yearly plan can't be downgraded until its year ends", () => {
  const of = (period: 'monthly' | 'yearly', termEnds: string) =>
    committedUntil({ period, started: at('2026-01-10'), termEnds: at(termEnds) });
  expect(of('yearly', '2026-02-10')).toEqual(at('2027-01-10'));
  expect(of('yearly', '2027-01-10')).toBeNull();
  expect(of('monthly', '2026-02-10')).toBeNull();
});

test('sums amounts due over unpaid invoices, since the oldest', () => {
  const unpaid = (version: number, day: string, due: number) => ({
    version,
    unpaid: true,
    due,
    date: at(day),
  });
  const subscription = { version: 1, dueInvoices: 0, due: 0, dueSince: null };
  expect(
    pastDueOf({ subscription, invoices: [unpaid(2, '2026-03-05', 100), unpaid(3, '2026-03-01', 50)] }),
  ).toEqual({ due: 150, since: at('2026-03-01') });
  expect(pastDueOf({ subscription, invoices: [unpaid(2, '2026-03-05', 0)] })).toBeNull();
  expect(
    pastDueOf({ subscription: { ...subscription, version: 2 }, invoices: [unpaid(2, '2026-03-05', 9)] }),
  ).toEqual({
    due: 9,
    since: at('2026-03-05'),
  });
  const told = { version: 1_772_323_200_000, dueInvoices: 1, due: 70, dueSince: null };
  expect(pastDueOf({ subscription: told, invoices: [] })).toEqual({ due: 70, since: at('2026-03-01') });
  expect(pastDueOf({ subscription: { ...told, dueSince: at('2026-02-01') }, invoices: [] })?.since).toEqual(
    at('2026-02-01'),
  );
});

test('a month is written with its year and ends with the next', () => {
  expect([USAGE_MONTHS, USAGE_DAYS]).toEqual([6, 30]);
  for (const month of ['2026-01', '2099-12', '2000-10']) expect(Month.safeParse(month).success).toBe(true);
  for (const month of ['2026-00', '2026-13', '1999-01', '2026-1', '2026-011', 'x2026-01'])
    expect(Month.safeParse(month).success).toBe(false);
  expect(monthOf(new Date('2026-11-30T23:59:59.999Z'))).toBe('2026-11');
  expect(monthSpan('2026-12')).toEqual({ from: at('2026-12-01'), to: at('2027-01-01') });
});

test('amounts are exact, padded and rejected if too large', () => {
  expect(toMinor(' 12.3 ', 'USD')).toBe(1230);
  expect(toMinor('1.', 'USD')).toBe(100);
  expect(toMinor('999999999999999', 'USD')).toBeNull();
  expect(toMinor('-0.001', 'USD')).toBe(0);
  expect(toMinor('+1.005', 'USD')).toBe(101);
  expect([toDecimal(5, 'USD'), toDecimal(-1234, 'KWD'), toDecimal(7, 'JPY')]).toEqual([
    '0.05',
    '-1.234',
    '7',
  ]);
});

test('counts updates newer than the last one read, or than its day if it was removed', () => {
  const updates = ['2026-11-20/b', '2026-11-20/a', '2026-11-10/c'].map((id) => ({
    id,
    day: id.slice(0, 10),
  }));
  expect(unreadUpdates(updates, null)).toBe(3);
  expect(unreadUpdates(updates, '2026-11-20/a')).toBe(1);
  expect(unreadUpdates(updates, '2026-11-20/b')).toBe(0);
  expect(unreadUpdates(updates, '2026-11-10/renamed')).toBe(2);
  expect(unreadUpdates(updates, '2026-11-20/renamed')).toBe(0);
  for (const id of ['2026-11-20/a-1', `2026-11-20/${'x'.repeat(189)}`])
    expect(ProductUpdateId.safeParse(id).success).toBe(true);
  for (const id of ['2026-11-20/A', 'x2026-11-20/a', '2026-11-20/a!', `2026-11-20/${'x'.repeat(190)}`])
    expect(ProductUpdateId.safeParse(id).success).toBe(false);
});

test('there are three feature flags', () => {
  expect(FEATURE_FLAGS).toEqual(['analyticsDashboardBeta', 'whatsNew', 'new-brand-dash']);
});

test('parses a flag list in any case, ignoring spaces and unknown names', () => {
  expect([...readFlags('WHATSNEW, nonsense ,  New-Brand-Dash')]).toEqual(['whatsNew', 'new-brand-dash']);
  expect([...readFlags('analyticsdashboardbeta')]).toEqual(['analyticsDashboardBeta']);
  for (const none of ['', 'whats new', null, undefined]) expect(readFlags(none).size).toBe(0);
});

test('[R3.043] the accept list of content is exactly the five types', () => {
  expect(acceptList('content')).toBe('video/mp4,video/quicktime,image/jpeg,image/jpg,image/png');
});

test('attachments also accept PDF, WebP and GIF; pictures accept JPEG, PNG and WebP', () => {
  expect(ACCEPTED_TYPES.attachment).toEqual([
    'video/mp4',
    'video/quicktime',
    'image/jpeg',
    'image/jpg',
    'image/png',
    'application/pdf',
    'image/webp',
    'image/gif',
  ]);
  expect(ACCEPTED_TYPES.picture).toEqual(['image/jpeg', 'image/png', 'image/webp']);
  expect(accepts('picture', 'image/gif')).toBe(false);
  expect(acceptedNames('content')).toBe('MP4, MOV, JPEG or PNG');
  expect(acceptedNames('attachment')).toBe('MP4, MOV, JPEG, PNG, PDF, WebP or GIF');
});
