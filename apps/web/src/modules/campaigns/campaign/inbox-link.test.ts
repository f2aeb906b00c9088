import { expect, test } from 'vitest';
import { inboxLinkOf } from './inbox-link.ts';

const campaign = (
  id: string,
  status: 'draft' | 'publish' | 'paused' | 'completed',
  unreadMessageCount = 0,
) => ({
  id,
  title: id,
  status,
  unreadMessageCount,
});

test('[R2.088] Inbox leads to the first published or paused campaign', () => {
  const campaigns = [campaign('a', 'draft', 9), campaign('b', 'paused', 2), campaign('c', 'publish', 3)];
  expect(inboxLinkOf(campaigns).href).toBe('/inbox/b/');
});

test('[R2.091] Inbox leads to the inbox itself when no campaign is published or paused', () => {
  expect(inboxLinkOf([campaign('a', 'draft', 4), campaign('b', 'completed', 1)])).toEqual({
    href: '/inbox',
    unread: 0,
  });
});

test('[R4.012] Inbox counts the unread messages of published and paused campaigns only', () => {
  const campaigns = [campaign('a', 'draft', 9), campaign('b', 'paused', 2), campaign('c', 'publish', 3)];
  expect(inboxLinkOf(campaigns).unread).toBe(5);
});
