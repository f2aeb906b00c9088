import type { StandingOrder } from '../platform/standing-order.ts';

/**
 * What happens to webhooks:
 * - `late`: the first attempt waits `seconds` (10 unless said otherwise)
 * - `twice`: sent again after it was taken, with the same ids
 * - `out_of_order`: what comes within a second is sent in reverse
 * - `old_secret`: signed with the secret that was rotated away
 * - `wrong_signature`: the first attempt is signed with a secret nobody has, retries are right
 * - `altered`: the body of the first attempt is another than the one that was signed
 * - `slow_answer`: the first answer counts as too late, so it is sent again although it was taken
 * - `lost`: never sent
 */
export const webhookScripts = [
  'late',
  'twice',
  'out_of_order',
  'old_secret',
  'wrong_signature',
  'altered',
  'slow_answer',
  'lost',
] as const;
export type WebhookScript = (typeof webhookScripts)[number];

export interface WebhookOrder extends StandingOrder {
  script: WebhookScript;
  seconds: number;
}

/** What privacy laws make every app listen to. */
export const complianceTopics = ['customers/data_request', 'customers/redact', 'shop/redact'] as const;
export type ComplianceTopic = (typeof complianceTopics)[number];
