import { type Html, html } from '../page/html.ts';
import { page } from '../page/layout.ts';
import { howOften, options, table } from '../page/page-parts.ts';
import type { Shop } from './shopify-entity.ts';
import type { ShopifyFailure } from './shopify-failure.ts';
import { act, callTable, deliveryTable } from './shopify-page-parts.ts';
import type { ShopifyStore } from './shopify-store.ts';
import type { WebhookScript } from './shopify-webhook-order.ts';

const FAILURES: Record<ShopifyFailure, string> = {
  down: '503, not available',
  error_500: '500, internal error',
  rate_limit: '429, too many requests',
  frozen: '402, the store is frozen',
  slow: 'Answers after 8 seconds',
  hang: 'Never answers',
  lost: 'Does it, but the answer is lost',
  garbage: 'Answers a page instead of data',
  throttle: 'GraphQL: throttled',
  internal: 'GraphQL: internal error in the answer',
  dead_token: 'Token or app is refused',
  version: 'GraphQL: a newer version answers',
  used_code: 'The code counts as used',
  wrong_state: 'Consent: comes back with a wrong state',
  wrong_hmac: 'Consent: comes back forged',
  stale: 'Consent: comes back five minutes old',
  other_shop: 'Consent: comes back for another store',
};

const SCRIPTS: Record<WebhookScript, string> = {
  late: 'Late',
  twice: 'Twice',
  out_of_order: 'Out of order',
  old_secret: 'Signed with the old secret',
  wrong_signature: 'First with a wrong signature',
  altered: 'First with an altered body',
  slow_answer: 'The answer counts as too late',
  lost: 'Never sent',
};

function shopRow(store: ShopifyStore, shop: Shop): Html {
  const scopes = shop.installation?.scopes.length ?? 0;
  return html`<tr><td><a href="/shopify/${shop.domain}">${shop.name}</a></td><td><code>${shop.domain}</code></td><td>${shop.currency}</td><td>${store.ordersOf(shop.domain).length.toLocaleString('en')}</td>
<td>${shop.installation ? `Installed, ${scopes} ${scopes === 1 ? 'scope' : 'scopes'}` : 'Not installed'}</td>
<td class="number"><a class="button" href="/shopify/${shop.domain}/open" aria-label="Open the app: ${shop.name}">Open the app</a></td></tr>`;
}

/** Every store, what goes wrong as ordered, and what was sent. */
export function shopifyPage(store: ShopifyStore): string {
  const { webhookUrl, webOrigin, stopped, retrySeconds } = store.settings;
  const waiting = [...store.deliveries.values()].filter(({ nextAt }) => nextAt !== null).length;
  const shops = [...store.shops.values()];
  const content = html`<div class="head"><div><h1>Stores</h1>
<div class="quiet">Shopify with ${shops.length} stores. The app with the key <code>${store.config.key}</code> is at <code>${webOrigin}</code>.</div></div>
<form method="post" action="/shopify/_page/reset"><button class="danger">Begin anew</button></form></div>
${table(
  'Stores',
  ['Store', 'Domain', 'Currency', 'Orders', 'App', 'Begin'],
  shops.map((shop) => shopRow(store, shop)),
  'No stores.',
)}
<h2>Order a failure</h2>
<form method="post" action="/shopify/_page/failures" class="row">
<label>What happens<select name="failure">${options(FAILURES)}</select></label>
<label>Store<select name="shop">${options({ '*': 'Every store', ...Object.fromEntries(shops.map(({ domain, name }) => [domain, name])) })}</select></label>
<label>Call<input name="call" maxlength="100" placeholder="GraphQL, or orders"></label>
<label>Times<input type="number" name="times" min="1" max="10000" placeholder="Always"></label>
<button class="main">Order</button></form>
${table(
  'Ordered failures',
  ['Call', 'Store', 'What happens', 'How long', 'Remove'],
  store.failures.list.map(
    ({ shop, call, failure, times }) =>
      html`<tr><td><code>${call}</code></td><td>${shop === '*' ? 'Every store' : shop}</td><td>${FAILURES[failure]}</td><td>${howOften(times)}</td><td class="number">${act('failures/remove', 'Remove', `order for ${call}`, { shop, call })}</td></tr>`,
  ),
  'No orders. Everything works.',
)}
<h2>Webhooks</h2>
<p class="quiet">Those that the app subscribes to go where it says, the calls of privacy to <code>${webhookUrl || 'nowhere'}</code>. One that is not taken is sent ${retrySeconds.length} times more; then its subscription ends. ${stopped ? html`<strong>Sending is stopped.</strong> ` : ''}${waiting > 0 ? `${waiting} waiting.` : ''}</p>
<div class="row"><form method="post" action="/shopify/_page/scripts" class="row">
<label>What happens<select name="script">${options(SCRIPTS)}</select></label>
<label>Times<input type="number" name="times" min="1" max="100000" placeholder="Always"></label>
<label>Seconds late<input type="number" name="seconds" min="0" max="100000" placeholder="10"></label>
<button>Order</button></form>
<form method="post" action="/shopify/_page/stop"><input type="hidden" name="stopped" value="${stopped ? 'false' : 'true'}"><button>${stopped ? 'Send again' : 'Stop sending'}</button></form></div>
${table(
  'Ordered for webhooks',
  ['What happens', 'How long', 'Remove'],
  store.webhookOrders.map(
    ({ script, times }) =>
      html`<tr><td>${SCRIPTS[script]}</td><td>${howOften(times)}</td><td class="number">${act('scripts/remove', 'Remove', SCRIPTS[script], { script })}</td></tr>`,
  ),
  'No orders. Webhooks arrive at once.',
)}
${deliveryTable([...store.deliveries.values()], '/shopify')}
<h2>Last calls</h2>
${callTable(store.calls)}`;
  return page({ title: 'Stores', content, current: 'shopify' });
}
