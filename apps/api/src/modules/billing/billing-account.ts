import {
  cancelSubscription,
  createPortalSession,
  getBilling,
  getInvoiceFile,
  listInvoices,
  resumeSubscription,
} from '@troupe/contract/billing/billing';
import { BillingFailure, type BillingInvoice, customerIdOf } from '@troupe/domain/billing/billing-provider';
import { CURRENCY, SETUP_FEE } from '@troupe/domain/billing/plan';
import type { Invoice } from '@troupe/domain/billing/subscription';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import { withTransaction } from '../../platform/transaction.ts';
import { type BillingParts, takeNews } from './billing-books.ts';
import { asBillingProblem } from './billing-failure.ts';
import { isInvoiceOf, isKnownToProvider, readInvoicePage } from './subscription/billing-state.queries.ts';
import { heldSubscription } from './subscription/held-subscription.ts';
import {
  hadPlan,
  isPastDue,
  readSubscription,
  readSubscriptions,
  type StoredSubscription,
} from './subscription/subscription.queries.ts';

/** A brand's billing in its account: what it holds, its invoices, the provider's portal, cancelling and resuming. */
export function billingAccountRoutes(parts: BillingParts): void {
  const { api, provider } = parts;

  api.implement(getBilling, async ({ brandId }) => {
    const now = api.clock.now();
    const [all, pastDue, had, hasPortal] = await Promise.all([
      readSubscriptions(api.db, brandId),
      isPastDue(api.db, brandId),
      hadPlan(api.db, brandId),
      isKnownToProvider(api.db, brandId),
    ]);
    return {
      subscriptions: all.map((one) => heldSubscription(one, now)),
      pastDue,
      due: all.reduce((sum, { due }) => sum + due, 0),
      setupFee: had ? 0 : SETUP_FEE,
      currency: CURRENCY,
      hasPortal,
    };
  });

  api.implement(createPortalSession, async ({ brandId, caller }) => {
    const owner = caller.administrator || caller.memberships.get(brandId) === 'owner';
    if (!owner && !(await isPastDue(api.db, brandId)))
      throw problem('forbidden', { message: 'Only an owner of the brand can do this.' });
    const back = `${api.config.WEB_ORIGIN}/account`;
    const session = await provider.openPortal(customerIdOf(brandId), back).catch(refuse);
    if (!session) throw problem('no_billing');
    return session;
  });

  api.implement(listInvoices, async ({ brandId, query }) => {
    const { invoices, total } = await readInvoicePage(api.db, brandId, query.page);
    return { invoices: invoices.map(toInvoice), ...pagesOf(query.page, total) };
  });

  api.implement(getInvoiceFile, async ({ brandId, params }) => {
    if (!(await isInvoiceOf(api.db, brandId, params.invoiceId))) throw problem('not_found');
    const url = await provider.invoiceFile(params.invoiceId).catch(refuse);
    if (!url) throw problem('not_found');
    return { url };
  });

  api.implement(cancelSubscription, async ({ brandId, params }) => {
    const held = await subscriptionOf(brandId, params.subscriptionId);
    const at = heldSubscription(held, api.clock.now()).endsIfCancelled;
    if (!held.providerId || at === null) throw problem('invalid_transition');
    return change(held, provider.cancelSubscription(held.providerId, new Date(at)));
  });

  api.implement(resumeSubscription, async ({ brandId, params }) => {
    const held = await subscriptionOf(brandId, params.subscriptionId);
    if (!held.providerId || held.status !== 'active' || held.endsAt === null)
      throw problem('invalid_transition', { message: 'This is not cancelled, or it has ended already.' });
    return change(held, provider.resumeSubscription(held.providerId));
  });

  async function subscriptionOf(brandId: string, id: string): Promise<StoredSubscription> {
    const held = await readSubscription(api.db, brandId, id);
    if (!held) throw problem('not_found');
    return held;
  }

  async function change(held: StoredSubscription, asked: ReturnType<typeof provider.resumeSubscription>) {
    const news = await asked.catch(refuse);
    await withTransaction(api.pool, (tx) => takeNews(parts, tx, news));
    const now = await subscriptionOf(held.brandId, held.id);
    return { subscription: heldSubscription(now, api.clock.now()) };
  }
}

function refuse(error: unknown): never {
  throw error instanceof BillingFailure ? asBillingProblem(error) : error;
}

const toInvoice = ({ id, date, status, total, due, refunded, currency, lines }: BillingInvoice): Invoice => ({
  id,
  date,
  status,
  total,
  due,
  // Invoices that were told before this was kept are without it.
  refunded: refunded ?? 0,
  currency,
  lines: lines.map(({ text, amount }) => ({ text, amount })),
});
