import { expect, test } from 'vitest';
import { addMonths, committedUntil, endIfCancelled, pastDueOf } from './subscription.ts';

const at = (text: string) => new Date(`${text}T00:00:00Z`);

test('adding months keeps the day, or uses the last day of a shorter month', () => {
  expect(addMonths(at('2026-01-31'), 1)).toEqual(at('2026-02-28'));
  expect(addMonths(at('2026-01-31'), 2)).toEqual(at('2026-03-31'));
  expect(addMonths(at('2026-11-15'), 3)).toEqual(at('2027-02-15'));
});

test('[R9.020] a monthly plan cancelled early ends after its third month', () => {
  const plan = {
    kind: 'plan',
    period: 'monthly',
    started: at('2026-01-10'),
    termEnds: at('2026-02-10'),
  } as const;
  expect(endIfCancelled(plan, at('2026-01-11'))).toEqual(at('2026-04-10'));
});

test("[R9.021] later it ends with the first paid month after 30 days' notice", () => {
  const plan = {
    kind: 'plan',
    period: 'monthly',
    started: at('2025-01-10'),
    termEnds: at('2026-02-10'),
  } as const;
  // 31 days before the end of the term: the notice period has passed by then.
  expect(endIfCancelled(plan, at('2026-01-10'))).toEqual(at('2026-02-10'));
  expect(endIfCancelled(plan, at('2026-01-12'))).toEqual(at('2026-03-10'));
});

test('a yearly plan ends with its year, an add-on after its notice period', () => {
  const term = { started: at('2026-01-31'), termEnds: at('2026-02-28') };
  expect(endIfCancelled({ kind: 'plan', period: 'yearly', ...term }, at('2026-02-01'))).toEqual(
    at('2027-02-28'),
  );
  expect(endIfCancelled({ kind: 'affiliate', period: 'monthly', ...term }, at('2026-02-01'))).toEqual(
    at('2026-03-28'),
  );
});

test("a yearly plan can't be downgraded before its last month", () => {
  const plan = { period: 'yearly', started: at('2026-01-10') } as const;
  expect(committedUntil({ ...plan, termEnds: at('2026-03-10') })).toEqual(at('2027-01-10'));
  expect(committedUntil({ ...plan, termEnds: at('2027-01-10') })).toBeNull();
  expect(committedUntil({ ...plan, period: 'monthly', termEnds: at('2026-03-10') })).toBeNull();
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

test('[R3.017] an unpaid invoice makes a subscription past due until it is paid', () => {
  expect(pastDueOf({ subscription: subscription(1, 0), invoices: [] })).toBeNull();
  expect(pastDueOf({ subscription: subscription(1, 0), invoices: [invoice(2, true)] })).toEqual({
    due: 100,
    since: at('2026-03-01'),
  });
  expect(pastDueOf({ subscription: subscription(3, 1), invoices: [invoice(2, true)] })?.due).toBe(100);
  expect(pastDueOf({ subscription: subscription(3, 1), invoices: [invoice(4, false)] })).toBeNull();
  expect(pastDueOf({ subscription: subscription(5, 0), invoices: [invoice(4, false)] })).toBeNull();
});

test('uses the latest state of subscription and invoice, in any order', () => {
  // Only the subscription has reported the payment.
  expect(pastDueOf({ subscription: subscription(5, 0), invoices: [invoice(2, true)] })).toBeNull();
  // The subscription owes an invoice that hasn't arrived yet.
  expect(pastDueOf({ subscription: subscription(5, 1), invoices: [invoice(2, false)] })?.due).toBe(100);
});
