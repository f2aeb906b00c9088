import {
  type OutgoingWebhook,
  WEBHOOK_EVENTS,
  type WebhookDelivery,
  type WebhookEventType,
} from '@troupe/domain/operations/outgoing-webhook';
import { exactTime } from '@troupe/ui/lib/date';

type Tone = 'green' | 'neutral' | 'tangerine' | 'red' | 'iris';

/** How an endpoint stands. */
export function standingOf(hook: OutgoingWebhook): { tone: Tone; label: string; detail: string | null } {
  if (!hook.enabled)
    return { tone: hook.disabledReason ? 'red' : 'neutral', label: 'Off', detail: hook.disabledReason };
  if (hook.failingSince)
    return {
      tone: 'tangerine',
      label: 'Failing',
      detail: `Failing since ${exactTime(hook.failingSince)}.`,
    };
  if (hook.formerSecretUntil)
    return {
      tone: 'green',
      label: 'On',
      detail: `The previous secret is valid until ${exactTime(hook.formerSecretUntil)}.`,
    };
  return { tone: 'green', label: 'On', detail: null };
}

/** What people call an event. */
export const eventTitle = (type: string): string =>
  type in WEBHOOK_EVENTS ? WEBHOOK_EVENTS[type as WebhookEventType].title : 'Test';

/** How a delivery stands, with why. */
export function deliveryLooks({ status, attempts, next }: WebhookDelivery): {
  tone: Tone;
  label: string;
  detail: string;
} {
  const last = attempts.at(-1);
  if (status === 'delivered')
    return { tone: 'green', label: String(last?.status ?? 'Sent'), detail: `${last?.ms ?? 0} ms` };
  const why = last?.error ?? (status === 'failed' ? 'Turned off.' : 'Sending');
  if (status === 'failed') return { tone: 'red', label: 'Failed', detail: why };
  return {
    tone: 'iris',
    label: 'Waiting',
    detail: last && next ? `${why} Next retry at ${exactTime(next)}.` : why,
  };
}
