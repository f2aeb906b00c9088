import { expect, test } from 'vitest';
import { addMonths, boundUntil, endIfCancelled, pastDueOf } from './subscription.ts';

const at = (text: string) => new Date(`${text}T00:00:00Z`);

test('months are counted to the same day, or the last one of a shorter month', () => {
  expect(addMonths(at('2026-01-31'), 1)).toEqual(at('2026-02-28'));
  expect(addMonths(at('2026-01-31'), 2)).toEqual(at('2026-03-31'));
  expect(addMonths(at('2026-11-15'), 3)).toEqual(at('2027-02-15'));
});

test('[R9.020] a monthly plan that is cancelled early ends with its third month', () => {
  const plan = {
    kind: 'plan',
    period: 'monthly',
    started: at('2026-01-10'),
    termEnds: at('2026-02-10'),
  } as const;
  expect(endIfCancelled(plan, at('2026-01-11'))).toEqual(at('2026-04-10'));
});

test('[R9.021] after that it ends with the first paid month after 30 days of notice', () => {
  const plan = {
    kind: 'plan',
    period: 'monthly',
    started: at('2025-01-10'),
    termEnds: at('2026-02-10'),
  } as const;
  // 31 days before the end of the term: the notice is over by then.
  expect(endIfCancelled(plan, at('2026-01-10'))).toEqual(at('2026-02-10'));
  expect(endIfCancelled(plan, at('2026-01-12'))).toEqual(at('2026-03-10'));
});

test('a yearly plan ends with its year, an add-on with its notice', () => {
  const term = { started: at('2026-01-31'), termEnds: at('2026-02-28') };
  expect(endIfCancelled({ kind: 'plan', period: 'yearly', ...term }, at('2026-02-01'))).toEqual(
    at('2027-02-28'),
  );
  expect(endIfCancelled({ kind: 'affiliate', period: 'monthly', ...term }, at('2026-02-01'))).toEqual(
    at('2026-03-28'),
  );
});

test('a yearly plan cannot become a smaller one before its last month', () => {
  const plan = { period: 'yearly', started: at('2026-01-10') } as const;
  expect(boundUntil({ ...plan, termEnds: at('2026-03-10') })).toEqual(at('2027-01-10'));
  expect(boundUntil({ ...plan, termEnds: at('2027-01-10') })).toBeNull();
  expect(boundUntil({ ...plan, period: 'monthly', termEnds: at('2026-03-10') })).toBeNull();
});

const subscription = (version: number, dueInvoices: number, due = dueInvoices * 100) => ({
  version,
  dueInvoices,
  due,
  dueSince: null,
});
const invoice = (version: number, unpaid: boolean) => ({
  version,
  unpaid,
  due: unpaid ? 100 : 0,
  date: at('2026-03-01'),
});

test('[R3.017] an unpaid invoice makes a subscription past due, and its payment ends that', () => {
  expect(pastDueOf({ subscription: subscription(1, 0), invoices: [] })).toBeNull();
  expect(pastDueOf({ subscription: subscription(1, 0), invoices: [invoice(2, true)] })).toEqual({
    due: 100,
    since: at('2026-03-01'),
  });
  expect(pastDueOf({ subscription: subscription(3, 1), invoices: [invoice(2, true)] })?.due).toBe(100);
  expect(pastDueOf({ subscription: subscription(3, 1), invoices: [invoice(4, false)] })).toBeNull();
  expect(pastDueOf({ subscription: subscription(5, 0), invoices: [invoice(4, false)] })).toBeNull();
});

test('whatever comes late: the newer word of subscription and invoice counts', () => {
  // The payment was told with the subscription alone.
  expect(pastDueOf({ subscription: subscription(5, 0), invoices: [invoice(2, true)] })).toBeNull();
  // The subscription owes an invoice that has not been told yet.
  expect(pastDueOf({ subscription: subscription(5, 1), invoices: [invoice(2, false)] })?.due).toBe(100);
});
