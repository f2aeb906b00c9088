import { expect, test } from 'vitest';
import {
  MAX_EXCERPT,
  MAX_WEBHOOKS,
  OutgoingWebhookForm,
  SECRET_OVERLAP_HOURS,
  TEST_EVENT,
  WEBHOOK_EVENTS,
  WEBHOOK_RETRY_SECONDS,
  WebhookAddress,
  WebhookDeliveryStatus,
  webhookRetryAt,
} from './outgoing-webhook.ts';

test('events are available as webhooks in this order', () => {
  expect(Object.keys(WEBHOOK_EVENTS)).toEqual([
    ...['creator_list_item.changed', 'campaign.status_changed', 'invite.sent'],
    ...['follow_up.sent', 'email_domain.stopped'],
    ...['opt_in.created', 'opt_in.approved', 'opt_in.rejected', 'opt_in.completed', 'opt_in.withdrawn'],
    ...['offer.created', 'offer.accepted', 'offer.declined', 'offer.withdrawn'],
    'agreement.accepted',
    ...['content.submitted', 'content.approved', 'content.change_requested'],
    ...['message.received', 'report.purchased', 'credit.changed'],
    ...['order.placed', 'order.changed', 'gift.changed'],
    ...['affiliate.joined', 'commission.written', 'statement.closed'],
    ...['affiliate_claim.opened', 'affiliate_claim.decided', 'affiliate.alert', 'saved_search.matched'],
    ...['mention.found', 'mention.spike', 'safety_flag.raised', 'report.sent', 'subscription.changed'],
  ]);
  for (const { title, data } of Object.values(WEBHOOK_EVENTS)) expect([title, data]).not.toContain('');
  expect(WEBHOOK_EVENTS['credit.changed']).toEqual({
    title: 'Credits changed',
    data: 'entryId, kind, amount, balance',
  });
});

test('enforces the limits of endpoints', () => {
  expect([TEST_EVENT, MAX_WEBHOOKS, SECRET_OVERLAP_HOURS, MAX_EXCERPT]).toEqual([
    'webhook.test',
    20,
    24,
    1000,
  ]);
  expect(WebhookDeliveryStatus.options).toEqual(['pending', 'delivered', 'failed']);
});

test.each([
  ['https://example.com/hooks', true],
  ['http://example.com:8080/hooks?x=1', true],
  [' https://example.com ', true],
  ['ftp://example.com/', false],
  ['xhttps://example.com/', false],
  ['https://user@example.com/', false],
  ['https://:secret@example.com/', false],
  ['example.com', false],
  ['mailto:x@example.com', false],
  ['', false],
  [`https://example.com/${'x'.repeat(1980)}`, true],
  [`https://example.com/${'x'.repeat(1981)}`, false],
])('accepts the URL %s: %s', (url, taken) => {
  expect(WebhookAddress.safeParse(url).success).toBe(taken);
});

test('an endpoint subscribes to at least one event, each once', () => {
  const form = { url: ' https://example.com/hooks ', events: ['invite.sent', 'order.placed', 'invite.sent'] };
  expect(OutgoingWebhookForm.parse(form)).toEqual({
    url: 'https://example.com/hooks',
    description: '',
    events: ['invite.sent', 'order.placed'],
  });
  expect(OutgoingWebhookForm.safeParse({ ...form, events: [] }).success).toBe(false);
  expect(OutgoingWebhookForm.safeParse({ ...form, events: Array(100).fill('invite.sent') }).success).toBe(
    true,
  );
  expect(OutgoingWebhookForm.safeParse({ ...form, events: Array(101).fill('invite.sent') }).success).toBe(
    false,
  );
  expect(OutgoingWebhookForm.safeParse({ ...form, events: ['nothing'] }).success).toBe(false);
  expect(OutgoingWebhookForm.safeParse({ ...form, description: 'x'.repeat(200) }).success).toBe(true);
  expect(OutgoingWebhookForm.safeParse({ ...form, description: 'x'.repeat(201) }).success).toBe(false);
});

test('retries deliveries with growing, jittered delays and then gives up', () => {
  const now = new Date('2026-11-20T12:00:00.000Z');
  const wait = (attempts: number, spread: number) => {
    const at = webhookRetryAt(attempts, now, spread);
    return at && (at.getTime() - now.getTime()) / 1000;
  };
  expect(WEBHOOK_RETRY_SECONDS).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 36_000]);
  expect([wait(1, 0), wait(2, 0), wait(7, 0)]).toEqual([5, 300, 36_000]);
  expect(wait(2, 1)).toBe(330);
  expect(wait(2, 0.5)).toBe(315);
  expect(wait(8, 0)).toBeNull();
});
