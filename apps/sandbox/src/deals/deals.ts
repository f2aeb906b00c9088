import { Problem } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';
import { type Html, html, page, SECTIONS, sendPage, timeTag } from '../page/page.ts';
import { alertPart, name, needed, registerCalls, whole } from '../platform/control.ts';
import { usableCode } from '../shopify/shopify-discount.ts';
import type { Shop } from '../shopify/shopify-order.ts';
import { placeOrder } from '../shopify/shopify-sale.ts';
import type { LeakedCode, ShopifyStore } from '../shopify/shopify-store.ts';

const [PATH, TITLE] = SECTIONS.deals;
const MOST_BUYERS = 200;
const BUYERS = ['Ada Lund', 'Ben Okoro', 'Cora Diaz', 'Dev Rao', 'Ella Berg', 'Finn Walsh', 'Gia Conti'];

/**
 * A deal site: lists discount codes that leaked, as a page and as RSS. Its readers buy with a code
 * without ever having followed a creator's link. The control API is at /api/deals.
 */
export async function registerDeals(app: FastifyInstance, store: ShopifyStore): Promise<void> {
  const leaks = () => [...store.state.leaks.values()].toReversed();
  const shopOf = (leak: LeakedCode) => store.state.shops.get(leak.shop);
  const leakAt = (id: string): LeakedCode => {
    const leak = store.state.leaks.get(Number(id));
    if (!leak) throw new Problem('not_found', { message: 'There is no such code.' });
    return leak;
  };
  await registerCalls(app, { prefix: '/api/deals', save: store.save }, (on) => {
    on('GET', '/', {}, () => ({ leaks: leaks() }));
    on('POST', '/leaks', { shop: needed(name(250)), code: needed(name(255)) }, (input) => {
      if (!store.state.shops.has(input.shop))
        throw new Problem('not_found', { message: 'There is no such store.' });
      const code = input.code.trim();
      const leak = { id: store.nextId(), shop: input.shop, code, at: new Date().toISOString(), orders: 0 };
      store.state.leaks.set(leak.id, leak);
      return { leak };
    });
    on('DELETE', '/leaks/:id', {}, ({ id }) => {
      store.state.leaks.delete(leakAt(id).id);
      return {};
    });
    on('POST', '/leaks/:id/buyers', { count: whole(1, MOST_BUYERS) }, ({ id, count = 12 }) => {
      const leak = leakAt(id);
      const shop = shopOf(leak);
      if (!shop) throw new Problem('not_found', { message: 'There is no such store.' });
      const origin = `http://localhost${PATH}`;
      const orders = Array.from({ length: count }, () => buyCold(store, shop, leak, origin));
      // Readers whose code the store no longer accepts buy nothing.
      return { orders: orders.filter((one) => one !== null), refused: orders.filter((one) => !one).length };
    });
  });
  app.get(PATH, (_request, reply) => {
    const stores = [...store.state.shops.values()];
    return sendPage(reply, page({ title: TITLE, content: dealsContent(leaks(), stores), current: 'deals' }));
  });
  app.get(`${PATH}/feed.xml`, (request, reply) =>
    reply
      .type('application/rss+xml; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(feedOf(leaks(), shopOf, `${request.protocol}://${request.host}${PATH}`)),
  );
}

/** A reader of the deal site buys: a new buyer, without a creator's link. Returns the order's number. */
function buyCold(store: ShopifyStore, shop: Shop, leak: LeakedCode, referrer: string): number | null {
  const buyer = BUYERS[leak.orders % BUYERS.length] ?? '';
  const [firstName = '', lastName = ''] = buyer.split(' ');
  const email = `${firstName}.${lastName}.${leak.id}-${leak.orders}@buyer.test`.toLowerCase();
  const code = usableCode(store, shop, leak.code, email);
  const product = shop.products[leak.orders % shop.products.length];
  if (code === null || !product) return null;
  leak.orders += 1;
  const visit = { at: new Date().toISOString(), landingPage: '/', referrer };
  const order = placeOrder(
    store,
    shop,
    { code, landingSite: '/', referringSite: referrer, journeySeconds: store.settings.journeySeconds },
    { items: [{ product, quantity: 1 }], buyer: { email, firstName, lastName }, visits: [visit] },
  );
  return order.number;
}

function dealsContent(leaks: LeakedCode[], stores: Shop[]): Html {
  const nameOf = (domain: string) => stores.find((one) => one.domain === domain)?.name ?? domain;
  const line = ({ id, shop, code, at, orders }: LeakedCode) =>
    html`<li class="cardline"><span><code>${code}</code> <span class="quiet">${nameOf(shop)}, ${timeTag(at)}</span></span><span>${orders} ${orders === 1 ? 'order' : 'orders'}</span><span class="inline"><form class="inline" action="/api/deals/leaks/${id}/buyers" data-method="POST"><label>Buyers<input class="count" type="number" name="count" min="1" max="${MOST_BUYERS}" value="12" aria-label="Buyers with ${code}"></label><button aria-label="Send buyers with ${code}">Send buyers</button></form><form class="inline" action="/api/deals/leaks/${id}" data-method="DELETE"><button aria-label="Remove ${code}">Remove</button></form></span></li>`;
  return html`<h1>${TITLE}</h1>
<p class="quiet">A site that passes on discount codes meant for a creator's followers. Its readers buy without having followed a creator's link. Also as <a href="${PATH}/feed.xml">RSS</a>.</p>
${alertPart}
<form class="row" action="/api/deals/leaks" data-method="POST"><label>Store<select name="shop">${stores.map(({ domain, name: shown }) => html`<option value="${domain}">${shown}</option>`)}</select></label><label>Discount code<input name="code" maxlength="255" required autocomplete="off"></label><button class="main">Leak code</button></form>
${
  leaks.length > 0
    ? html`<ul class="plain">${leaks.map(line)}</ul>`
    : html`<div class="empty"><p>No codes leaked yet.</p></div>`
}`;
}

/** The newest codes as RSS 2.0. */
function feedOf(
  leaks: LeakedCode[],
  shopOf: (leak: LeakedCode) => Shop | undefined,
  address: string,
): string {
  const item = (leak: LeakedCode) =>
    html`<item><title>${leak.code} at ${shopOf(leak)?.name ?? leak.shop}</title><link>${address}</link><guid isPermaLink="false">${leak.id}</guid><pubDate>${new Date(leak.at).toUTCString()}</pubDate></item>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${
    html`<rss version="2.0"><channel><title>${TITLE}</title><link>${address}</link><description>Discount codes that readers sent in</description>${leaks.map(item)}</channel></rss>`
      .markup
  }\n`;
}
