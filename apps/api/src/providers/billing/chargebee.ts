import { BillingFailure, type BillingProvider } from '@troupe/domain/billing-provider';
import { problem } from '@troupe/domain/problem';
import { type ChargebeeOptions, chargebeeCaller } from './chargebee-call.ts';
import {
  Download,
  Estimate,
  isoOrNull,
  Portal,
  readInvoice,
  readNews,
  readNotice,
  readPage,
  readSubscription,
} from './chargebee-wire.ts';

const PER_PAGE = 100;

/** Chargebee Billing (API v2, Product Catalog 2.0). Every call is described in its documentation under its name. */
export function chargebee(options: ChargebeeOptions): BillingProvider {
  const ask = chargebeeCaller(options);

  /** Something that may be unknown to the provider; null then. */
  async function orNull<T>(asked: Promise<T>): Promise<T | null> {
    return asked.catch((error: unknown) => {
      if (error instanceof BillingFailure && error.code === 'resource_not_found') return null;
      throw error;
    });
  }

  const told = async (subscriptionId: string, invoiceId: string | null) => {
    const subscription = await ask('subscription.retrieve', readSubscription, (client) =>
      client.subscription.retrieve(subscriptionId),
    );
    const invoice =
      invoiceId === null
        ? null
        : await ask('invoice.retrieve', readInvoice, (client) => client.invoice.retrieve(invoiceId));
    return { subscriptions: [subscription], invoices: invoice ? [invoice] : [] };
  };

  /** What was done already is refused the second time, and is as good. */
  async function doneBefore(asked: Promise<unknown>): Promise<void> {
    await asked.catch((error: unknown) => {
      if (!(error instanceof BillingFailure) || error.kind !== 'refused') throw error;
    });
  }

  return {
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
    readPage: (id) =>
      orNull(ask('hosted_page.retrieve', readPage, (client) => client.hostedPage.retrieve(id))),
    // The library sends what stands beside the id of such calls as their content, so they go without a key.
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
        readNews,
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
      await doneBefore(
        ask('subscription.remove_scheduled_changes', readNews, (client) =>
          client.subscription.removeScheduledChanges(subscriptionId),
        ),
      );
      return told(subscriptionId, null);
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
      ask('subscription.cancel_for_items', readNews, (client, headers) =>
        client.subscription.cancelForItems(
          subscriptionId,
          { cancel_option: 'specific_date', cancel_at: Math.floor(at.getTime() / 1000) },
          headers,
        ),
      ),
    resumeSubscription: (subscriptionId) =>
      ask('subscription.remove_scheduled_cancellation', readNews, (client, headers) =>
        client.subscription.removeScheduledCancellation(subscriptionId, {}, headers),
      ),
    undoPurchase: async (subscriptionId, invoiceId, key) => {
      await doneBefore(
        ask(
          'subscription.cancel_for_items',
          readNews,
          (client, headers) =>
            client.subscription.cancelForItems(
              subscriptionId,
              { cancel_option: 'immediately', credit_option_for_current_term_charges: 'none' },
              headers,
            ),
          `${key}-end`,
        ),
      );
      if (invoiceId !== null)
        await doneBefore(
          ask(
            'invoice.refund',
            readNews,
            (client, headers) =>
              client.invoice.refund(
                invoiceId,
                { credit_note: { reason_code: 'product_unsatisfactory' }, comment: 'Bought twice' },
                headers,
              ),
            `${key}-refund`,
          ),
        );
      return told(subscriptionId, invoiceId);
    },
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
    async *eachSubscription() {
      let offset: string | undefined;
      do {
        const page = await ask(
          'subscription.list',
          (answer) => listOf(answer, readSubscription),
          (client) => client.subscription.list({ limit: PER_PAGE, ...(offset ? { offset } : {}) }),
        );
        yield page.list;
        offset = page.next;
      } while (offset);
    },
    async *eachInvoice(since) {
      let offset: string | undefined;
      const after = Math.max(1, Math.floor(since.getTime() / 1000));
      do {
        const page = await ask(
          'invoice.list',
          (answer) => listOf(answer, readInvoice),
          (client) =>
            client.invoice.list({
              limit: PER_PAGE,
              updated_at: { after },
              ...(offset ? { offset } : {}),
            }),
        );
        yield page.list;
        offset = page.next;
      } while (offset);
    },
    readNotice,
  };
}

function listOf<T>(answer: unknown, read: (entry: unknown) => T): { list: T[]; next: string | undefined } {
  if (typeof answer !== 'object' || answer === null || !('list' in answer) || !Array.isArray(answer.list))
    throw problem('unavailable', { detail: 'a list without entries' });
  const next =
    'next_offset' in answer && typeof answer.next_offset === 'string' ? answer.next_offset : undefined;
  return { list: answer.list.map(read), next };
}
