import type { BillingCalls } from './billing-call.ts';
import { acknowledgePage, createPage, pageBody, pageOf } from './billing-checkout.ts';
import type { CheckoutOrder } from './billing-checkout-order.ts';
import { readCustomer } from './billing-customer.ts';
import type { HostedPageType } from './billing-entity.ts';
import { wrongState, wrongValue } from './billing-error.ts';
import type { BillingForm } from './billing-form.ts';
import { checkPlanFirst, itemOf, readCharges, readItems } from './billing-items.ts';
import { listPage } from './billing-list.ts';
import type { BillingStore } from './billing-store.ts';
import { customerOf, planChange, subscriptionOf } from './billing-subscription.ts';

function readUrl(form: BillingForm, name: string): string | undefined {
  const url = form.text(name, 250);
  if (url === undefined) return undefined;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw wrongValue(name, 'is not a valid url');
  return url;
}

function readOrder(form: BillingForm, itemsName: string): CheckoutOrder {
  const coupon = form.list('coupon_ids')[0];
  if (coupon !== undefined) throw wrongValue('coupon_ids[0]', `The coupon ${coupon} does not exist`);
  const redirectUrl = readUrl(form, 'redirect_url');
  const cancelUrl = readUrl(form, 'cancel_url');
  return {
    customer: readCustomer(form),
    items: readItems(form, itemsName),
    charges: readCharges(form),
    replace: form.flag('replace_items_list') ?? false,
    ...(redirectUrl && { redirectUrl }),
    ...(cancelUrl && { cancelUrl }),
  };
}

/** Pages on which people pay. */
export function registerPageCalls(calls: BillingCalls, store: BillingStore): void {
  const add = (
    name: string,
    type: HostedPageType,
    items: string,
    check: (order: CheckoutOrder, form: BillingForm) => void,
  ) =>
    calls.post(`hosted_page.${name}`, `/hosted_pages/${name}`, ({ form, origin }) => {
      const order = readOrder(form, items);
      check(order, form);
      const passThru = form.text('pass_thru_content', 2048);
      const stored = createPage(store, type, order, {
        origin,
        embed: form.flag('embed') ?? false,
        ...(passThru !== undefined && { passThru }),
      });
      return { hosted_page: pageBody(stored) };
    });

  add('checkout_new_for_items', 'checkout_new', 'subscription_items', (order, form) => {
    checkPlanFirst(order.items);
    const id = form.text('subscription[id]', 50);
    if (id === undefined) return;
    if (store.subscriptions.has(id)) throw wrongValue('subscription[id]', 'is already present');
    order.subscriptionId = id;
  });

  add('checkout_one_time_for_items', 'checkout_one_time', 'item_prices', (order) => {
    if (order.items.length + order.charges.length === 0)
      throw wrongValue('item_prices[item_price_id][0]', 'cannot be blank');
    const at = order.items.findIndex((one) => itemOf(one).type !== 'charge');
    if (at >= 0) throw wrongValue(`item_prices[item_price_id][${at}]`, 'should be a charge item price');
  });

  add('checkout_existing_for_items', 'checkout_existing', 'subscription_items', (order, form) => {
    const subscription = subscriptionOf(store, form.required('subscription[id]', 50));
    if (subscription.status === 'cancelled')
      throw wrongState(`Subscription ${subscription.id} is cancelled and cannot be changed.`);
    order.subscriptionId = subscription.id;
    order.customer = { id: subscription.customer_id };
    planChange(store, subscription, {
      items: order.items,
      replace: order.replace,
      prorate: true,
      endOfTerm: false,
      resetTerm: false,
    });
  });

  for (const [name, type] of [
    ['manage_payment_sources', 'manage_payment_sources'],
    ['collect_now', 'collect_now'],
  ] as const)
    add(name, type, 'item_prices', (order, form) => {
      order.customer = { id: customerOf(store, form.required('customer[id]', 50)).id };
    });

  calls.get('hosted_page.list', '/hosted_pages', ({ form }) => {
    const { page, nextOffset } = listPage(
      [...store.pages.values()].map(({ page }) => page),
      form,
      { fields: ['id', 'type', 'state', 'created_at', 'updated_at'], newestBy: 'updated_at' },
    );
    return {
      list: page.map(({ id }) => ({ hosted_page: pageBody(pageOf(store, id)) })),
      ...(nextOffset && { next_offset: nextOffset }),
    };
  });

  calls.get('hosted_page.retrieve', '/hosted_pages/:id', ({ id }) => ({
    hosted_page: pageBody(pageOf(store, id)),
  }));

  calls.post('hosted_page.acknowledge', '/hosted_pages/:id/acknowledge', ({ id }) => {
    const stored = pageOf(store, id);
    acknowledgePage(store, stored);
    return { hosted_page: pageBody(stored) };
  });
}
