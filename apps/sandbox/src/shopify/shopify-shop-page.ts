import { type Html, html } from '../page/html.ts';
import { page, timeTag } from '../page/layout.ts';
import { options, table } from '../page/page-parts.ts';
import { financialStatusOf, totalOf } from './shopify-amount.ts';
import { consentChoices } from './shopify-consent-choice.ts';
import type { Shop, ShopOrder } from './shopify-entity.ts';
import { type ArrivalTrouble, arrivalTroubles } from './shopify-install.ts';
import { convert, moneyText } from './shopify-money.ts';
import { act, deliveryTable, SHOWN } from './shopify-page-parts.ts';
import type { ShopifyStore } from './shopify-store.ts';
import { complianceTopics } from './shopify-webhook-order.ts';

const TROUBLES: Record<ArrivalTrouble, string> = {
  stale: 'Five minutes old',
  altered_host: 'Host altered',
  altered_shop: 'Shop altered',
  wrong_hmac: 'Forged',
  old_secret: 'Old secret',
  foreign_domain: 'Foreign domain',
  no_shop: 'Without shop',
  no_hmac: 'Without hmac',
  no_host: 'Without host',
};

const CURRENCIES = ['USD', 'EUR', 'GBP', 'JPY', 'CAD'];

function orderRow(shop: Shop, order: ShopOrder): Html {
  const total = totalOf(order);
  const { presentmentCurrency: other, rate } = order;
  const facts = [
    order.discount && html`<code>${order.discount.code}</code>`,
    order.noteAttributes.map(({ name, value }) => html` ${name} ${value}`),
    order.test && ' test',
  ];
  const at = `stores/${shop.domain}/orders/${order.id}`;
  const name = `order #${order.number}`;
  const status = financialStatusOf(order);
  const canRefund = order.paid && status !== 'refunded';
  return html`<tr><td>#${order.number}</td><td>${moneyText(total, shop.currency)}${other !== shop.currency && html` <span class="quiet">${moneyText(convert(total, shop.currency, other, rate), other)}</span>`}</td>
<td>${status.replace('_', ' ')}${order.cancelledAt && ', cancelled'}</td><td>${facts}</td><td>${order.customer?.email ?? html`<span class="quiet">No customer</span>`}</td><td>${timeTag(order.createdAt)}</td>
<td class="number">${act(`${at}/update`, 'Update', name)}${canRefund && act(`${at}/refund`, 'Refund one piece', name, { quantity: '1' })}${canRefund && act(`${at}/refund`, 'Refund all', name)}${!order.cancelledAt && act(`${at}/cancel`, 'Cancel', name)}</td></tr>`;
}

function appPart(store: ShopifyStore, shop: Shop): Html {
  const { installation, domain } = shop;
  const subscriptions = store.subscriptionsOf(domain);
  const at = `stores/${domain}`;
  return html`<h2>App</h2>
<p>${installation ? html`Installed since ${timeTag(installation.at)} with ${installation.scopes.map((scope) => html`<code>${scope}</code> `)}` : 'Not installed.'}</p>
<div class="row"><a class="button main" href="/shopify/${domain}/open">Open the app</a>
${installation && html`${act(`${at}/expire`, 'Expire access token', shop.name)}${act(`${at}/expire`, 'Expire refresh token', shop.name, { which: 'refresh' })}${act(`${at}/uninstall`, 'Uninstall the app', shop.name)}`}</div>
<h3>Open it with something wrong</h3>
<div class="row">${arrivalTroubles.map((trouble) => html`<a class="button" href="/shopify/${domain}/open?trouble=${trouble}">${TROUBLES[trouble]}</a>`)}</div>
<h3>Consent</h3>
<form method="post" action="/shopify/_page/${at}/consent" class="row"><label>This merchant gives<select name="gives">${options(Object.fromEntries(Object.entries(consentChoices).map(([name, { label }]) => [name, label])))}</select></label><button>Set</button></form>
<p class="quiet">${shop.withheld.length === 0 ? 'Nothing is kept back.' : html`Kept back: ${shop.withheld.map((scope) => html`<code>${scope}</code> `)}`}</p>
<h3>Subscriptions</h3>
${table(
  'Subscriptions',
  ['Topic', 'Address', 'Remove'],
  subscriptions.map(
    ({ topic, url }) =>
      html`<tr><td>${topic}</td><td title="${url}">${url}</td><td class="number">${act(`${at}/unsubscribe`, 'Remove', topic, { topic })}</td></tr>`,
  ),
  'The app has subscribed to nothing.',
)}`;
}

/** One store: its app, its orders, and the forms that make things happen in it. */
export function shopPage(store: ShopifyStore, shop: Shop): string {
  const { domain } = shop;
  const at = `/shopify/_page/stores/${domain}`;
  const orders = store
    .ordersOf(domain)
    .toSorted((one, other) => other.id - one.id || other.number - one.number);
  const deliveries = [...store.deliveries.values()].filter((one) => one.shop === domain);
  const content = html`<p><a href="/shopify">All stores</a></p>
<div class="head"><div><h1>${shop.name}</h1><div class="quiet"><code>${domain}</code> ${shop.currency}, ${shop.timezone}, ${orders.length.toLocaleString('en')} orders.</div></div></div>
${appPart(store, shop)}
<h2>Orders</h2>
<div class="stack"><form method="post" action="${at}/orders" class="row">
<label>Discount code<input name="code" maxlength="100" placeholder="None"></label>
<label>Cart attribute ref<input name="ref" maxlength="100" placeholder="None"></label>
<label>Customer<input name="customer" maxlength="200" placeholder="Somebody; - for none"></label>
<label>Pays in<select name="currency">${options(Object.fromEntries([...new Set([shop.currency, ...CURRENCIES])].map((one) => [one, one])), shop.currency)}</select></label>
<label>Came from<select name="from">${options({ ref: 'A page with ref', plain: 'The front page', express: 'Express checkout', none: 'No page' })}</select></label>
<label>Kind<select name="test">${options({ no: 'A real order', yes: 'A test order', unpaid: 'Not paid yet' })}</select></label>
<button class="main">Make order</button></form>
<form method="post" action="${at}/burst" class="row"><label>Many at once<input type="number" name="count" min="1" max="10000" value="500"></label><button>Make orders</button></form></div>
${table(
  'Orders',
  ['Order', 'Total', 'State', 'Code, attributes', 'Customer', 'Made', 'Make happen'],
  orders.slice(0, SHOWN).map((order) => orderRow(shop, order)),
  'No orders.',
)}
<h2>Privacy</h2>
<form method="post" action="${at}/compliance" class="row">
<label>Call<select name="topic">${options(Object.fromEntries(complianceTopics.map((one) => [one, one])))}</select></label>
<label>Customer<input name="customer" maxlength="200" placeholder="Of the newest order"></label>
<label>Signature<select name="signing">${options({ right: 'Right', wrong: 'Wrong', altered: 'Body altered', old: 'Old secret' })}</select></label>
<button>Send</button></form>
<h2>Webhooks</h2>
${deliveryTable(deliveries, `/shopify/${domain}`)}`;
  return page({ title: shop.name, content, current: 'shopify' });
}
