import type { BillingCalls, Call } from './billing-call.ts';
import { acknowledgePage, createPage, createPortal, newCustomer, pageOf } from './billing-checkout.ts';
import { downloadAddress } from './billing-pages.ts';
import { priceOf, refund, sumOf } from './billing-payment.ts';
import {
  type BillingStore,
  type BillingSubscription,
  type HostedPage,
  type OrderedItem,
  seconds,
} from './billing-store.ts';
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
  calls.post('customer.create', '/customers', ({ form }) => {
    const input = form.customer((field) => field);
    if (store.state.customers.has(input.id ?? ''))
      throw wrongValue('id', `The value ${input.id} is already present.`);
    return { customer: newCustomer(store, input) };
  });
  calls.get('customer.retrieve', '/customers/:id', ({ id }) => ({ customer: store.customer(id) }));
  calls.post('portal_session.create', '/portal_sessions', ({ form, origin }) => {
    const customer = store.customer(form.text('customer[id]') ?? '');
    return {
      portal_session: createPortal(store, customer, { origin, redirectUrl: form.url('redirect_url') }),
    };
  });
}

function registerPages(calls: BillingCalls, store: BillingStore): void {
  const open =
    (type: HostedPage['type'], itemsName: string, check: (items: OrderedItem[]) => void) =>
    ({ form, origin }: Call) => {
      const items = form.items(itemsName);
      check(items);
      const passThru = form.text('pass_thru_content', 2048);
      const page = createPage(
        store,
        { type, passThru, origin },
        {
          customer: form.customer(),
          items,
          redirectUrl: form.url('redirect_url'),
          cancelUrl: form.url('cancel_url'),
        },
      );
      return { hosted_page: page };
    };
  calls.post(
    'hosted_page.checkout_new_for_items',
    '/hosted_pages/checkout_new_for_items',
    open('checkout_new', 'subscription_items', checkPlanFirst),
  );
  calls.post(
    'hosted_page.checkout_one_time_for_items',
    '/hosted_pages/checkout_one_time_for_items',
    open('checkout_one_time', 'item_prices', (items) => {
      if (items.length === 0 || items.some(({ itemPriceId }) => priceOf(itemPriceId).itemType !== 'charge'))
        throw wrongValue('item_prices[item_price_id][0]', 'should be a charge item price');
    }),
  );
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
  const body = (subscription: BillingSubscription) => store.about(subscription);
  const on = (name: string, work: (subscription: BillingSubscription, form: BillingForm) => unknown) =>
    calls.post(`subscription.${name}`, `/subscriptions/:id/${name}`, ({ id, form }) => {
      const subscription = store.subscription(id);
      const invoice = work(subscription, form);
      return { ...body(subscription), ...(invoice ? { invoice } : {}) };
    });

  calls.get('subscription.list', '/subscriptions', ({ form }) => {
    const { page, ...more } = listPage(store.state.subscriptions.values(), form, 'created_at');
    return { list: page.map(body), ...more };
  });
  calls.get('subscription.retrieve', '/subscriptions/:id', ({ id }) => body(store.subscription(id)));
  const later = 'retrieve_with_scheduled_changes';
  calls.get(`subscription.${later}`, `/subscriptions/:id/${later}`, ({ id }) =>
    body(withScheduledChanges(store, store.subscription(id))),
  );
  calls.post('subscription.create_with_items', '/customers/:id/subscription_for_items', ({ id, form }) => {
    const own = form.text('id', 50);
    const items = form.items('subscription_items');
    const made = createSubscription(store, store.customer(id), items, own ? { id: own } : {});
    return { ...body(made.subscription), invoice: made.invoice };
  });
  on('update_for_items', (one, form) =>
    changeSubscription(store, one, form.items('subscription_items'), form.text('end_of_term') === 'true'),
  );
  on('cancel_for_items', (one, form) => {
    const isDated = form.text('cancel_option') === 'specific_date';
    const at = isDated ? form.whole('cancel_at') : 0;
    if (at === undefined) throw wrongValue('cancel_at', 'cannot be blank');
    cancelSubscription(store, one, at);
  });
  on('remove_scheduled_cancellation', (one) => removeScheduledCancellation(store, one));
  on('remove_scheduled_changes', (one) => removeScheduledChange(store, one));

  const estimate = 'update_subscription_for_items';
  calls.post(`estimate.${estimate}`, `/estimates/${estimate}`, ({ form }) => {
    const subscription = store.subscription(form.text('subscription[id]') ?? '');
    const plan = planChange(store, subscription, form.items('subscription_items'));
    const total = sumOf(plan.charges);
    const invoice = { total, credits_applied: plan.creditsUsed, amount_due: plan.due };
    return {
      estimate: {
        created_at: seconds(),
        ...(total > 0 && { invoice_estimate: invoice }),
        ...(plan.credit > 0 && { credit_note_estimates: [{ total: plan.credit }] }),
        object: 'estimate',
      },
    };
  });
}

function registerInvoices(calls: BillingCalls, store: BillingStore): void {
  calls.get('invoice.list', '/invoices', ({ form }) => {
    const { page, ...more } = listPage(store.state.invoices.values(), form, 'date');
    return { list: page.map((invoice) => ({ invoice })), ...more };
  });
  calls.get('invoice.retrieve', '/invoices/:id', ({ id }) => ({ invoice: store.invoice(id) }));
  calls.post('invoice.refund', '/invoices/:id/refund', ({ id, form }) => {
    const invoice = store.invoice(id);
    const transaction = refund(store, invoice, form.whole('refund_amount', 1));
    return { invoice, transaction };
  });
  calls.post('invoice.pdf', '/invoices/:id/pdf', ({ id, origin }) => ({
    download: { ...downloadAddress(store.invoice(id), origin), object: 'download' },
  }));
}
