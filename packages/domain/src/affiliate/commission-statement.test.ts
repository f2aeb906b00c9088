import { expect, test } from 'vitest';
import { foldCode } from './affiliate-code.ts';
import {
  canonicalJson,
  lastMonthIn,
  monthIn,
  statementAmounts,
  statementPaymentTitle,
} from './commission-statement.ts';

test('a statement adds up: carried in, earned, reversed and bonus amounts are due or carried out', () => {
  const entries = [
    { kind: 'earn', amount: 900 },
    { kind: 'refund', amount: -300 },
    { kind: 'bonus', amount: 50 },
  ];
  expect(statementAmounts(-100, entries, 500)).toEqual({
    carriedIn: -100,
    earned: 900,
    takenBack: -300,
    bonus: 50,
    due: 550,
    carriedOut: 0,
  });
  expect(statementAmounts(-100, entries, 551)).toMatchObject({ due: 0, carriedOut: 550 });
});

test('a debt is carried over, and nothing is due for nothing', () => {
  expect(statementAmounts(0, [{ kind: 'refund', amount: -300 }], 0)).toMatchObject({
    due: 0,
    carriedOut: -300,
  });
  expect(statementAmounts(0, [], 0)).toMatchObject({ due: 0, carriedOut: 0 });
});

test.each([
  ['UTC', '2026-03-01T00:00:00Z', '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-30T18:15:00Z', '2026-10-31T18:15:00.000Z', '2026-11-30T18:15:00.000Z'],
  ['Asia/Kathmandu', '2026-11-30T18:14:59Z', '2026-09-30T18:15:00.000Z', '2026-10-31T18:15:00.000Z'],
  ['America/New_York', '2026-04-01T04:00:00Z', '2026-03-01T05:00:00.000Z', '2026-04-01T04:00:00.000Z'],
  ['Europe/Berlin', '2027-01-10T00:00:00Z', '2026-11-30T23:00:00.000Z', '2026-12-31T23:00:00.000Z'],
])('the last month in %s at %s', (zone, now, from, until) => {
  const month = lastMonthIn(zone, new Date(now));
  expect([month.from.toISOString(), month.until.toISOString()]).toEqual([from, until]);
});

test('an order belongs to the month of its zone', () => {
  const at = new Date('2026-11-30T18:15:00Z');
  expect([monthIn('Asia/Kathmandu', at), monthIn('UTC', at)]).toEqual(['2026-12', '2026-11']);
});

test('the same data has the same JSON, whatever the order of its fields', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'é' }], a: undefined })).toBe('{"b":[1,{"c":"é","d":null}]}');
});

test.each([
  ['MIA15', 'mia15'],
  ['  Mia 15 ', 'mia15'],
  ['ＭＩＡ１５', 'mia15'],
  ['MIA\u200b15\u202e', 'mia15'],
  ['straße', 'straße'],
])('the code %j is compared as %j', (code, folded) => {
  expect(foldCode(code)).toBe(folded);
});

test('the payment for a statement names its month in the zone of the program', () => {
  const title = statementPaymentTitle({ zone: 'Asia/Kathmandu', from: '2026-09-30T18:15:00.000Z' });
  expect(title).toBe('Commissions, October 2026');
});
