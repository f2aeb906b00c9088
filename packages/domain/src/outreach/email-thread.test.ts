import { expect, test } from 'vitest';
import { foldQuotes, replySubject, threadSubject } from './email-thread.ts';

test('answers and forwards in several languages have the subject of their thread', () => {
  for (const subject of [
    'Join us',
    'Re: Join us',
    'AW: Re: Join us',
    'RE[2]: fwd:  Join   us',
    'SV: Join us',
  ])
    expect(threadSubject(subject)).toBe('join us');
  expect(threadSubject('Regarding: Join us')).toBe('regarding: join us');
  expect(threadSubject('')).toBe('');
});

test('an answer has one "Re:" before its subject', () => {
  expect(replySubject('Join us')).toBe('Re: Join us');
  expect(replySubject('RE: Join us')).toBe('RE: Join us');
  expect(replySubject(' ')).toBe('');
});

test('keeps all of an email and marks what it quotes', () => {
  const whole = 'Gladly!\n\nOn Mon, Mia wrote:\n> Would you join?\n> Best, Mia\n';
  expect(foldQuotes(whole, 'Gladly!')).toEqual([
    { text: 'Gladly!', quoted: false },
    { text: 'On Mon, Mia wrote:\n> Would you join?\n> Best, Mia', quoted: true },
  ]);
});

test('marks quotes between answers, and above them', () => {
  const whole = '> How much?\r\n$400\r\n> When?\r\nMonday, or  Tuesday';
  expect(foldQuotes(whole, '$400\nMonday, or Tuesday')).toEqual([
    { text: '> How much?', quoted: true },
    { text: '$400', quoted: false },
    { text: '> When?', quoted: true },
    { text: 'Monday, or  Tuesday', quoted: false },
  ]);
});

test('an email of nothing but quotes is all quoted, and one without any is not', () => {
  expect(foldQuotes('> Hello\n> there', '')).toEqual([{ text: '> Hello\n> there', quoted: true }]);
  expect(foldQuotes('Hello\n\nthere', 'Hello\n\nthere')).toEqual([{ text: 'Hello\n\nthere', quoted: false }]);
});

test('nothing is lost when the written lines are not found again in the whole', () => {
  expect(foldQuotes('A line that is\nwrapped\n> Quote', 'A line that is wrapped')).toEqual([
    { text: 'A line that is wrapped', quoted: false },
    { text: 'A line that is\nwrapped\n> Quote', quoted: true },
  ]);
});
