import { createHash } from 'node:crypto';
import { changePlan, previewPlanChange, undoPlanChange } from '@troupe/contract/billing/billing';
import {
  CURRENCY,
  itemPriceOf,
  type PlanChoice,
  planChangeKind,
  splitPlanChoice,
} from '@troupe/domain/billing/plan';
import { committedUntil } from '@troupe/domain/billing/subscription';
import { problem } from '@troupe/domain/problem';
import type { CallContext } from '../../platform/api.ts';
import { withTransaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { newId } from '../../platform/id.ts';
import { applyBillingUpdate, type BillingParts, throwBillingProblem } from './billing-update.ts';
import { grantPlanCredits } from './credit/credit-plan.queries.ts';
import { lockBilling } from './subscription/billing-state.queries.ts';
import { heldSubscription } from './subscription/held-subscription.ts';
import {
  readPlan,
  readUnknownChanges,
  type StoredSubscription,
  saveNextPrice,
} from './subscription/subscription.queries.ts';

/**
 * Cents the price may rise while a person reads the preview, because the credit for the remaining
 * term shrinks.
 */
const SLACK = 100;

type HeldPlan = StoredSubscription & { providerId: string; termEndsAt: string };

/** Registers plan change routes: upgrades immediately, downgrades at the end of the paid term. */
export function planChangeRoutes(parts: BillingParts): void {
  const { implement } = parts.api;
  implement(previewPlanChange, async ({ brandId, query }) =>
    previewOf(parts, await planOrProblem(parts, brandId), query.planId),
  );
  implement(changePlan, (context) => change(parts, context));
  implement(undoPlanChange, (context) => undo(parts, context));
}

async function change(
  parts: BillingParts,
  { brandId, body, idempotencyKey }: CallContext<typeof changePlan>,
) {
  const { api, provider } = parts;
  const plan = await planOrProblem(parts, brandId);
  const shown = await previewOf(parts, plan, body.planId);
  if (shown.kind !== body.kind || shown.dueNow > body.dueNow + SLACK)
    throw problem('conflict', {
      message: 'The price has changed. Review the new price and try again.',
      extra: { preview: shown },
    });
  const { id: itemPriceId } = wanted(body.planId);
  const atTermEnd = shown.kind === 'downgrade';
  const key = keyOf([plan.id, plan.planId, plan.period, plan.termEndsAt, itemPriceId], idempotencyKey);
  const news = await provider
    .changeSubscription(plan.providerId, { itemPriceId, atTermEnd, key })
    .catch(throwBillingProblem);
  await withTransaction(api.pool, async (tx) => {
    const { changed } = await applyBillingUpdate(parts, tx, news);
    const isSaved = atTermEnd && (await saveNextPrice(tx, plan.providerId, itemPriceId));
    // The webhook may have come first: it tells screens that something changed, but not what.
    if (isSaved && changed.length === 0) await publish(tx, { type: 'brand.changed', brandId, data: {} });
  });
  await grantPlanCredits(api.pool, api.db, api.clock.now(), brandId);
  const charged = atTermEnd ? undefined : news.invoices.at(-1);
  const invoice = charged && { id: charged.id, paid: charged.paid, currency: charged.currency };
  return { ...shown, invoice: invoice ?? null };
}

/**
 * Asks the provider which plan follows where only it knows: the change was made elsewhere, or by a process that was killed
 * before it recorded it. Of all brands or one.
 */
export async function completeScheduledChanges(parts: BillingParts, only?: string): Promise<void> {
  const { api, provider } = parts;
  for (const { id, brandId } of await readUnknownChanges(api.db, only)) {
    const price = await provider.nextPrice(id).catch(() => null);
    if (!price) continue;
    await withTransaction(api.pool, async (tx) => {
      await lockBilling(tx, brandId);
      if (await saveNextPrice(tx, id, price)) await publish(tx, { type: 'brand.changed', brandId, data: {} });
    });
  }
}

async function undo(parts: BillingParts, { brandId }: CallContext<typeof undoPlanChange>) {
  const { api, provider } = parts;
  const plan = await planOrProblem(parts, brandId);
  if (plan.nextItemPriceId === null)
    throw problem('invalid_transition', { message: 'No plan change is scheduled.' });
  const news = await provider.undoChange(plan.providerId).catch(throwBillingProblem);
  await withTransaction(api.pool, (tx) => applyBillingUpdate(parts, tx, news));
  return { subscription: heldSubscription(await planOrProblem(parts, brandId), api.clock.now()) };
}

async function planOrProblem({ api }: BillingParts, brandId: string): Promise<HeldPlan> {
  const plan = await readPlan(api.db, brandId);
  if (!plan) throw problem('subscription_required');
  const { providerId, termEndsAt } = plan;
  if (!providerId || !termEndsAt) throw problem('invalid_transition');
  return { ...plan, providerId, termEndsAt };
}

async function previewOf({ api, provider }: BillingParts, plan: HeldPlan, choice: PlanChoice) {
  const to = splitPlanChoice(choice);
  const kind = planChangeKind(plan, to);
  if (kind === 'same')
    throw problem('invalid_transition', { message: 'Your brand is already on this plan.' });
  if (plan.endsAt !== null)
    throw problem('invalid_transition', {
      message: 'This plan is canceled. Resume it before you change it.',
    });
  const price = wanted(choice);
  const now = api.clock.now().toISOString();
  const common = { planId: to.planId, period: to.period, price: price.price, currency: CURRENCY };
  const bound = committedUntil({
    period: plan.period,
    started: new Date(plan.boundSince ?? plan.createdAt),
    termEnds: new Date(plan.termEndsAt),
  });
  if (kind === 'upgrade' && to.period === 'monthly' && bound)
    throw problem('invalid_transition', {
      message: `Your yearly plan runs until ${dayText(bound)}. Until then, you can only upgrade to another yearly plan.`,
    });
  if (kind === 'downgrade' && bound)
    throw problem('invalid_transition', {
      message: `Your yearly plan runs until ${dayText(bound)}. You can downgrade in its last month.`,
    });
  if (kind === 'downgrade') return { ...common, kind, at: plan.termEndsAt, dueNow: 0, credit: 0 };
  const estimate = await provider.estimateChange(plan.providerId, price.id).catch(throwBillingProblem);
  return { ...common, kind, at: now, ...estimate };
}

/** Idempotency key of a plan change; another plan or term is another change. */
const keyOf = (change: readonly string[], asked: string | null): string =>
  `change-${createHash('sha256')
    .update([...change, asked ?? newId()].join('\n'))
    .digest('hex')}`;

const dayText = (day: Date) =>
  day.toLocaleDateString('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

const wanted = (choice: PlanChoice) => {
  const { planId, period } = splitPlanChoice(choice);
  return itemPriceOf({ kind: 'plan', id: planId, period });
};
