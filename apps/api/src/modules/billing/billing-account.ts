import {
  cancelSubscription,
  createPortalSession,
  getBilling,
  getInvoiceFile,
  listInvoices,
  resumeSubscription,
} from '@troupe/contract/billing/billing';
import {
  BillingFailure,
  type BillingInvoice,
  type BillingUpdate,
  customerIdOf,
} from '@troupe/domain/billing/billing-provider';
import { CURRENCY, SETUP_FEE } from '@troupe/domain/billing/plan';
import type { Invoice } from '@troupe/domain/billing/subscription';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import type { CallContext } from '../../platform/api.ts';
import { withTransaction } from '../../platform/database.ts';
import { applyBillingUpdate, type BillingParts, throwBillingProblem } from './billing-update.ts';
import { isInvoiceOf, isKnownToProvider, readInvoicePage } from './subscription/billing-state.queries.ts';
import { heldSubscription } from './subscription/held-subscription.ts';
import {
  hadPlan,
  isPastDue,
  readSubscription,
  readSubscriptions,
  type StoredSubscription,
} from './subscription/subscription.queries.ts';

/**
 * Registers the billing routes of a brand: subscriptions, invoices, the provider's portal, cancel
 * and resume.
 */
export function billingAccountRoutes(parts: BillingParts): void {
  const { implement } = parts.api;
  implement(getBilling, (context) => getAccount(parts, context));
  implement(createPortalSession, (context) => openPortal(parts, context));
  implement(listInvoices, (context) => listOwnInvoices(parts, context));
  implement(getInvoiceFile, (context) => getFile(parts, context));
  implement(cancelSubscription, (context) => cancel(parts, context));
  implement(resumeSubscription, (context) => resume(parts, context));
}

async function getAccount({ api }: BillingParts, { brandId }: CallContext<typeof getBilling>) {
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
}

async function openPortal(
  { api, provider }: BillingParts,
  { brandId, caller }: CallContext<typeof createPortalSession>,
) {
  const owner = caller.administrator || caller.memberships.get(brandId) === 'owner';
  if (!owner && !(await isPastDue(api.db, brandId)))
    throw problem('forbidden', { message: 'Only owners can do this.' });
  const back = `${api.config.WEB_ORIGIN}/account`;
  const session = await provider.openPortal(customerIdOf(brandId), back).catch(throwBillingProblem);
  if (!session) throw problem('no_billing');
  return session;
}

async function listOwnInvoices({ api }: BillingParts, { brandId, query }: CallContext<typeof listInvoices>) {
  const { invoices, total } = await readInvoicePage(api.db, brandId, query.page);
  return { invoices: invoices.map(toInvoice), ...pagesOf(query.page, total) };
}

async function getFile(
  { api, provider }: BillingParts,
  { brandId, params }: CallContext<typeof getInvoiceFile>,
) {
  if (!(await isInvoiceOf(api.db, brandId, params.invoiceId))) throw problem('not_found');
  const url = await provider.invoiceFile(params.invoiceId).catch(throwBillingProblem);
  if (!url) throw problem('not_found');
  return { url };
}

async function cancel(parts: BillingParts, { brandId, params }: CallContext<typeof cancelSubscription>) {
  const held = await subscriptionOrNotFound(parts, brandId, params.subscriptionId);
  const at = heldSubscription(held, parts.api.clock.now()).endsIfCancelled;
  if (!held.providerId || at === null) throw problem('invalid_transition');
  return applyChange(parts, held, parts.provider.cancelSubscription(held.providerId, new Date(at)));
}

async function resume(parts: BillingParts, { brandId, params }: CallContext<typeof resumeSubscription>) {
  const held = await subscriptionOrNotFound(parts, brandId, params.subscriptionId);
  if (!held.providerId || held.status !== 'active' || held.endsAt === null)
    throw problem('invalid_transition', {
      message: "This subscription isn't canceled, or it has already ended.",
    });
  return applyChange(parts, held, parts.provider.resumeSubscription(held.providerId));
}

async function subscriptionOrNotFound(
  { api }: BillingParts,
  brandId: string,
  id: string,
): Promise<StoredSubscription> {
  const held = await readSubscription(api.db, brandId, id);
  if (!held) throw problem('not_found');
  return held;
}

async function applyChange(parts: BillingParts, held: StoredSubscription, asked: Promise<BillingUpdate>) {
  const news = await asked.catch(throwBillingProblem);
  await withTransaction(parts.api.pool, (tx) => applyBillingUpdate(parts, tx, news));
  const changed = await subscriptionOrNotFound(parts, held.brandId, held.id);
  return { subscription: heldSubscription(changed, parts.api.clock.now()) };
}

/**
 * Cancels all subscriptions of a brand with their notice periods. Idempotent. Checks the stored
 * state afterwards, because a refused request isn't a cancellation.
 * @throws BillingFailure while the provider is unavailable
 */
export async function endBilling(parts: BillingParts, brandId: string): Promise<void> {
  const { api, provider } = parts;
  const now = api.clock.now();
  for (const row of await readSubscriptions(api.db, brandId)) {
    const id = row.providerId;
    // Without a known term, the notice period starts today.
    const counted = { ...row, termEndsAt: row.termEndsAt ?? now.toISOString() };
    const at = heldSubscription(counted, now).endsIfCancelled;
    if (id === null || at === null) continue;
    const news = await provider.cancelSubscription(id, new Date(at)).catch(async (error: unknown) => {
      if (!(error instanceof BillingFailure) || error.kind !== 'refused') throw error;
      api.log.warn({ brandId, code: error.code }, 'failed to cancel a subscription of a closed account');
      // It may be cancelled at the provider without being recorded here.
      const told = await provider.readSubscription(id);
      return { subscriptions: told ? [told] : [], invoices: [] };
    });
    await withTransaction(api.pool, (tx) => applyBillingUpdate(parts, tx, news));
  }
}

const toInvoice = ({ id, date, status, total, due, refunded, currency, lines }: BillingInvoice): Invoice => ({
  id,
  date,
  status,
  total,
  due,
  // Invoices stored by older versions lack this field.
  refunded: refunded ?? 0,
  currency,
  lines: lines.map(({ text, amount }) => ({ text, amount })),
});
