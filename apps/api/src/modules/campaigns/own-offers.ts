import { answerOwnOffer, makeOwnOffer } from '@troupe/contract/campaigns/creator-app';
import type { OfferAnswer } from '@troupe/domain/campaigns/agreement';
import {
  assertCollaboration,
  type CollaborationQuota,
  countsThisMonth,
} from '@troupe/domain/campaigns/opt-in-decision';
import { Problem, problem } from '@troupe/domain/problem';
import type { Api } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { readOffers, type StoredOffer, tableOf } from './opt-in/offer.queries.ts';
import {
  answerStep,
  creatorBase,
  type OfferOutcome,
  offerChanged,
  proposeStep,
  termsOf,
} from './opt-in/offer.step.ts';
import { moveStep } from './opt-in/opt-in.step.ts';
import {
  lockCollaborationQuota,
  lockOwnOptIn,
  type OptInStep,
  readOwnStatus,
  type StoredOptIn,
  writeOptIn,
} from './opt-in/opt-in-change.queries.ts';
import { ownOptIn } from './own-opt-ins.ts';

/** Registers the creator's calls for terms: accept, decline and counter offers. */
export function ownOffers(api: Api): void {
  const { db, clock } = api;

  api.implement(answerOwnOffer, ({ params: { optInId, number }, body: { answer }, caller }) =>
    change(caller.userId, optInId, (row, offers) => {
      const outcome = answerStep(offers, Number(number), answer, 'creator');
      if (outcome) assertMayAnswer(row, offers, answer);
      return outcome;
    }),
  );

  api.implement(makeOwnOffer, ({ params: { optInId }, body, caller }) =>
    change(caller.userId, optInId, (row, offers) => {
      assertMayOffer(row, offers);
      if (body.number !== offers.at(-1)?.number) throw offerChanged(offers);
      const terms = termsOf(creatorBase(tableOf(row, offers)), body.terms);
      return proposeStep(row, offers, terms, { side: 'creator', userId: caller.userId });
    }),
  );

  async function change(
    userId: string,
    optInId: string,
    work: (row: StoredOptIn, offers: readonly StoredOffer[]) => OfferOutcome | null,
  ) {
    const now = clock.now();
    try {
      await db.transaction(async (tx) => {
        const plan = await lockPlanToAgree(tx, userId, optInId, now);
        const row = await lockOwnOptIn(tx, userId, optInId);
        if (!row) throw problem('not_found');
        const offers = (await readOffers(tx, [optInId])).get(optInId) ?? [];
        const outcome = work(row, offers);
        if (!outcome || outcome.events.length === 0) return;
        const step = agreed(row, outcome, plan, now);
        await writeOptIn(tx, row, { ...step, columns: { ...step.columns, unseen: true }, userId }, now);
        const [line] = outcome.events;
        if (line)
          await publish(
            tx,
            {
              type: 'opt_in.answered',
              brandId: row.brandId,
              data: { ...referenceOf(row), ...line },
            },
            now,
          );
      });
    } catch (error) {
      if (error instanceof PlanLimitReached) {
        const { row } = error;
        await publish(
          db,
          { type: 'opt_in.limit_reached', brandId: row.brandId, data: referenceOf(row) },
          now,
        );
      }
      throw error;
    }
    return { optIn: await ownOptIn(api, userId, optInId) };
  }
}

const referenceOf = ({ id, campaignId, creatorId, version }: StoredOptIn) => ({
  optInId: id,
  campaignId,
  creatorId,
  version,
});

/** Locks the plan before the opt-in, in the same order everywhere, because the first agreement uses a collaboration. */
async function lockPlanToAgree(
  tx: Database,
  userId: string,
  optInId: string,
  now: Date,
): Promise<CollaborationQuota | 'none' | null> {
  const found = await readOwnStatus(tx, userId, optInId);
  if (!found) throw problem('not_found');
  if (found.status !== 'pending') return null;
  try {
    return await lockCollaborationQuota(tx, found.brandId, now);
  } catch (error) {
    if (error instanceof Problem) return 'none';
    throw error;
  }
}

/** The brand's plan has no collaborations left this month. */
class PlanLimitReached extends Problem {
  readonly row: StoredOptIn;

  constructor(row: StoredOptIn) {
    const message =
      "The brand can't take on more collaborations this month. We've let the brand know, and its offer stays open.";
    super('plan_limit', { message });
    this.row = row;
  }
}

function agreed(
  row: StoredOptIn,
  outcome: OfferOutcome,
  plan: CollaborationQuota | 'none' | null,
  now: Date,
): OptInStep {
  if (!outcome.agrees || row.status !== 'pending') return outcome;
  if (plan === 'none') throw new PlanLimitReached(row);
  try {
    assertCollaboration(row, plan, now);
  } catch (error) {
    throw error instanceof Problem && error.code === 'plan_limit' ? new PlanLimitReached(row) : error;
  }
  const move = moveStep(row, 'approved', 'brand', { now, counted: countsThisMonth(row, now) });
  const events = outcome.events.map(({ text }) => ({ kind: 'approved', text }));
  return { ...outcome, columns: { ...move.columns, ...outcome.columns }, events };
}

function assertMayAnswer(row: StoredOptIn, offers: readonly StoredOffer[], answer: OfferAnswer): void {
  if (row.status === 'rejected' || row.status === 'withdrawn') throw offerChanged(offers);
  if (row.status === 'pending' && answer === 'withdraw')
    throw problem('invalid_transition', {
      message: "You can't withdraw this offer. Make another one, or withdraw from the campaign.",
    });
}

function assertMayOffer(row: StoredOptIn, offers: readonly StoredOffer[]): void {
  const answers = offers.at(-1)?.state === 'offered' && offers.at(-1)?.side === 'brand';
  if (row.status === 'pending' || row.status === 'approved' || (row.status === 'completed' && answers))
    return;
  throw problem('invalid_transition', { message: 'You can no longer propose new terms.' });
}
