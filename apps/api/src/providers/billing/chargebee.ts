import {
  BillingFailure,
  type BillingList,
  type BillingProvider,
} from '@troupe/domain/billing/billing-provider';
import { problem } from '@troupe/domain/problem';
import { ZodError } from 'zod';
import { type ChargebeeCaller, type ChargebeeOptions, chargebeeCaller } from './chargebee-call.ts';
import {
  Download,
  Estimate,
  idOf,
  isoOrNull,
  Portal,
  parseEvent,
  parseUpdate,
  readInvoice,
  readPage,
  readRefund,
  readSubscription,
} from './chargebee-wire.ts';

const PER_PAGE = 100;

/** Chargebee Billing (API v2, Product Catalog 2.0). Methods map to documented API operations. */
export function chargebee(options: ChargebeeOptions): BillingProvider {
  const ask = chargebeeCaller(options);
  return {
    ...hostedPages(ask),
    ...subscriptions(ask),
    ...invoices(ask),
    ...purchases(ask),
    parseEvent: parseEvent,
  };
}

type Operations<Name extends keyof BillingProvider> = Pick<BillingProvider, Name>;

const hostedPages = (
  ask: ChargebeeCaller,
): Operations<'openPage' | 'readPage' | 'acknowledgePage' | 'openPortal'> => ({
  openPage: ({ key, customer, kind, itemPriceIds, redirectUrl, cancelUrl, passThrough }) => {
    const common = {
      customer: {
        id: customer.id,
        email: customer.email,
        first_name: customer.firstName,
        last_name: customer.lastName,
        company: customer.company,
      },
      redirect_url: redirectUrl,
      cancel_url: cancelUrl,
      pass_thru_content: passThrough,
    };
    const items = itemPriceIds.map((item_price_id) => ({ item_price_id, quantity: 1 }));
    return ask(
      `hosted_page.checkout (${kind})`,
      readPage,
      (client, headers) =>
        kind === 'subscription'
          ? client.hostedPage.checkoutNewForItems({ ...common, subscription_items: items }, headers)
          : client.hostedPage.checkoutOneTimeForItems({ ...common, item_prices: items }, headers),
      key,
    );
  },
  readPage: (id) => orNull(ask('hosted_page.retrieve', readPage, (client) => client.hostedPage.retrieve(id))),
  // The library sends everything besides the id as the body of these calls, so they can't have a
  // key.
  acknowledgePage: (id) =>
    ask('hosted_page.acknowledge', readPage, (client) => client.hostedPage.acknowledge(id)),
  openPortal: async (customerId, redirectUrl) => {
    const session = await orNull(
      ask(
        'portal_session.create',
        (answer) => Portal.parse(answer).portal_session,
        (client, headers) =>
          client.portalSession.create({ customer: { id: customerId }, redirect_url: redirectUrl }, headers),
      ),
    );
    return session && { url: session.access_url, expiresAt: isoOrNull(session.expires_at) };
  },
});

type SubscriptionOperation =
  | 'estimateChange'
  | 'changeSubscription'
  | 'undoChange'
  | 'nextPrice'
  | 'cancelSubscription'
  | 'resumeSubscription'
  | 'readSubscription'
  | 'eachSubscription';

const subscriptions = (ask: ChargebeeCaller): Operations<SubscriptionOperation> => ({
  estimateChange: async (subscriptionId, itemPriceId) => {
    const { invoice_estimate, credit_note_estimates } = await ask(
      'estimate.update_subscription_for_items',
      (answer) => Estimate.parse(answer).estimate,
      (client, headers) =>
        client.estimate.updateSubscriptionForItems(
          {
            subscription: { id: subscriptionId },
            subscription_items: [{ item_price_id: itemPriceId, quantity: 1 }],
            replace_items_list: true,
            prorate: true,
            invoice_immediately: true,
          },
          headers,
        ),
    );
    return {
      dueNow: invoice_estimate?.amount_due ?? 0,
      credit: (credit_note_estimates ?? []).reduce((sum, { total }) => sum + total, 0),
    };
  },
  changeSubscription: (subscriptionId, { itemPriceId, atTermEnd, key }) =>
    ask(
      'subscription.update_for_items',
      parseUpdate,
      (client, headers) =>
        client.subscription.updateForItems(
          subscriptionId,
          {
            subscription_items: [{ item_price_id: itemPriceId, quantity: 1 }],
            replace_items_list: true,
            ...(atTermEnd ? { end_of_term: true } : { prorate: true, invoice_immediately: true }),
          },
          headers,
        ),
      key,
    ),
  undoChange: async (subscriptionId) => {
    const refusal = await refusalOf(
      ask('subscription.remove_scheduled_changes', parseUpdate, (client) =>
        client.subscription.removeScheduledChanges(subscriptionId),
      ),
    );
    const subscription = await readCurrent(ask, subscriptionId);
    if (refusal && subscription.hasScheduledChanges) throw refusal;
    return { subscriptions: [subscription], invoices: [] };
  },
  nextPrice: async (subscriptionId) => {
    const next = await orNull(
      ask('subscription.retrieve_with_scheduled_changes', readSubscription, (client) =>
        client.subscription.retrieveWithScheduledChanges(subscriptionId),
      ),
    );
    return next?.itemPriceId ?? null;
  },
  cancelSubscription: (subscriptionId, at) =>
    ask('subscription.cancel_for_items', parseUpdate, (client, headers) =>
      client.subscription.cancelForItems(
        subscriptionId,
        { cancel_option: 'specific_date', cancel_at: Math.floor(at.getTime() / 1000) },
        headers,
      ),
    ),
  resumeSubscription: (subscriptionId) =>
    ask('subscription.remove_scheduled_cancellation', parseUpdate, (client, headers) =>
      client.subscription.removeScheduledCancellation(subscriptionId, {}, headers),
    ),
  readSubscription: (subscriptionId) => orNull(readCurrent(ask, subscriptionId)),
  eachSubscription: () =>
    eachPage((offset) =>
      ask(
        'subscription.list',
        (answer) => listOf(answer, 'subscription', readSubscription),
        (client) => client.subscription.list({ limit: PER_PAGE, ...offset }),
      ),
    ),
});

