import { describe, expect, test } from 'vitest';
import { readRows, rowsOf } from './deliverables-field.tsx';
import { isNarrowed, readOptInsAddress } from './opt-in-address.ts';
import {
  approveLabel,
  askText,
  feeTotalText,
  pitchText,
  readFee,
  standingLook,
  usageText,
} from './opt-in-labels.ts';

const agreement = {
  fee: null,
  currency: 'USD',
  deliverables: [],
  draftDue: null,
  liveDue: null,
  usageRights: null,
};

const asks = (fee: number | null, currency = 'USD') => ({
  agreed: null,
  agreement,
  askedTerms: { ...agreement, fee, currency },
});

test('What a creator asks reads as money, or as gifted where no money is asked for', () => {
  expect(askText(asks(52_000))).toBe('$520');
  expect(askText(asks(null))).toBe('Gifted');
});

test('Approve shows the fee: the agreed one, or the latest proposal', () => {
  expect(approveLabel(asks(40_500))).toBe('Approve for $405');
  expect(approveLabel(asks(null))).toBe('Approve');
  const again = {
    ...asks(40_500),
    agreed: '2026-11-20T12:00:00.000Z',
    agreement: { ...agreement, fee: 5000 },
  };
  expect(approveLabel(again)).toBe('Approve for $50');
  expect(feeTotalText([asks(40_500), asks(null), asks(9500), asks(500, 'JPY')])).toBe('$500 and ¥500');
});

test('The plan reads as so many of so many this month', () => {
  expect(usageText({ used: 4, limit: 5 })).toBe('4 of 5 collaborations this month');
  expect(usageText({ used: 1, limit: null })).toBe('1 collaboration this month');
});

test('An offer under way shows before the status', () => {
  const offer = {
    number: 2,
    side: 'brand' as const,
    state: 'offered' as const,
    terms: agreement,
    created: '2026-11-20T12:00:00.000Z',
    answered: null,
  };
  expect(standingLook({ status: 'pending', offer }).label).toBe('Offer sent');
  expect(standingLook({ status: 'approved', offer: { ...offer, side: 'creator' } }).label).toBe('New offer');
  expect(standingLook({ status: 'pending', offer: { ...offer, side: 'creator' } }).label).toBe('Pending');
  expect(standingLook({ status: 'rejected', offer }).label).toBe('Declined');
});

test('Who only answers the questions of a brief has said why they want in, too', () => {
  const answer = (text: string) => ({ questionId: 'q', question: 'Which hill?', answer: text });
  const answers = [answer('M'), answer('The one above Porto')];
  expect(pitchText({ pitch: 'I mend packs.', answers })).toBe('I mend packs.');
  expect(pitchText({ pitch: ' ', answers })).toBe('The one above Porto');
  expect(pitchText({ pitch: '', answers: [answer('M')] })).toBe('–');
});

test('A fee is read as it is typed and written as it was read', () => {
  expect(readFee('450', 'USD')).toBe(45_000);
  expect(readFee(' $1,450.50 ', 'USD')).toBe(145_050);
  expect(readFee('500', 'JPY')).toBe(500);
  expect(readFee('', 'USD')).toBeNull();
});

test('Rejects invalid amounts', () => {
  for (const typed of ['much', '-5', '1.2.3', '99999999999'])
    expect(readFee(typed, 'USD')).toBeInstanceOf(Error);
});

describe('The address of the opt-ins', () => {
  test('holds one status or several, a platform, a word and who is new', () => {
    expect(
      readOptInsAddress({ status: 'pending', platform: 'tiktok', q: 'faro', unseen: 'yes' }),
    ).toMatchObject({ status: ['pending'], platform: 'tiktok', q: 'faro', unseen: 'yes' });
    expect(readOptInsAddress({ status: ['rejected', 'pending'] }).status).toEqual(['pending', 'rejected']);
  });

  test('drops invalid values', () => {
    const read = readOptInsAddress({ status: 'gone', platform: 'myspace', unseen: 'maybe', optIn: '1 or 2' });
    expect(Object.values(read).filter((value) => value !== undefined)).toEqual([]);
    expect(isNarrowed(read)).toBe(false);
  });
});

test('deliverable rows read back as agreed, and explain invalid numbers', () => {
  const agreed = [
    { kind: 'reel' as const, count: 2 },
    { kind: 'story' as const, count: 3 },
  ];
  expect(readRows(rowsOf(agreed))).toEqual(agreed);
  for (const count of ['', '0', '51', '1.5', 'two'])
    expect(readRows([{ kind: 'reel', count }])).toBeInstanceOf(Error);
  expect(readRows([])).toEqual([]);
});
