import { z } from 'zod';
import { DOMAIN_EVENTS, WEBHOOK_TYPES } from '../domain-event.ts';
import { Id, Instant, text } from '../shape.ts';

/** Webhook events: name, label and description of `data` in addition to `brandId`. */
export const WEBHOOK_EVENTS = Object.fromEntries(
  WEBHOOK_TYPES.map((type) => {
    const { title, data } = DOMAIN_EVENTS[type].webhook;
    return [type, { title, data }];
  }),
) as Record<WebhookEventType, { title: string; data: string }>;

export const WebhookEventType = z.enum(WEBHOOK_TYPES);
export type WebhookEventType = z.infer<typeof WebhookEventType>;

/** Event for testing an endpoint. */
export const TEST_EVENT = 'webhook.test';

/** Maximum number of endpoints per brand. */
export const MAX_WEBHOOKS = 20;

/** How long the previous secret also signs after a rotation. */
export const SECRET_OVERLAP_HOURS = 24;

/** Delay in seconds after each failed attempt; 28 hours in total. */
export const WEBHOOK_RETRY_SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 36_000];

/** Number of characters of an endpoint's response that are stored. */
export const MAX_EXCERPT = 1000;

/** URL of an endpoint. Plain http only if the installation allows it. */
export const WebhookAddress = z
  .string()
  .trim()
  .max(2000)
  .refine((value) => {
    if (!URL.canParse(value)) return false;
    const { protocol, username, password } = new URL(value);
    return (protocol === 'http:' || protocol === 'https:') && !username && !password;
  }, 'Enter a URL, such as https://example.com/hooks');

/** Input for creating an endpoint. */
export const OutgoingWebhookForm = z.object({
  url: WebhookAddress,
  description: text({ max: 200 }).default(''),
  events: z
    .array(WebhookEventType)
    .min(1, 'Choose at least one event')
    .max(100)
    .transform((events) => [...new Set(events)]),
});
export type OutgoingWebhookForm = z.input<typeof OutgoingWebhookForm>;

/** A webhook endpoint; the secret is shown only when it is created. */
export const OutgoingWebhook = z.object({
  id: Id,
  url: z.string(),
  description: z.string(),
  events: z.array(WebhookEventType),
  enabled: z.boolean(),
  /** Why it was disabled automatically. */
  disabledReason: z.string().nullable(),
  /** Since when all deliveries have failed. */
  failingSince: Instant.nullable(),
  /** Until when the previous secret also signs. */
  formerSecretUntil: Instant.nullable(),
  created: Instant,
});
export type OutgoingWebhook = z.infer<typeof OutgoingWebhook>;

export const WebhookDeliveryStatus = z.enum(['pending', 'delivered', 'failed']);
export type WebhookDeliveryStatus = z.infer<typeof WebhookDeliveryStatus>;

/** A delivery attempt. `status` is the HTTP status, null without a response. */
export const WebhookAttempt = z.object({
  at: Instant,
  status: z.int().nullable(),
  ms: z.int(),
  /** Why it failed; null if it succeeded. */
  error: z.string().nullable(),
  /** Start of the response body. */
  excerpt: z.string(),
});
export type WebhookAttempt = z.infer<typeof WebhookAttempt>;

/** Delivery of an event to an endpoint. */
export const WebhookDelivery = z.object({
  id: Id,
  /** The `webhook-id` header, the same for all attempts. */
  eventId: Id,
  type: z.string(),
  status: WebhookDeliveryStatus,
  created: Instant,
  /** When it will be retried. */
  next: Instant.nullable(),
  attempts: z.array(WebhookAttempt),
  payload: z.string(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/**
 * Returns when to retry after a number of attempts; null to give up. @param spread jitter, 0 to 1
 */
export function webhookRetryAt(attempts: number, now: Date, spread: number): Date | null {
  const seconds = WEBHOOK_RETRY_SECONDS[attempts - 1];
  return seconds === undefined ? null : new Date(now.getTime() + seconds * 1000 * (1 + spread / 10));
}
