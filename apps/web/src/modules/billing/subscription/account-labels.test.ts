import type { HeldSubscription } from '@troupe/domain/billing/subscription';
import { expect, test } from 'vitest';
import { cancelText, invoiceLook, priceText, standingOf } from './account-labels.ts';

const held: HeldSubscription = {
  id: '0195a6a0-0000-7000-8000-000000000000',
  planId: 'trailblazer',
  period: 'yearly',
  status: 'active',
  kind: 'plan',
  name: 'Trailblazer',
  price: 254_500,
  currency: 'USD',
  started: '2026-02-28T12:00:00.000Z',
  termEnds: '2026-12-28T12:00:00.000Z',
  ends: null,
  endsIfCancelled: '2027-02-28T12:00:00.000Z',
  pastDue: false,
  due: 0,
  change: null,
};

test('a plan says what a month costs and where it stands', () => {
  expect(priceText(held.price, held.currency)).toBe('$2,545 per month');
  expect(standingOf(held)).toEqual({ tone: 'green', word: 'Active', more: null });
  expect(standingOf({ ...held, ends: '2027-02-28T12:00:00.000Z' }).more).toBe('Ends on 28 Feb 2027');
  expect(standingOf({ ...held, pastDue: true, due: 254_500 })).toMatchObject({
    word: 'Past due',
    more: '$2,545 is due',
  });
  expect(standingOf({ ...held, due: 254_500 })).toMatchObject({
    word: 'Payment due',
    more: '$2,545 is due',
  });
});

test('an invoice says what of it went back', () => {
  const invoice = {
    id: '15',
    date: '2026-11-20T10:00:00.000Z',
    status: 'paid',
    total: 225_00,
    due: 0,
    refunded: 0,
    currency: 'USD',
    lines: [],
  } as const;
  const words = (part: { refunded?: number; status?: 'payment_due' }) => {
    const { word, more } = invoiceLook({ ...invoice, lines: [], ...part });
    return [word, more];
  };
  expect(words({})).toEqual(['Paid', null]);
  expect(words({ refunded: 45_00 })).toEqual(['Paid', '$45.00 refunded']);
  expect(words({ refunded: 225_00 })).toEqual(['Refunded', null]);
  expect(words({ status: 'payment_due', refunded: 45_00 })).toEqual(['Payment due', null]);
});

test('explains the 30-day notice and the minimum term before a plan is canceled', () => {
  expect(cancelText(held)).toContain('Trailblazer ends on 28 Feb 2027.');
  expect(cancelText(held)).toContain("30 days' notice");
  expect(cancelText({ ...held, period: 'monthly' })).toContain('at least three months');
  expect(cancelText({ ...held, kind: 'affiliate' })).toContain('end of a paid month');
});
