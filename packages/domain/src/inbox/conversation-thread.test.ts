import { expect, test } from 'vitest';
import type { Message } from './conversation.ts';
import { MAX_ATTACHMENT_BYTES, MAX_EMAIL_FILES_BYTES, MAX_MESSAGE, tooLong } from './conversation-limits.ts';
import { leavesGap, readUpTo, whyWithheld, withMessages } from './conversation-thread.ts';

const message = (number: number, part: Partial<Message> = {}): Message => ({
  id: `${number}`,
  conversationId: 'conversation',
  campaignId: 'campaign',
  optInId: 'opt-in',
  email: null,
  number,
  kind: 'brand',
  text: `${number}`,
  by: { id: null, name: 'Ana' },
  attachments: [],
  byEmail: false,
  created: '2026-11-20T10:00:00.000Z',
  read: null,
  sendAt: null,
  ...part,
});

test('messages that come in any order, some of them twice, stand once and the oldest first', () => {
  const found = withMessages(
    [message(2), message(3)],
    [message(4), message(2, { text: 'newer' }), message(1)],
  );
  expect(found.map(({ text }) => text)).toEqual(['1', 'newer', '3', '4']);
});

test('what one side has read is marked up to there, for what the other wrote, and keeps its first moment', () => {
  const early = '2026-11-20T11:00:00.000Z';
  const late = '2026-11-20T12:00:00.000Z';
  const all = [message(1, { read: early }), message(2), message(3, { kind: 'creator' }), message(4)];
  expect(readUpTo(all, 'brand', 3, late).map(({ read }) => read)).toEqual([early, late, null, null]);
  expect(readUpTo(all, 'brand', 4, late).map(({ read }) => read)).toEqual([early, late, null, late]);
});

test('messages that do not follow those that are shown leave a gap', () => {
  expect(leavesGap([message(5), message(4)], 3)).toBe(false);
  expect(leavesGap([message(6), message(5)], 3)).toBe(true);
  expect(leavesGap([], 3)).toBe(false);
});

test('a file that cannot be opened says why', () => {
  expect(whyWithheld('infected')).toBe('removed: it carries a virus');
  expect(whyWithheld('waiting')).toBe('being checked for viruses');
});

test('a pasted text that is too long for one message says by how much, and is not cut', () => {
  expect(tooLong('x'.repeat(MAX_MESSAGE))).toBeNull();
  expect(tooLong('x'.repeat(100_000))).toBe(
    'A message has at most 20,000 characters. Take out 80,000, or send it in parts.',
  );
});

test('a file has at most 25 MB, all files of an email 18 MB', () => {
  expect([MAX_ATTACHMENT_BYTES, MAX_EMAIL_FILES_BYTES]).toEqual([26_214_400, 18_874_368]);
});
