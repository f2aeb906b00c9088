import type { StandingOrder } from '../platform/standing-order.ts';
import type { OnItsWay } from '../platform/webhook-sending.ts';
import type { WebhookStatus } from './billing-entity.ts';

/** Where webhooks go, and how they are sent. */
export interface WebhookSettings {
  /** Empty: nowhere. */
  url: string;
  user: string;
  password: string;
  /** Seconds after each failed attempt until the next; as many retries as there are numbers. */
  retrySeconds: number[];
  /** While true nothing is sent; what happens meanwhile goes out afterwards. */
  stopped: boolean;
}

/**
 * What happens to webhooks:
 * - `late`: the first attempt waits `seconds` (10 unless said otherwise)
 * - `twice`: sent again after it was taken
 * - `out_of_order`: what comes within a second is sent in reverse
 * - `wrong_credentials`: the first attempt has a wrong password, retries the right one
 * - `lost`: never sent
 */
export const webhookScripts = ['late', 'twice', 'out_of_order', 'wrong_credentials', 'lost'] as const;
export type WebhookScript = (typeof webhookScripts)[number];

export interface WebhookOrder extends StandingOrder {
  script: WebhookScript;
  seconds: number;
}

/** What became of the webhook of one event. */
export interface Delivery extends OnItsWay {
  eventId: string;
  status: WebhookStatus;
  wrongCredentials: boolean;
}
