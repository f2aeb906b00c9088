import {
  type OutgoingWebhook,
  WEBHOOK_EVENTS,
  type WebhookDelivery,
  type WebhookEventType,
} from '@troupe/domain/operations/outgoing-webhook';
import { exactTime } from '@troupe/ui/lib/date';
import { t } from '../messages/messages.gen.ts';

type Tone = 'green' | 'neutral' | 'tangerine' | 'red' | 'iris';

/** How an endpoint stands. */
export function standingOf(hook: OutgoingWebhook): { tone: Tone; label: string; detail: string | null } {
  if (!hook.enabled)
    return {
      tone: hook.disabledReason ? 'red' : 'neutral',
      label: t('webhook.off'),
      detail: hook.disabledReason,
    };
  if (hook.failingSince)
    return {
      tone: 'tangerine',
      label: t('webhook.failing'),
      detail: t('webhook.failingSince', { time: exactTime(hook.failingSince) }),
    };
  if (hook.formerSecretUntil)
    return {
      tone: 'green',
      label: t('webhook.on'),
      detail: t('webhook.formerSecret', { time: exactTime(hook.formerSecretUntil) }),
    };
  return { tone: 'green', label: t('webhook.on'), detail: null };
}

/** What people call an event. */
export const eventTitle = (type: string): string =>
  type in WEBHOOK_EVENTS ? WEBHOOK_EVENTS[type as WebhookEventType].title : t('delivery.test');

/** How a delivery stands, with why. */
export function deliveryLooks({ status, attempts, next }: WebhookDelivery): {
  tone: Tone;
  label: string;
  detail: string;
} {
  const last = attempts.at(-1);
  if (status === 'delivered')
    return {
      tone: 'green',
      label: String(last?.status ?? t('delivery.sent')),
      detail: `${last?.ms ?? 0} ms`,
    };
  const why = last?.error ?? (status === 'failed' ? t('delivery.turnedOff') : t('delivery.sending'));
  if (status === 'failed') return { tone: 'red', label: t('delivery.failed'), detail: why };
  return {
    tone: 'iris',
    label: t('delivery.waiting'),
    detail: last && next ? t('delivery.nextRetry', { reason: why, time: exactTime(next) }) : why,
  };
}
