import { expect, test } from 'vitest';
import type { Message } from './conversation.ts';
import {
  MAX_ATTACHMENT_BYTES,
  MAX_EMAIL_FILES_BYTES,
  MAX_MESSAGE,
  messageLengthError,
} from './conversation-limits.ts';
import { hasGap, markReadUpTo, mergeMessages, withheldReason } from './conversation-thread.ts';

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

test('merges messages in any order without duplicates, oldest first', () => {
  const found = mergeMessages(
    [message(2), message(3)],
    [message(4), message(2, { text: 'newer' }), message(1)],
  );
  expect(found.map(({ text }) => text)).toEqual(['1', 'newer', '3', '4']);
});

test('marks messages from the other side as read up to a number, keeping earlier read times', () => {
  const early = '2026-11-20T11:00:00.000Z';
  const late = '2026-11-20T12:00:00.000Z';
  const all = [message(1, { read: early }), message(2), message(3, { kind: 'creator' }), message(4)];
  expect(markReadUpTo(all, 'brand', 3, late).map(({ read }) => read)).toEqual([early, late, null, null]);
  expect(markReadUpTo(all, 'brand', 4, late).map(({ read }) => read)).toEqual([early, late, null, late]);
});

test('detects a gap before new messages', () => {
  expect(hasGap([message(5), message(4)], 3)).toBe(false);
  expect(hasGap([message(6), message(5)], 3)).toBe(true);
  expect(hasGap([], 3)).toBe(false);
});

test("explains why a file can't be opened", () => {
  expect(withheldReason('infected')).toBe('removed because it contains a virus');
  expect(withheldReason('waiting')).toBe('being checked for viruses');
});

test('rejects pasted text that is too long with the excess length', () => {
  expect(messageLengthError('x'.repeat(MAX_MESSAGE))).toBeNull();
  expect(messageLengthError('x'.repeat(100_000))).toBe(
    'Messages can have up to 20,000 characters. Yours is 80,000 over the limit. Shorten it or split it.',
  );
});

test('an attachment has at most 25 MB, all attachments of an email 18 MB', () => {
  expect([MAX_ATTACHMENT_BYTES, MAX_EMAIL_FILES_BYTES]).toEqual([26_214_400, 18_874_368]);
});
