import { z } from 'zod';
import { DOMAIN_EVENTS, WEBHOOK_TYPES } from '../domain-event.ts';
import { Id, Instant, text } from '../shape.ts';

/** What endpoints can be told of: the name on the wire, what people call it, and what `data` holds beside `brandId`. */
export const WEBHOOK_EVENTS = Object.fromEntries(
  WEBHOOK_TYPES.map((type) => {
    const { title, data } = DOMAIN_EVENTS[type].webhook;
    return [type, { title, data }];
  }),
) as Record<WebhookEventType, { title: string; data: string }>;

export const WebhookEventType = z.enum(WEBHOOK_TYPES);
export type WebhookEventType = z.infer<typeof WebhookEventType>;

/** What a person sends to try an endpoint. */
export const TEST_EVENT = 'webhook.test';

/** Endpoints a brand can have. */
export const MOST_WEBHOOKS = 20;

/** How long the secret before the last rotation signs too. */
export const SECRET_OVERLAP_HOURS = 24;

/** Seconds to wait after the first, second, ... attempt that failed; 28 hours altogether. */
export const WEBHOOK_RETRY_SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 36_000];

/** How much is kept of what an endpoint answered. */
export const MOST_EXCERPT = 1000;

/** An address that events are sent to. Plain http is for installations that allow it. */
export const WebhookAddress = z
  .string()
  .trim()
  .max(2000)
  .refine((value) => {
    if (!URL.canParse(value)) return false;
    const { protocol, username, password } = new URL(value);
    return (protocol === 'http:' || protocol === 'https:') && !username && !password;
  }, 'Please enter an address such as https://example.com/hooks');

/** What a person says of an endpoint. */
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

/** An endpoint as its brand sees it; the secret is shown when it is made. */
export const OutgoingWebhook = z.object({
  id: Id,
  url: z.string(),
  description: z.string(),
  events: z.array(WebhookEventType),
  enabled: z.boolean(),
  /** Why it is off, when it was not a person who turned it off. */
  disabledReason: z.string().nullable(),
  /** Since when nothing got through. */
  failingSince: Instant.nullable(),
  /** Until when the former secret signs too. */
  formerSecretUntil: Instant.nullable(),
  created: Instant,
});
export type OutgoingWebhook = z.infer<typeof OutgoingWebhook>;

export const WebhookDeliveryStatus = z.enum(['pending', 'delivered', 'failed']);
export type WebhookDeliveryStatus = z.infer<typeof WebhookDeliveryStatus>;

/** One try to deliver. `status` is the HTTP status, null when no answer came. */
export const WebhookAttempt = z.object({
  at: Instant,
  status: z.int().nullable(),
  ms: z.int(),
  /** Why it did not get through; null when it did. */
  error: z.string().nullable(),
  /** How the answer began. */
  excerpt: z.string(),
});
export type WebhookAttempt = z.infer<typeof WebhookAttempt>;

/** An event on its way to one endpoint. */
export const WebhookDelivery = z.object({
  id: Id,
  /** The `webhook-id` header; the same in every attempt. */
  eventId: Id,
  type: z.string(),
  status: WebhookDeliveryStatus,
  created: Instant,
  /** When it is tried again. */
  next: Instant.nullable(),
  attempts: z.array(WebhookAttempt),
  payload: z.string(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** When to try again after so many attempts; null when it has been tried for long enough. @param spread 0 to 1 */
export function webhookRetryAt(attempts: number, now: Date, spread: number): Date | null {
  const seconds = WEBHOOK_RETRY_SECONDS[attempts - 1];
  return seconds === undefined ? null : new Date(now.getTime() + seconds * 1000 * (1 + spread / 10));
}
