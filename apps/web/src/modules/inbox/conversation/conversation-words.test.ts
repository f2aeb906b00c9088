import { expect, test } from 'vitest';
import { dayLine, lastWords } from './conversation-words.ts';
import { readInboxAddress } from './inbox-address.ts';

test('days of a conversation are named as people say them', () => {
  const now = new Date(2026, 10, 20, 16, 0);
  const on = (day: number) => dayLine(new Date(2026, 10, day, 12).toISOString(), now.getTime());
  expect([on(20), on(19), on(18), on(3)]).toEqual(['Today', 'Yesterday', 'Wednesday', 'Tue 3 Nov 2026']);
});

test('the list says who wrote last, and names files without words', () => {
  expect(lastWords(null)).toBe('No messages yet');
  expect(lastWords({ kind: 'brand', text: 'Hello', attachments: [] })).toBe('You: Hello');
  expect(lastWords({ kind: 'note', text: 'Ask Jo', attachments: [] })).toBe('Note: Ask Jo');
  expect(lastWords({ kind: 'creator', text: '', attachments: [{ name: 'draft.mp4' }] })).toBe('draft.mp4');
});

test('an address of the inbox that makes no sense shows all conversations', () => {
  expect(readInboxAddress({ filter: 'loud', q: ['a'], all: 'no' })).toEqual({});
  expect(readInboxAddress({ filter: 'unread', q: 'tent', all: 'yes' })).toEqual({
    filter: 'unread',
    q: 'tent',
    all: 'yes',
  });
});
