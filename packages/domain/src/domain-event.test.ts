import { expect, test } from 'vitest';
import { DOMAIN_EVENTS, WEBHOOK_TYPES, webhookData } from './domain-event.ts';

const brandId = '0190a000-0000-7000-8000-000000000001';
const campaignId = '0190a000-0000-7000-8000-000000000002';

test('webhooks send only the listed fields', () => {
  const data = { campaignId, creatorIds: [brandId], inviteIds: [campaignId] };
  expect(webhookData({ type: 'invite.sent', brandId, data })).toEqual({ campaignId, creatorIds: [brandId] });
});

test.each(WEBHOOK_TYPES)('%s sends only fields its events have', (type) => {
  const { data, webhook } = DOMAIN_EVENTS[type];
  expect(Object.keys(data.shape)).toEqual(expect.arrayContaining([...webhook.sent]));
});
