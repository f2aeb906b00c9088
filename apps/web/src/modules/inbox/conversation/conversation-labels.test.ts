import { timeField } from '@troupe/ui/lib/wall-time';
import { expect, test } from 'vitest';
import { dayLine, lastMessageText, laterProblem, laterTimes } from './conversation-labels.ts';
import { readInboxAddress } from './inbox-address.ts';

test('days of a conversation are named as people say them', () => {
  const now = new Date(2026, 10, 20, 16, 0);
  const on = (day: number) => dayLine(new Date(2026, 10, day, 12).toISOString(), now.getTime());
  expect([on(20), on(19), on(18), on(3)]).toEqual(['Today', 'Yesterday', 'Wednesday', 'Tue 3 Nov 2026']);
});

test('the list says who wrote last, and names files without words', () => {
  expect(lastMessageText(null)).toBe('No messages yet');
  expect(lastMessageText({ kind: 'brand', text: 'Hello', attachments: [] })).toBe('Your team: Hello');
  expect(lastMessageText({ kind: 'note', text: 'Ask Jo', attachments: [] })).toBe('Note: Ask Jo');
  expect(lastMessageText({ kind: 'creator', text: '', attachments: [{ name: 'draft.mp4' }] })).toBe(
    'draft.mp4',
  );
});

test('an invalid inbox URL shows all conversations', () => {
  expect(readInboxAddress({ filter: 'loud', q: ['a'], all: 'no' })).toEqual({});
  expect(readInboxAddress({ filter: 'unread', q: 'tent', all: 'yes' })).toEqual({
    filter: 'unread',
    q: 'tent',
    all: 'yes',
  });
});

const at = (local: string) => new Date(local).getTime();

test('a message can leave in an hour, tomorrow morning, or on Monday morning', () => {
  const times = (local: string) =>
    laterTimes(at(local)).map(({ label, at: moment }) => [label, timeField(new Date(moment))]);
  expect(times('2026-11-18T16:20')).toEqual([
    ['In an hour', '2026-11-18T17:20'],
    ['Tomorrow morning', '2026-11-19T09:00'],
    ['Monday morning', '2026-11-23T09:00'],
  ]);
  // On a Sunday tomorrow is Monday; on a Monday the next one is meant.
  expect(times('2026-11-22T10:00').map(([label]) => label)).toEqual(['In an hour', 'Tomorrow morning']);
  expect(times('2026-11-23T10:00')[2]).toEqual(['Monday morning', '2026-11-30T09:00']);
});

test('a time to send at lies ahead, within a year', () => {
  const now = at('2026-11-18T16:20');
  expect(laterProblem('', now)).toBe('Choose a date and time');
  expect(laterProblem('2026-11-18T16:20', now)).toBe('Choose a time in the future');
  expect(laterProblem('2028-01-01T00:00', now)).toBe('Choose a time within the next year');
  expect(laterProblem('2026-11-18T16:21', now)).toBeNull();
});
