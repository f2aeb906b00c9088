import { expect, test } from 'vitest';
import { askWords, readFee, whyWords } from './opt-in-words.ts';

const agreement = { fee: null, currency: 'USD', deliverables: [], draftDue: null, liveDue: null };

test('What a creator asks reads as money, or as gifted where no money is asked for', () => {
  expect(askWords({ askedFee: 52_000, agreement })).toBe('$520');
  expect(askWords({ askedFee: null, agreement })).toBe('Gifted');
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
