import { expect, test } from 'vitest';
import {
  approveWords,
  askWords,
  readFee,
  standingLook,
  sumWords,
  usageWords,
  whyWords,
} from './opt-in-words.ts';

const agreement = {
  fee: null,
  currency: 'USD',
  deliverables: [],
  draftDue: null,
  liveDue: null,
  usageRights: null,
};

const asks = (fee: number | null, currency = 'USD') => ({
  ...{ agreed: null, agreement, askedTerms: { ...agreement, fee, currency } },
});

test('What a creator asks reads as money, or as gifted where no money is asked for', () => {
  expect(askWords(asks(52_000))).toBe('$520');
  expect(askWords(asks(null))).toBe('Gifted');
});

test('Approving names the fee: what was agreed before, or what the creator named last', () => {
  expect(approveWords(asks(40_500))).toBe('Approve for $405');
  expect(approveWords(asks(null))).toBe('Approve');
  const again = {
    ...asks(40_500),
    agreed: '2026-11-20T12:00:00.000Z',
    agreement: { ...agreement, fee: 5000 },
  };
  expect(approveWords(again)).toBe('Approve for $50');
  expect(sumWords([asks(40_500), asks(null), asks(9500), asks(500, 'JPY')])).toBe('$500 and ¥500');
});

test('The plan reads as so many of so many this month', () => {
  expect(usageWords({ used: 4, limit: 5 })).toBe('4 of 5 collaborations this month');
  expect(usageWords({ used: 1, limit: null })).toBe('1 collaboration this month');
});

test('An offer under way shows before the status', () => {
  const offer = {
    ...{ number: 2, side: 'brand' as const, state: 'offered' as const, terms: agreement },
    ...{ created: '2026-11-20T12:00:00.000Z', answered: null },
  };
  expect(standingLook({ status: 'pending', offer }).label).toBe('Offer sent');
  expect(standingLook({ status: 'approved', offer: { ...offer, side: 'creator' } }).label).toBe('New offer');
  expect(standingLook({ status: 'pending', offer: { ...offer, side: 'creator' } }).label).toBe('Pending');
  expect(standingLook({ status: 'rejected', offer }).label).toBe('Declined');
});

test('Who only answers the questions of a brief has said why they want in, too', () => {
  const answer = (text: string) => ({ questionId: 'q', question: 'Which hill?', answer: text });
  const answers = [answer('M'), answer('The one above Porto')];
  expect(whyWords({ pitch: 'I mend packs.', answers })).toBe('I mend packs.');
  expect(whyWords({ pitch: ' ', answers })).toBe('The one above Porto');
  expect(whyWords({ pitch: '', answers: [answer('M')] })).toBe('–');
});

test('A fee is read as it is typed and written as it was read', () => {
  expect(readFee('450', 'USD')).toBe(45_000);
  expect(readFee(' $1,450.50 ', 'USD')).toBe(145_050);
  expect(readFee('500', 'JPY')).toBe(500);
  expect(readFee('', 'USD')).toBeNull();
});

test('What is no amount is told as such', () => {
  for (const typed of ['much', '-5', '1.2.3', '99999999999'])
    expect(readFee(typed, 'USD')).toBeInstanceOf(Error);
});
