import type { Shop } from './shopify-entity.ts';
import { shopBody } from './shopify-order-body.ts';
import { hostOf, randomHex, signedQuery, timestampOf } from './shopify-sign.ts';
import type { ShopifyStore } from './shopify-store.ts';
import type { ShopifyWebhooks } from './shopify-webhook.ts';

/** What may be wrong with the link by which the platform opens the app. */
export const arrivalTroubles = [
  'stale',
  'altered_host',
  'altered_shop',
  'wrong_hmac',
  'old_secret',
  'foreign_domain',
  'no_shop',
  'no_hmac',
  'no_host',
] as const;
export type ArrivalTrouble = (typeof arrivalTroubles)[number];

/** The address at which the platform opens the app for a store. */
export function installLink(store: ShopifyStore, domain: string, trouble?: ArrivalTrouble): string {
  const { secret, oldSecret } = store.config;
  const fields = {
    host: hostOf(domain),
    shop: trouble === 'foreign_domain' ? `${domain}.example.com` : domain,
    timestamp: timestampOf(trouble === 'stale' ? -300 : 0),
  };
  const used = trouble === 'wrong_hmac' ? randomHex() : trouble === 'old_secret' ? oldSecret : secret;
  const query = signedQuery(fields, used);
  if (trouble === 'altered_host') query.set('host', hostOf('another-store.myshopify.com'));
  if (trouble === 'altered_shop') query.set('shop', 'another-store.myshopify.com');
  if (trouble?.startsWith('no_')) query.delete(trouble.slice(3));
  return `${store.settings.webOrigin}/order-integration-install?${query}`;
}

/**
 * Removes the app from a store: tokens and codes are dead at once, `app/uninstalled` goes to whoever subscribed, the
 * subscriptions are gone, and `shop/redact` follows after two days.
 */
export function uninstall(store: ShopifyStore, webhooks: ShopifyWebhooks, shop: Shop): void {
  const { domain } = shop;
  shop.installation = null;
  for (const kept of [store.state.tokens, store.state.refreshTokens, store.state.codes])
    for (const [key, one] of kept) if (one.shop === domain) kept.delete(key);
  webhooks.emit(domain, ['app/uninstalled'], shopBody(shop));
  for (const { id } of store.subscriptionsOf(domain)) store.state.subscriptions.delete(id);
  webhooks.withdrawRedact(domain);
  webhooks.emitCompliance(shop, 'shop/redact', { inSeconds: store.settings.redactSeconds });
}
