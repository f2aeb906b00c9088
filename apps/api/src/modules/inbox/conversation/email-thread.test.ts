import { replySubject } from '@troupe/domain/outreach/mail';
import { expect, test } from 'vitest';
import { foldQuotes, threadSubject } from './email-thread.ts';

test('strips reply and forward prefixes in several languages from subjects', () => {
  for (const subject of [
    'Join us',
    'Re: Join us',
    'AW: Re: Join us',
    'RE[2]: fwd:  Join   us',
    'SV: Join us',
    'Re[12]:Join us',
    ' Join us ',
  ])
    expect(threadSubject(subject)).toBe('join us');
  expect(threadSubject('Regarding: Join us')).toBe('regarding: join us');
  expect(threadSubject('Foo-re: Join us')).toBe('foo-re: join us');
  expect(threadSubject('')).toBe('');
  // Hostile subjects: only a limited number of prefixes is removed.
  expect(threadSubject(`${'Re: '.repeat(20)}Join us`)).toBe('join us');
  expect(threadSubject(`${'Re: '.repeat(22)}Join us`)).toBe('re: re: join us');
});

test('a reply has exactly one "Re:" before its subject', () => {
  expect(replySubject('Join us')).toBe('Re: Join us');
  expect(replySubject('RE: Join us')).toBe('RE: Join us');
  expect(replySubject('re : Join us')).toBe('re : Join us');
  expect(replySubject('Core: Join us')).toBe('Re: Core: Join us');
  expect(replySubject('Regarding: Join us')).toBe('Re: Regarding: Join us');
  expect(replySubject(' ')).toBe('');
});

test('keeps the whole email and marks quotes', () => {
  const whole = 'Gladly!\n\nOn Mon, Mia wrote:\n> Would you join?\n> Best, Mia\n';
  expect(foldQuotes(whole, 'Gladly!')).toEqual([
    { text: 'Gladly!', quoted: false },
    { text: 'On Mon, Mia wrote:\n> Would you join?\n> Best, Mia', quoted: true },
  ]);
});

test('marks quotes above and between answers', () => {
  const whole = '> How much?\r\n$400\r\n> When?\r\nMonday, or  Tuesday';
  expect(foldQuotes(whole, '$400\nMonday, or Tuesday')).toEqual([
    { text: '> How much?', quoted: true },
    { text: '$400', quoted: false },
    { text: '> When?', quoted: true },
    { text: 'Monday, or  Tuesday', quoted: false },
  ]);
});

test('handles emails with only quotes and with none', () => {
  expect(foldQuotes('> Hello\n> there', '')).toEqual([{ text: '> Hello\n> there', quoted: true }]);
  expect(foldQuotes('Hello\n\nthere', 'Hello\n\nthere')).toEqual([{ text: 'Hello\n\nthere', quoted: false }]);
});

test('ignores blank lines when matching quotes', () => {
  expect(foldQuotes('> a\n\n> b', '')).toEqual([{ text: '> a\n\n> b', quoted: true }]);
  expect(foldQuotes('\n\nYes\n\n\n> Why?\n \n', 'Yes')).toEqual([
    { text: 'Yes', quoted: false },
    { text: '> Why?', quoted: true },
  ]);
  expect(foldQuotes('\n> Why?', ' ')).toEqual([{ text: '> Why?', quoted: true }]);
});

test('matches lines regardless of line endings and spacing', () => {
  const parts = [
    { text: 'Yes  \nNo', quoted: false },
    { text: '> Why?', quoted: true },
  ];
  expect(foldQuotes('Yes  \rNo\r> Why?', 'Yes\rNo')).toEqual(parts);
  expect(foldQuotes('Yes  \nNo\n> Why?', 'Yes\r\nNo')).toEqual(parts);
  // Different words make different lines.
  expect(foldQuotes('now here\n> Why?', ' nowhere ')).toEqual([
    { text: 'nowhere', quoted: false },
    { text: 'now here\n> Why?', quoted: true },
  ]);
});

test('treats everything after 20,000 lines as quoted', () => {
  const whole = `${'>\n'.repeat(20_000)}Yes\n`;
  expect(foldQuotes(whole, 'Yes')).toEqual([
    { text: 'Yes', quoted: false },
    { text: whole.trim(), quoted: true },
  ]);
  expect(foldQuotes(`${'>\n'.repeat(19_999)}Yes`, 'Yes')).toMatchObject([{ quoted: true }, { text: 'Yes' }]);
});

test("drops nothing when written lines can't be matched", () => {
  expect(foldQuotes('A line that is\nwrapped\n> Quote', 'A line that is wrapped')).toEqual([
    { text: 'A line that is wrapped', quoted: false },
    { text: 'A line that is\nwrapped\n> Quote', quoted: true },
  ]);
});
