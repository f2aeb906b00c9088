import type { BillingCalls } from './billing-call.ts';
import { acknowledgePage, createPage, createPortal, newCustomer, pageOf } from './billing-checkout.ts';
import { downloadAddress } from './billing-download.ts';
import type { BillingInvoice, BillingSubscription, HostedPage } from './billing-entity.ts';
import { priceOf, refund, sumOf } from './billing-invoice.ts';
import { type BillingStore, seconds } from './billing-store.ts';
import {
  cancelSubscription,
  changeSubscription,
  checkPlanFirst,
  createSubscription,
  planChange,
  removeScheduledCancellation,
  removeScheduledChange,
  withScheduledChanges,
} from './billing-subscription.ts';
import { type BillingForm, listPage, wrongValue } from './billing-wire.ts';

/** The operations of Chargebee's API v2 that our adapter and the demo world call. */
export function registerBillingApi(calls: BillingCalls, store: BillingStore): void {
  registerCustomers(calls, store);
  registerPages(calls, store);
  registerSubscriptions(calls, store);
  registerInvoices(calls, store);
}

function registerCustomers(calls: BillingCalls, store: BillingStore): void {
  const body = (id: string) => ({ customer: store.customer(id), card: store.state.cards.get(id) });

  calls.post('customer.create', '/customers', ({ form }) => {
    const input = form.customer('');
    if (store.state.customers.has(input.id ?? ''))
      throw wrongValue('id', `The value ${input.id} is already present.`);
    return body(newCustomer(store, input, 'api').id);
  });
  calls.get('customer.retrieve', '/customers/:id', ({ id }) => body(id));
  calls.post('portal_session.create', '/portal_sessions', ({ form, origin }) => {
    const customer = store.customer(form.required('customer[id]', 50));
    return {
      portal_session: createPortal(store, customer, { origin, redirectUrl: form.url('redirect_url') }),
    };
  });
}

function registerPages(calls: BillingCalls, store: BillingStore): void {
  const open = (type: HostedPage['type'], itemsName: string, check: (form: BillingForm) => void) =>
    calls.post(`hosted_page.${type}_for_items`, `/hosted_pages/${type}_for_items`, ({ form, origin }) => {
      check(form);
      const [redirectUrl, cancelUrl] = [form.url('redirect_url'), form.url('cancel_url')];
      const page = createPage(store, type, origin, {
        customer: form.customer(),
        items: form.items(itemsName),
        passThru: form.text('pass_thru_content', 2048),
        ...(redirectUrl && { redirectUrl }),
        ...(cancelUrl && { cancelUrl }),
      });
      return { hosted_page: page };
    });
  open('checkout_new', 'subscription_items', (form) => checkPlanFirst(form.items('subscription_items')));
  open('checkout_one_time', 'item_prices', (form) => {
    const items = form.items('item_prices');
    if (items.length === 0) throw wrongValue('item_prices[item_price_id][0]', 'cannot be blank');
    const at = items.findIndex(({ itemPriceId }) => priceOf(itemPriceId).itemType !== 'charge');
    if (at >= 0) throw wrongValue(`item_prices[item_price_id][${at}]`, 'should be a charge item price');
  });

  calls.get('hosted_page.retrieve', '/hosted_pages/:id', ({ id }) => ({
    hosted_page: pageOf(store, id).page,
  }));
  calls.post('hosted_page.acknowledge', '/hosted_pages/:id/acknowledge', ({ id }) => {
    const stored = pageOf(store, id);
    acknowledgePage(store, stored);
    return { hosted_page: stored.page };
  });
}

function registerSubscriptions(calls: BillingCalls, store: BillingStore): void {
  const body = (subscription: BillingSubscription) => ({ ...store.about(subscription), subscription });
  const on = (
    name: string,
    work: (subscription: BillingSubscription, form: BillingForm) => object | undefined,
  ) =>
    calls.post(`subscription.${name}`, `/subscriptions/:id/${name}`, ({ id, form }) => {
      const subscription = store.subscription(id);
      return { ...work(subscription, form), ...body(subscription) };
    });

  calls.get('subscription.list', '/subscriptions', ({ form }) => {
    const { page, ...more } = listPage(store.state.subscriptions.values(), form, 'created_at');
    return { list: page.map(body), ...more };
  });
  calls.get('subscription.retrieve', '/subscriptions/:id', ({ id }) => body(store.subscription(id)));
  calls.get(
    'subscription.retrieve_with_scheduled_changes',
    '/subscriptions/:id/retrieve_with_scheduled_changes',
    ({ id }) => body(withScheduledChanges(store, store.subscription(id))),
  );
  calls.post('subscription.create_with_items', '/customers/:id/subscription_for_items', ({ id, form }) => {
    const own = form.text('id', 50);
    const { subscription, invoice } = createSubscription(
      store,
      store.customer(id),
      form.items('subscription_items'),
      { source: 'api', ...(own && { id: own }) },
    );
    return { ...body(subscription), invoice };
  });

  on('update_for_items', (subscription, form) => {
    const items = form.items('subscription_items');
    const invoice = changeSubscription(store, subscription, items, form.flag('end_of_term') ?? false);
    return invoice ? { invoice } : undefined;
  });
  on('cancel_for_items', (subscription, form) => {
    const option = form.text('cancel_option') ?? 'immediately';
    const at = form.whole('cancel_at');
    if (option !== 'immediately' && option !== 'specific_date')
      throw wrongValue('cancel_option', 'invalid value');
    if (option === 'specific_date' && at === undefined) throw wrongValue('cancel_at', 'cannot be blank');
    cancelSubscription(store, subscription, option === 'immediately' ? 0 : (at ?? 0), 'api');
    return undefined;
  });
  on('remove_scheduled_cancellation', (one) => {
    removeScheduledCancellation(store, one, 'api');
    return undefined;
  });
  on('remove_scheduled_changes', (one) => {
    removeScheduledChange(store, one);
    return undefined;
  });

  calls.post(
    'estimate.update_subscription_for_items',
    '/estimates/update_subscription_for_items',
    ({ form }) => {
      const subscription = store.subscription(form.required('subscription[id]', 50));
      const plan = planChange(store, subscription, form.items('subscription_items'));
      const total = sumOf(plan.charges);
      return {
        estimate: {
          created_at: seconds(),
          ...(total > 0 && {
            invoice_estimate: { total, credits_applied: plan.creditsUsed, amount_due: plan.due },
          }),
          ...(plan.credit > 0 && { credit_note_estimates: [{ total: plan.credit }] }),
          object: 'estimate',
        },
      };
    },
  );
}

function registerInvoices(calls: BillingCalls, store: BillingStore): void {
  const body = (invoice: BillingInvoice) => ({ invoice });
  calls.get('invoice.list', '/invoices', ({ form }) => {
    const { page, ...more } = listPage(store.state.invoices.values(), form, 'date');
    return { list: page.map(body), ...more };
  });
  calls.get('invoice.retrieve', '/invoices/:id', ({ id }) => body(store.invoice(id)));
  calls.post('invoice.refund', '/invoices/:id/refund', ({ id, form }) => {
    const amount = form.whole('refund_amount', 1);
    const transaction = refund(store, store.invoice(id), { amount, source: 'api' });
    return { ...body(store.invoice(id)), transaction };
  });
  calls.post('invoice.pdf', '/invoices/:id/pdf', ({ id, origin }) => ({
    download: { ...downloadAddress(store.invoice(id), origin), object: 'download' },
  }));
}
