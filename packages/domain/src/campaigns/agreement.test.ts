import { expect, test } from 'vitest';
import { type Agreement, offerStep, sameTerms } from './agreement.ts';

const asked: Agreement = {
  fee: 40_500,
  currency: 'USD',
  draftDue: null,
  liveDue: '2026-12-12T12:00:00.000Z',
  deliverables: [
    { kind: 'reel', count: 2 },
    { kind: 'story', count: 1 },
  ],
  usageRights: { termDays: 180, channels: ['organic', 'paid'], territory: 'EU' },
};
const lower = { ...asked, fee: 5000 };
const open = (number: number, side: 'brand' | 'creator', terms: Agreement) => ({ number, side, terms });

test('terms are equal in any order, and no fee equals a fee of 0', () => {
  expect(
    sameTerms(asked, {
      ...asked,
      deliverables: [...asked.deliverables].reverse(),
      liveDue: '2026-12-12T13:00:00+01:00',
      usageRights: { termDays: 180, channels: ['paid', 'organic'], territory: ' EU ' },
    }),
  ).toBe(true);
  expect(sameTerms({ ...asked, fee: null }, { ...asked, fee: 0, currency: 'EUR' })).toBe(true);
});

test.each<[string, Partial<Agreement>]>([
  ['fee', { fee: 40_501 }],
  ['currency', { currency: 'EUR' }],
  ['deliverables', { deliverables: [{ kind: 'reel', count: 2 }] }],
  [
    'number of pieces',
    {
      deliverables: [
        { kind: 'reel', count: 3 },
        { kind: 'story', count: 1 },
      ],
    },
  ],
  ['draft date', { draftDue: '2026-12-01T12:00:00.000Z' }],
  ['live date', { liveDue: null }],
  ['usage term', { usageRights: { termDays: null, channels: ['organic', 'paid'], territory: 'EU' } }],
  ['usage rights', { usageRights: null }],
])('a different %s makes terms different', (_part, change) => {
  expect(sameTerms(asked, { ...asked, ...change })).toBe(false);
});

test('counts deliverables of the same kind together', () => {
  const reel = (count: number) => ({ kind: 'reel' as const, count });
  const of = (...deliverables: Agreement['deliverables']) => ({ ...asked, deliverables });
  expect(sameTerms(of(reel(1), reel(2)), of(reel(3)))).toBe(true);
  expect(sameTerms(of(reel(1), reel(2)), of(reel(1)))).toBe(false);
});

test("a creator's earlier terms are a counter-offer to the brand and bind no one", () => {
  expect(offerStep({ open: open(2, 'brand', lower), asked, agreed: null }, 'creator', asked)).toEqual({
    kind: 'offer',
    closes: { number: 2, state: 'countered' },
  });
});

test("approving the creator's own terms accepts them", () => {
  const table = { open: open(1, 'creator', asked), asked, agreed: null };
  expect(offerStep(table, 'brand', asked)).toEqual({ kind: 'accept', number: 1 });
});

test("other terms counter the other side's offer and replace one's own", () => {
  const table = { open: open(1, 'creator', asked), asked, agreed: null };
  const closes = { number: 1, state: 'countered' };
  expect(offerStep(table, 'brand', lower)).toEqual({ kind: 'offer', closes });
  const second = { open: open(2, 'brand', lower), asked, agreed: null };
  expect(offerStep(second, 'brand', { ...lower, fee: 6000 })).toEqual({
    kind: 'offer',
    closes: { number: 2, state: 'withdrawn' },
  });
  expect(offerStep(second, 'brand', lower)).toEqual({ kind: 'none' });
});

test("a creator's requested terms stay open until the first agreement", () => {
  expect(offerStep({ open: null, asked, agreed: null }, 'brand', asked)).toEqual({
    kind: 'agree',
    closes: null,
  });
  expect(offerStep({ open: open(2, 'brand', lower), asked, agreed: null }, 'brand', asked)).toEqual({
    kind: 'agree',
    closes: { number: 2, state: 'withdrawn' },
  });
  // The brand's earlier terms don't stay open.
  expect(offerStep({ open: null, asked, agreed: null }, 'creator', lower).kind).toBe('offer');
});

test('after an agreement only an open offer can be accepted', () => {
  expect(offerStep({ open: null, asked, agreed: lower }, 'brand', asked)).toEqual({
    kind: 'offer',
    closes: null,
  });
  expect(offerStep({ open: open(3, 'creator', asked), asked, agreed: lower }, 'brand', asked)).toEqual({
    kind: 'accept',
    number: 3,
  });
});

test("returning to the agreed terms withdraws one's own offer and declines the other side's", () => {
  const table = { asked, agreed: asked };
  expect(offerStep({ ...table, open: open(2, 'brand', lower) }, 'brand', asked)).toEqual({
    kind: 'withdraw',
    number: 2,
  });
  expect(offerStep({ ...table, open: open(2, 'brand', lower) }, 'creator', asked)).toEqual({
    kind: 'decline',
    number: 2,
  });
  expect(offerStep({ ...table, open: null }, 'brand', asked)).toEqual({ kind: 'none' });
});
