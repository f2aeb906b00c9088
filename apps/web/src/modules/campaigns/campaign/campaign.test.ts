import { expect, test } from 'vitest';
import { inboxLinkOf, offerText } from './campaign-fields.ts';
import { readEmails } from './share-emails.ts';

test('[R3.024] only a campaign with a maximum fee reads as paid', () => {
  const offer = { maxPaidAmount: null, commissionPercent: null, currency: 'USD' };
  expect(offerText({ ...offer, maxPaidAmount: 64_000, commissionPercent: 10 })).toBe('Up to $640');
  expect(offerText({ ...offer, commissionPercent: 12 })).toBe('12% of sales');
  expect(offerText(offer)).toBe('Gifted');
});

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

test('colleagues are read apart by commas and lines, each once', () => {
  expect(readEmails('ana@larkmoor.test, Ben@larkmoor.test\nben@larkmoor.test; <cy@larkmoor.test>')).toEqual({
    emails: ['ana@larkmoor.test', 'ben@larkmoor.test', 'cy@larkmoor.test'],
    wrong: [],
  });
});

test('what is no address is named', () => {
  expect(readEmails('ana@larkmoor, ben @x.test')).toEqual({
    emails: [],
    wrong: ['ana@larkmoor', 'ben', '@x.test'],
  });
});
