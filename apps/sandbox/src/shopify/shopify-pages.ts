import { Problem } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';
import { choiceOf, type Form, refuse, wholeOf } from '../page/form.ts';
import { fromHere } from '../page/from-here.ts';
import { sendPage } from '../page/layout.ts';
import { sendCompliance } from './shopify-compliance.ts';
import { consentChoices } from './shopify-consent-choice.ts';
import { orderOf, shopOf } from './shopify-control.ts';
import type { Shop } from './shopify-entity.ts';
import { failureFits, shopifyFailures } from './shopify-failure.ts';
import { arrivalTroubles, installLink, uninstall } from './shopify-install.ts';
import type { OrderActs, OrderWish } from './shopify-order-acts.ts';
import { shopifyPage } from './shopify-page.ts';
import { shopPage } from './shopify-shop-page.ts';
import type { ShopifyStore } from './shopify-store.ts';
import { expireTokens } from './shopify-token.ts';
import type { ShopifyWebhooks } from './shopify-webhook.ts';
import { complianceTopics, webhookScripts } from './shopify-webhook-order.ts';

type Params = { shop: string; order: string; id: string };

const textOf = (form: Form, name: string): string => (form?.get(name) ?? '').trim().slice(0, 200);

/** What was typed into the form of an order. */
function wishOf(form: Form): OrderWish {
  const [code, ref, customer] = [textOf(form, 'code'), textOf(form, 'ref'), textOf(form, 'customer')];
  const from = choiceOf(form, 'from', ['ref', 'plain', 'express', 'none']);
  const kind = choiceOf(form, 'test', ['no', 'yes', 'unpaid']);
  const landingSite = {
    ref: `/?utm_source=ig&ref=${encodeURIComponent(ref || 'mia')}`,
    plain: '/',
    express: '/wallets/checkouts.json',
    none: null,
  };
  const currency = textOf(form, 'currency');
  if (!/^[A-Z]{3}$/.test(currency)) throw refuse('Choose a currency.');
  return {
    ...(code && { code }),
    ...(ref && { ref }),
    ...(customer && { customer: customer === '-' ? null : customer }),
    currency,
    landingSite: landingSite[from],
    referringSite: from === 'ref' ? 'https://www.instagram.com/' : null,
    test: kind === 'yes',
    paid: kind !== 'unpaid',
  };
}

/** The stores for people, under /shopify, and what their forms do. */
export function registerShopifyPages(
  app: FastifyInstance,
  store: ShopifyStore,
  webhooks: ShopifyWebhooks,
  acts: OrderActs,
): void {
  const show = (path: string, view: (shop: string) => string) =>
    app.get<{ Params: Params }>(path, (request, reply) => sendPage(reply, view(request.params.shop)));
  show('/shopify', () => shopifyPage(store));
  show('/shopify/:shop', (domain) => shopPage(store, shopOf(store, domain)));
  app.get<{ Params: Params; Querystring: { trouble?: string } }>('/shopify/:shop/open', (request, reply) => {
    const { domain } = shopOf(store, request.params.shop);
    const trouble = arrivalTroubles.find((one) => one === request.query.trouble);
    return reply.header('cache-control', 'no-store').redirect(installLink(store, domain, trouble), 302);
  });

  const change = (path: string, work: (form: Form, params: Params) => string) =>
    app.post<{ Params: Params; Body: Form }>(
      `/shopify/_page/${path}`,
      { preHandler: fromHere },
      async ({ body, params }, reply) => {
        const back = work(body, params);
        await store.save();
        return reply.redirect(back, 303);
      },
    );
  /** Something that happens in a store. */
  const happen = (path: string, work: (shop: Shop, form: Form, params: Params) => void) =>
    change(`stores/:shop/${path}`, (form, params) => {
      const shop = shopOf(store, params.shop);
      work(shop, form, params);
      return `/shopify/${shop.domain}`;
    });

  change('reset', () => {
    webhooks.forget();
    store.reset();
    return '/shopify';
  });
  change('failures', (form) => {
    const failure = choiceOf(form, 'failure', shopifyFailures);
    const typed = textOf(form, 'call');
    const atConsent = failureFits('authorize', failure) && failure !== 'used_code';
    const call = typed || (atConsent ? 'authorize' : failure === 'used_code' ? 'access_token' : 'graphql');
    if (!failureFits(call, failure))
      throw refuse('This call cannot fail so. Leave it empty, or choose another failure.');
    store.failures.set({
      shop: choiceOf(form, 'shop', ['*', ...store.shops.keys()]),
      call,
      failure,
      times: wholeOf(form, 'times', 1, 10_000),
      milliseconds: 8000,
    });
    return '/shopify';
  });
  change('failures/remove', (form) => {
    store.failures.remove(textOf(form, 'shop'), textOf(form, 'call'));
    return '/shopify';
  });
  change('scripts', (form) => {
    webhooks.order({
      script: choiceOf(form, 'script', webhookScripts),
      times: wholeOf(form, 'times', 1, 100_000),
      seconds: wholeOf(form, 'seconds', 0, 100_000) ?? 10,
    });
    return '/shopify';
  });
  change('scripts/remove', (form) => {
    webhooks.removeOrder(choiceOf(form, 'script', webhookScripts));
    return '/shopify';
  });
  change('stop', (form) => {
    webhooks.change({ stopped: form?.get('stopped') === 'true' });
    return '/shopify';
  });
  change('webhooks/:id/resend', (form, { id }) => {
    const delivery = store.deliveries.get(id);
    if (!delivery) throw new Problem('not_found', { message: 'There is no such webhook.' });
    webhooks.resend(delivery, form?.get('signing') === 'wrong' ? 'wrong' : 'right');
    const back = textOf(form, 'back');
    return back === `/shopify/${delivery.shop}` ? back : '/shopify';
  });

  happen('orders', (shop, form) => acts.create(shop, wishOf(form)));
  happen('burst', (shop, form) => acts.burst(shop, wholeOf(form, 'count', 1, 10_000) ?? 500));
  happen('orders/:order/update', (shop, _form, { order }) => acts.update(shop, orderOf(store, shop, order)));
  happen('orders/:order/cancel', (shop, _form, { order }) => acts.cancel(shop, orderOf(store, shop, order)));
  happen('orders/:order/refund', (shop, form, { order }) => {
    const quantity = wholeOf(form, 'quantity', 1, 1000);
    acts.refund(shop, orderOf(store, shop, order), quantity === null ? {} : { quantity });
  });
  happen('uninstall', (shop) => uninstall(store, webhooks, shop));
  happen('expire', (shop, form) =>
    expireTokens(store, shop.domain, form?.get('which') === 'refresh' ? 'refresh' : 'access'),
  );
  happen('unsubscribe', (shop, form) => {
    for (const { id, topic } of store.subscriptionsOf(shop.domain))
      if (topic === form?.get('topic')) store.subscriptions.delete(id);
  });
  happen('consent', (shop, form) => {
    const choice = consentChoices[choiceOf(form, 'gives', Object.keys(consentChoices))];
    if (choice) shop.withheld = choice.withheld;
  });
  happen('compliance', (shop, form) => {
    const customer = textOf(form, 'customer');
    const sent = sendCompliance(store, webhooks, shop, choiceOf(form, 'topic', complianceTopics), {
      signing: choiceOf(form, 'signing', ['right', 'wrong', 'altered', 'old'] as const),
      ...(customer && { customer }),
    });
    if (!sent) throw refuse('The sandbox was told no address for these calls.');
  });
}
