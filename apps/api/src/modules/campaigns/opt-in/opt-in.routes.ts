import * as calls from '@troupe/contract/campaigns/opt-in';
import { Problem, problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import type { Api } from '../../../platform/api.ts';
import type { Database } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import type { Queryable } from '../../../platform/jobs.ts';
import { withTransaction } from '../../../platform/transaction.ts';
import { approveStep, changeTermsStep, declineStep } from './approval.step.ts';
import { readOffers, toOffer } from './offer.queries.ts';
import { answerStep, offerChanged } from './offer.step.ts';
import { readOptIn, readOptInHistory, readOptInPage } from './opt-in.queries.ts';
import { detailSteps, moveStep } from './opt-in.step.ts';
import {
  assertPlan,
  holdCollaborations,
  isCampaignOf,
  lockOptIns,
  markSeen,
  type OptInStep,
  type StoredOptIn,
  statusOf,
  takeCollaboration,
  undoApproval,
  writeOptIn,
  writeOptIns,
} from './opt-in-change.queries.ts';

interface Refused {
  optInId: string;
  code: string;
  message: string;
}

/**
 * The creators who take part in a brand's campaigns, as the brand works with them. `holdBack` publishes approvals once
 * they can no longer be undone.
 */
export function optInRoutes(
  { implement, db, pool, clock }: Api,
  holdBack: (transaction: Queryable) => Promise<void>,
): void {
  async function one(brandId: string, optInId: string) {
    const optIn = await readOptIn(pool, brandId, optInId);
    if (!optIn) throw problem('not_found');
    return optIn;
  }

  implement(calls.listOptIns, async ({ brandId, params: { campaignId, page }, query }) => {
    const { total, ...found } = await readOptInPage(pool, brandId, campaignId, { page, ...query });
    return { ...found, ...pagesOf(page, total) };
  });

  implement(calls.getOptIn, async ({ brandId, params: { optInId } }) => {
    const optIn = await one(brandId, optInId);
    const [history, offers] = await Promise.all([readOptInHistory(db, optInId), readOffers(db, [optInId])]);
    return { optIn, history, offers: (offers.get(optInId) ?? []).map(toOffer) };
  });

  implement(calls.changeOptIn, async ({ brandId, params: { optInId }, body, caller }) => {
    const { version, status, reason, agreement } = body;
    const deciding = { userId: caller.userId, now: clock.now() };
    const { now } = deciding;
    await withTransaction(pool, async (tx, connection) => {
      const plan = status === 'approved' || agreement ? await planToAgree(tx, brandId, optInId, now) : null;
      const [row] = await lockOptIns(tx, brandId, [optInId]);
      if (!row) throw problem('not_found');
      if (version !== undefined && version !== row.version)
        throw problem('conflict', { extra: { version: row.version, status: row.status } });
      const offers = (await readOffers(tx, [optInId])).get(optInId) ?? [];
      // Terms for an opt-in that waits for a decision are an approval at these terms.
      const approves = status === 'approved' || (!status && agreement && row.status === 'pending');
      let step: OptInStep & { agrees?: boolean } = { columns: {}, events: [] };
      if (approves) {
        const decision = approveStep(row, offers, agreement, deciding);
        if (row.status !== 'completed') assertPlan(row, plan, now);
        step = decision;
      } else if (status === 'rejected') step = declineStep(row, offers, { reason, now });
      else if (status) step = moveStep(row, status, 'brand', { reason, now });
      if (agreement && (!approves || row.status === 'completed')) {
        const after = { ...row, ...step.columns } as StoredOptIn;
        const terms = changeTermsStep(after, offers, agreement, deciding);
        step = {
          ...terms,
          columns: { ...step.columns, ...terms.columns },
          events: [...step.events, ...terms.events],
        };
      }
      const details = detailSteps(row, step.columns.status ?? row.status, body, now);
      const events = [...step.events, ...details.events];
      if (events.length === 0) return;
      const columns = { ...step.columns, ...details.columns };
      const undoable = Boolean(body.undoable && approves && step.agrees && details.events.length === 0);
      await writeOptIn(tx, row, { ...step, columns, events, userId: caller.userId, undoable }, now);
      if (undoable) await holdBack(connection);
    });
    return { optIn: await one(brandId, optInId) };
  });

  /**
   * Holds the plan for what may become a collaboration, before the opt-in, in this order everywhere. Where both sides
   * work together already no plan is needed.
   */
  async function planToAgree(tx: Database, brandId: string, optInId: string, now: Date) {
    const status = await statusOf(tx, brandId, optInId);
    if (!status) throw problem('not_found');
    return status === 'completed' || status === 'approved' ? null : holdCollaborations(tx, brandId, now);
  }

  implement(calls.answerOffer, async ({ brandId, params: { optInId, number }, body, caller }) => {
    const { answer } = body;
    const deciding = { userId: caller.userId, now: clock.now() };
    const { now } = deciding;
    await db.transaction(async (tx) => {
      const plan = answer === 'accept' ? await planToAgree(tx, brandId, optInId, now) : null;
      const [row] = await lockOptIns(tx, brandId, [optInId]);
      if (!row) throw problem('not_found');
      const offers = (await readOffers(tx, [optInId])).get(optInId) ?? [];
      const outcome = answerStep(offers, Number(number), answer, 'brand');
      if (!outcome) return;
      let step: OptInStep = outcome;
      if (row.status === 'pending' && answer === 'accept') {
        assertPlan(row, plan, now);
        step = approveStep(row, offers, undefined, deciding);
      } else if (row.status === 'pending' && answer === 'decline')
        throw problem('invalid_transition', { message: 'Decline the opt-in, or make another offer.' });
      else if (row.status === 'rejected' || row.status === 'withdrawn') throw offerChanged(offers);
      step = { ...step, columns: { ...step.columns, unseen: false } };
      await writeOptIn(tx, row, { ...step, userId: caller.userId }, now);
    });
    return { optIn: await one(brandId, optInId) };
  });

  implement(calls.decideOptIns, async ({ brandId, params: { campaignId }, body, caller }) => {
    const { status, reason, versions } = body;
    const deciding = { userId: caller.userId, now: clock.now() };
    const { now } = deciding;
    return withTransaction(pool, async (tx, connection) => {
      if (!(await isCampaignOf(tx, brandId, campaignId))) throw problem('not_found');
      const plan = status === 'approved' ? await holdCollaborations(tx, brandId, now) : null;
      const ids = [...new Set(body.optInIds.map((id) => id.toLowerCase()))];
      const rows = new Map((await lockOptIns(tx, brandId, ids, campaignId)).map((row) => [row.id, row]));
      const offersOf = await readOffers(tx, ids);
      const changes: (OptInStep & { row: StoredOptIn })[] = [];
      const refused: Refused[] = [];
      for (const optInId of ids) {
        const row = rows.get(optInId);
        try {
          if (!row) throw problem('not_found');
          const seen = versions?.[optInId];
          if (seen !== undefined && seen !== row.version) throw problem('conflict');
          const offers = offersOf.get(optInId) ?? [];
          if (status === 'rejected') changes.push({ row, ...declineStep(row, offers, { reason, now }) });
          else {
            const { agrees, ...step } = approveStep(row, offers, undefined, deciding);
            if (agrees) takeCollaboration(row, plan, now);
            changes.push({ row, ...step });
          }
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          refused.push({ optInId, code: error.code, message: error.message });
        }
      }
      const undoable = Boolean(body.undoable && status === 'approved');
      const changed = changes.map(({ row }) => row.id);
      await writeOptIns(tx, changes, { userId: caller.userId, undoable }, now);
      if (undoable && changed.length > 0) await holdBack(connection);
      return { changed, refused };
    });
  });

  implement(calls.undoApprovals, async ({ brandId, body }) => {
    const now = clock.now();
    return db.transaction(async (tx) => {
      const ids = [...new Set(body.optInIds.map((id) => id.toLowerCase()))];
      const rows = new Map((await lockOptIns(tx, brandId, ids)).map((row) => [row.id, row]));
      const changed: string[] = [];
      const refused: Refused[] = [];
      for (const optInId of ids) {
        const row = rows.get(optInId);
        try {
          if (!row) throw problem('not_found');
          await undoApproval(tx, row, now);
          changed.push(optInId);
        } catch (error) {
          if (!(error instanceof Problem) || ids.length === 1) throw error;
          refused.push({ optInId, code: error.code, message: error.message });
        }
      }
      return { changed, refused };
    });
  });

  implement(calls.seeOptIns, async ({ brandId, params: { campaignId }, body }) => {
    return db.transaction(async (tx) => {
      if (!(await isCampaignOf(tx, brandId, campaignId))) throw problem('not_found');
      const { changed, unseen } = await markSeen(tx, brandId, campaignId, body.optInIds);
      if (changed > 0) await publish(tx, { type: 'opt_in.seen', brandId, data: { campaignId, unseen } });
      return { unseen };
    });
  });
}
