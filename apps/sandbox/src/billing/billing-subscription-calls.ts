import type { BillingCalls } from './billing-call.ts';
import { readMetaData } from './billing-customer.ts';
import type { BillingSubscription, LineItem } from './billing-entity.ts';
import { wrongValue } from './billing-error.ts';
import type { BillingForm } from './billing-form.ts';
import { seconds } from './billing-id.ts';
import { itemOf, lineOf, plainLine, readItems, sumOf } from './billing-items.ts';
import { listPage } from './billing-list.ts';
import type { BillingStore } from './billing-store.ts';
import {
  type AskedChange,
  besides,
  type ChangePlan,
  changeSubscription,
  createSubscription,
  customerOf,
  planChange,
  subscriptionOf,
  withScheduledChanges,
} from './billing-subscription.ts';
import {
  type AskedCancellation,
  cancelSubscription,
  changeTermEnd,
  reactivate,
  removeScheduledCancellation,
  removeScheduledChange,
} from './billing-term.ts';

const FIELDS = [
  'id',
  'customer_id',
  'item_id',
  'item_price_id',
  'status',
  'cancel_reason_code',
  'has_scheduled_changes',
  'created_at',
  'activated_at',
  'next_billing_at',
  'cancelled_at',
  'updated_at',
] as const;

function readField(subscription: BillingSubscription, field: string) {
  const plan = subscription.subscription_items.find(({ item_type }) => item_type === 'plan');
  if (field === 'item_price_id') return plan?.item_price_id;
  if (field === 'item_id' && plan)
    return itemOf({ itemPriceId: plan.item_price_id, quantity: 1 }).price.itemId;
  return (subscription as unknown as Record<string, string | number | boolean | undefined>)[field];
}

function readChange(form: BillingForm): AskedChange {
  return {
    items: readItems(form, 'subscription_items'),
    replace: form.flag('replace_items_list') ?? false,
    removed: form.list('mandatory_items_to_remove'),
    prorate: form.flag('prorate') ?? true,
    endOfTerm: form.flag('end_of_term') ?? form.text('change_option') === 'end_of_term',
    resetTerm: form.flag('force_term_reset') ?? false,
  };
}

const WHEN: Record<string, 'now' | 'end_of_term'> = {
  immediately: 'now',
  end_of_term: 'end_of_term',
  end_of_billing_term: 'end_of_term',
};

function readCancellation(form: BillingForm): AskedCancellation {
  const at = form.whole('cancel_at') ?? form.whole('specific_cancel_date');
  const option = form.text('cancel_option');
  const when = option === undefined ? undefined : WHEN[option];
  if (option !== undefined && option !== 'specific_date' && !when)
    throw wrongValue('cancel_option', 'invalid value');
  if (form.flag('end_of_term') && at !== undefined)
    throw wrongValue('cancel_at', 'cannot be given together with end_of_term');
  const credit = form.text('credit_option_for_current_term_charges') ?? 'none';
  if (credit !== 'none' && credit !== 'prorate' && credit !== 'full')
    throw wrongValue('credit_option_for_current_term_charges', 'invalid value. Allowed: none, prorate, full');
  const reason = form.text('cancel_reason_code', 100);
  return {
    at: at ?? when ?? (form.flag('end_of_term') ? 'end_of_term' : 'now'),
    credit,
    ...(reason && { reason }),
  };
}

const invoiceEstimate = (lines: LineItem[], creditsUsed: number) => {
  const total = sumOf(lines);
  return {
    recurring: true,
    date: seconds(),
    price_type: 'tax_exclusive',
    sub_total: total,
    total,
    credits_applied: creditsUsed,
    amount_paid: 0,
    amount_due: total - creditsUsed,
    currency_code: 'USD',
    round_off_amount: 0,
    line_items: lines,
    object: 'invoice_estimate',
  };
};

/** What a change would cost, in the vendor's shape. */
function estimateBody(subscription: BillingSubscription, plan: ChangePlan) {
  const { proration, creditsUsed, termEnd, items } = plan;
  const recurring = items.map(itemOf).filter(({ type }) => type !== 'charge');
  const scope = { from: termEnd, to: termEnd, subscriptionId: subscription.id };
  return {
    created_at: seconds(),
    subscription_estimate: {
      id: subscription.id,
      currency_code: subscription.currency_code,
      status: subscription.status,
      next_billing_at: termEnd,
      object: 'subscription_estimate',
    },
    ...(proration.charge > 0 && { invoice_estimate: invoiceEstimate(proration.charges, creditsUsed) }),
    ...(proration.credit > 0 && {
      credit_note_estimates: [
        {
          reference_invoice_id: '',
          type: 'refundable',
          price_type: 'tax_exclusive',
          currency_code: subscription.currency_code,
          sub_total: proration.credit,
          total: proration.credit,
          amount_allocated: Math.min(creditsUsed, proration.credit),
          amount_available: Math.max(0, proration.credit - creditsUsed),
          line_items: proration.credits,
          object: 'credit_note_estimate',
        },
      ],
    }),
    next_invoice_estimate: invoiceEstimate(
      recurring.map((item) => lineOf(item, scope)),
      0,
    ),
    object: 'estimate',
  };
}