const invoices = (ask: ChargebeeCaller): Operations<'invoiceFile' | 'eachInvoice'> => ({
  invoiceFile: async (invoiceId) => {
    const file = await orNull(
      ask(
        'invoice.pdf',
        (answer) => Download.parse(answer).download,
        (client, headers) => client.invoice.pdf(invoiceId, {}, headers),
      ),
    );
    return file?.download_url ?? null;
  },
  eachInvoice: (since) => {
    const after = Math.max(1, Math.floor(since.getTime() / 1000));
    return eachPage((offset) =>
      ask(
        'invoice.list',
        (answer) => listOf(answer, 'invoice', readInvoice),
        (client) => client.invoice.list({ limit: PER_PAGE, updated_at: { after }, ...offset }),
      ),
    );
  },
});

const purchases = (ask: ChargebeeCaller): Operations<'undoPurchase'> => ({
  undoPurchase: async (subscriptionId, invoiceId, key) => {
    const kept = await refusalOf(
      ask(
        'subscription.cancel_for_items',
        parseUpdate,
        (client, headers) =>
          client.subscription.cancelForItems(
            subscriptionId,
            { cancel_option: 'immediately', credit_option_for_current_term_charges: 'none' },
            headers,
          ),
        `${key}-end`,
      ),
    );
    const subscription = await readCurrent(ask, subscriptionId);
    if (subscription.status !== 'cancelled' && !subscription.deleted)
      throw stillOpen(`subscription ${subscriptionId} runs on`, kept);
    if (invoiceId === null) return { subscriptions: [subscription], invoices: [] };
    const unpaid = await refusalOf(
      ask(
        'invoice.refund',
        parseUpdate,
        (client, headers) =>
          client.invoice.refund(
            invoiceId,
            { credit_note: { reason_code: 'product_unsatisfactory' }, comment: 'Bought twice' },
            headers,
          ),
        `${key}-refund`,
      ),
    );
    const { invoice, givenBack } = await ask('invoice.retrieve', readRefund, (client) =>
      client.invoice.retrieve(invoiceId),
    );
    if (!givenBack) throw stillOpen(`invoice ${invoiceId} is not given back`, unpaid);
    return { subscriptions: [subscription], invoices: [invoice] };
  },
});

/** Returns null if the provider doesn't know the object. */
async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  return asked.catch((error: unknown) => {
    if (error instanceof BillingFailure && error.code === 'resource_not_found') return null;
    throw error;
  });
}

/**
 * Returns the refusal of a change, or null. Repeating a completed change is also refused, so the
 * caller checks the state afterwards.
 */
async function refusalOf(asked: Promise<unknown>): Promise<BillingFailure | null> {
  return asked.then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof BillingFailure) || error.kind !== 'refused') throw error;
      return error;
    },
  );
}

const readCurrent = (ask: ChargebeeCaller, subscriptionId: string) =>
  ask('subscription.retrieve', readSubscription, (client) => client.subscription.retrieve(subscriptionId));

/** Yields the pages of a list. */
async function* eachPage<T>(
  read: (offset: { offset?: string }) => Promise<{ list: BillingList<T>; next: string | undefined }>,
): AsyncGenerator<BillingList<T>> {
  let offset: string | undefined;
  do {
    const page = await read(offset ? { offset } : {});
    yield page.list;
    offset = page.next;
  } while (offset);
}

/** Unavailable, so the caller retries. */
const stillOpen = (what: string, refusal: BillingFailure | null) =>
  new BillingFailure('unavailable', 'not_undone', `${what}${refusal ? `: ${refusal.message}` : ''}`);

/** Parses a page of a list. An entry in an unknown format doesn't hide others. */
function listOf<T>(
  answer: unknown,
  name: 'subscription' | 'invoice',
  read: (entry: unknown) => T,
): { list: BillingList<T>; next: string | undefined } {
  if (typeof answer !== 'object' || answer === null || !('list' in answer) || !Array.isArray(answer.list))
    throw problem('unavailable', { detail: 'a list without entries' });
  const next =
    'next_offset' in answer && typeof answer.next_offset === 'string' ? answer.next_offset : undefined;
  const list: BillingList<T> = { entries: [], unreadable: [] };
  for (const entry of answer.list) {
    try {
      list.entries.push(read(entry));
    } catch (error) {
      if (!(error instanceof ZodError)) throw error;
      list.unreadable.push(idOf(entry, name));
    }
  }
  return { list, next };
}
