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
import { newId } from '../../platform/id.ts';
import { type BillingParts, takeNews, throwBillingProblem } from './billing-books.ts';
import { grantPlanCredits } from './credit/credit-plan.queries.ts';
import { heldSubscription } from './subscription/held-subscription.ts';
import { noteNextPrice, readPlan, type StoredSubscription } from './subscription/subscription.queries.ts';

/** Cents by which a price may rise while a person reads it: the credit for the rest of the term shrinks. */
const SLACK = 100;

type HeldPlan = StoredSubscription & { providerId: string; termEndsAt: string };

/** Registers the calls that change a plan: up at once, down at the end of the paid term. */
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
      message: 'This costs something else by now. Look at the new price, then change it.',
      extra: { preview: shown },
    });
  const { id: itemPriceId } = wanted(body.planId);
  const atTermEnd = shown.kind === 'downgrade';
  const key = keyOf([plan.id, plan.planId, plan.period, plan.termEndsAt, itemPriceId], idempotencyKey);
  const news = await provider
    .changeSubscription(plan.providerId, { itemPriceId, atTermEnd, key })
    .catch(throwBillingProblem);
  await withTransaction(api.pool, async (tx) => {
    await takeNews(parts, tx, news);
    if (atTermEnd) await noteNextPrice(tx, plan.providerId, itemPriceId);
  });
  await grantPlanCredits(api.pool, api.db, api.clock.now(), brandId);
  const charged = atTermEnd ? undefined : news.invoices.at(-1);
  const invoice = charged && { id: charged.id, paid: charged.paid, currency: charged.currency };
  return { ...shown, invoice: invoice ?? null };
}

async function undo(parts: BillingParts, { brandId }: CallContext<typeof undoPlanChange>) {
  const { api, provider } = parts;
  const plan = await planOrProblem(parts, brandId);
  if (plan.nextItemPriceId === null)
    throw problem('invalid_transition', { message: 'There is no change that waits.' });
  const news = await provider.undoChange(plan.providerId).catch(throwBillingProblem);
  await withTransaction(api.pool, (tx) => takeNews(parts, tx, news));
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
  if (kind === 'same') throw problem('invalid_transition', { message: 'Your brand has this plan already.' });
  if (plan.endsAt !== null)
    throw problem('invalid_transition', {
      message: 'This plan is cancelled. Resume it first, then change it.',
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
      message: `Your yearly plan runs until ${dayText(bound)}. Until then a larger one is a yearly one too.`,
    });
  if (kind === 'downgrade' && bound)
    throw problem('invalid_transition', {
      message: `Your yearly plan runs until ${dayText(bound)}. In its last month you can choose a smaller one.`,
    });
  if (kind === 'downgrade') return { ...common, kind, at: plan.termEndsAt, dueNow: 0, credit: 0 };
  const estimate = await provider.estimateChange(plan.providerId, price.id).catch(throwBillingProblem);
  return { ...common, kind, at: now, ...estimate };
}

/** The same change asked for again under the same key is made once; of another plan or term it is another one. */
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