/** Subscriptions and what changing them would cost. */
export function registerSubscriptionCalls(calls: BillingCalls, store: BillingStore): void {
  const body = (subscription: BillingSubscription) => {
    const { customer, card } = besides(store, subscription);
    return { subscription, customer, ...(card ? { card } : {}) };
  };
  const on = (name: string, work: (subscription: BillingSubscription, form: BillingForm) => void) =>
    calls.post(`subscription.${name}`, `/subscriptions/:id/${name}`, ({ id, form }) => {
      const subscription = subscriptionOf(store, id);
      work(subscription, form);
      return body(subscription);
    });

  calls.get('subscription.list', '/subscriptions', ({ form }) => {
    const { page, nextOffset } = listPage(store.subscriptions.values(), form, {
      fields: FIELDS,
      newestBy: 'created_at',
      read: readField,
    });
    return { list: page.map(body), ...(nextOffset && { next_offset: nextOffset }) };
  });

  calls.get('subscription.retrieve', '/subscriptions/:id', ({ id }) => body(subscriptionOf(store, id)));

  calls.get(
    'subscription.retrieve_with_scheduled_changes',
    '/subscriptions/:id/retrieve_with_scheduled_changes',
    ({ id }) => body(withScheduledChanges(store, subscriptionOf(store, id))),
  );

  calls.post('subscription.create_with_items', '/customers/:id/subscription_for_items', ({ id, form }) => {
    const customer = customerOf(store, id);
    const ownId = form.text('id', 50);
    const { subscription, invoice } = createSubscription(
      store,
      customer,
      readItems(form, 'subscription_items'),
      { source: 'api', metaData: readMetaData(form), ...(ownId && { id: ownId }) },
    );
    return { ...body(subscription), invoice };
  });

  calls.post('subscription.update_for_items', '/subscriptions/:id/update_for_items', ({ id, form }) => {
    const subscription = subscriptionOf(store, id);
    const made = changeSubscription(store, subscription, readChange(form), { source: 'api' });
    return {
      ...body(subscription),
      ...(made.invoice && { invoice: made.invoice }),
      ...(made.creditNote && { credit_notes: [made.creditNote] }),
    };
  });

  on('cancel_for_items', (subscription, form) =>
    cancelSubscription(store, subscription, readCancellation(form), 'api'),
  );
  on('remove_scheduled_cancellation', (subscription) =>
    removeScheduledCancellation(store, subscription, 'api'),
  );
  on('remove_scheduled_changes', (subscription) => removeScheduledChange(store, subscription, 'api'));
  on('reactivate', (subscription) => reactivate(store, subscription, 'api'));
  on('change_term_end', (subscription, form) => {
    const at = form.whole('term_ends_at');
    if (at === undefined) throw wrongValue('term_ends_at', 'cannot be blank');
    changeTermEnd(store, subscription, at, 'api');
  });

  calls.post(
    'estimate.update_subscription_for_items',
    '/estimates/update_subscription_for_items',
    ({ form }) => {
      const subscription = subscriptionOf(store, form.required('subscription[id]', 50));
      return { estimate: estimateBody(subscription, planChange(store, subscription, readChange(form))) };
    },
  );

  calls.get('estimate.renewal_estimate', '/subscriptions/:id/renewal_estimate', ({ id }) => {
    const subscription = subscriptionOf(store, id);
    const lines = subscription.subscription_items.map(({ item_price_id, amount }) =>
      plainLine(item_price_id, amount, {
        from: subscription.current_term_end,
        to: subscription.current_term_end,
        subscriptionId: id,
      }),
    );
    return {
      estimate: {
        created_at: seconds(),
        subscription_estimate: {
          id,
          currency_code: subscription.currency_code,
          status: subscription.status,
          next_billing_at: subscription.next_billing_at,
          object: 'subscription_estimate',
        },
        invoice_estimate: invoiceEstimate(lines, 0),
        object: 'estimate',
      },
    };
  });
}
