import { type Posted, postOnce } from '../platform/webhook-post.ts';
import type { Delivery, ShopEvent } from './shopify-entity.ts';
import { bodyHmac } from './shopify-sign.ts';
import type { ShopifyStore } from './shopify-store.ts';

const NOTES: Record<Delivery['signing'], string | null> = {
  right: null,
  old: 'old secret',
  wrong: 'wrong signature',
  altered: 'body altered',
};

/**
 * Sends one webhook once.
 * @param ending aborts it when the sandbox stops
 * @returns status 0 where no answer came in time
 */
export async function postWebhook(
  store: ShopifyStore,
  event: ShopEvent,
  delivery: Delivery,
  ending: AbortSignal,
): Promise<Posted> {
  const { secret, oldSecret } = store.config;
  const body = bodyOf(store, event, delivery);
  const used = { right: secret, old: oldSecret, wrong: `${secret}-wrong`, altered: secret }[delivery.signing];
  const note = delivery.unheard ? 'counted as too late' : NOTES[delivery.signing];
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Shopify-Captain-Hook',
    'x-shopify-topic': event.topic,
    'x-shopify-shop-domain': event.shop,
    'x-shopify-api-version': delivery.apiVersion,
    'x-shopify-webhook-id': delivery.id,
    'x-shopify-event-id': event.eventId,
    'x-shopify-triggered-at': event.triggeredAt,
    'x-shopify-hmac-sha256': bodyHmac(body, used),
  };
  const sent = delivery.signing === 'altered' ? `${body} ` : body;
  const { answerWithinMs } = store.settings;
  const posted = await postOnce(delivery.url, { headers, body: sent, withinMs: answerWithinMs }, ending);
  return { status: posted.status, note: posted.note ?? note };
}

/** Only the fields that the subscription asks for, where it names some. */
function bodyOf(store: ShopifyStore, event: ShopEvent, delivery: Delivery): string {
  const fields = store.subscriptions.get(delivery.subscriptionId ?? 0)?.includeFields ?? [];
  if (fields.length === 0) return event.body;
  const whole = JSON.parse(event.body) as Record<string, unknown>;
  return JSON.stringify(
    Object.fromEntries(fields.filter((name) => name in whole).map((name) => [name, whole[name]])),
  );
}
