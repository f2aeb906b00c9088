import * as calls from '@troupe/contract/opt-in';
import { Problem, problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import type { Api } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { tell } from '../../platform/live.ts';
import { readOptIn, readOptInHistory, readOptInPage } from './opt-in.queries.ts';
import { detailSteps, moveStep } from './opt-in.step.ts';
import {
  type AfterOptInChange,
  countsAlready,
  holdCollaborations,
  isCampaignOf,
  limitReached,
  lockOptIns,
  markSeen,
  statusOf,
  writeOptIn,
  writeOptIns,
} from './opt-in-change.queries.ts';

/** The creators who take part in a brand's campaigns, as the brand works with them. */
export function optInRoutes({ implement, db, pool, clock }: Api, afterChange: AfterOptInChange): void {
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
    return { optIn, history: await readOptInHistory(db, optInId) };
  });

  implement(calls.changeOptIn, async ({ brandId, params: { optInId }, body, caller }) => {
    const { version, status, reason } = body;
    const now = clock.now();
    await db.transaction(async (tx) => {
      // The plan is held before the opt-in, in this order everywhere.
      const plan = status === 'approved' ? await planUnlessCompleted(tx, brandId, optInId) : null;
      const [row] = await lockOptIns(tx, brandId, [optInId]);
      if (!row) throw problem('not_found');
      if (version !== undefined && version !== row.version)
        throw problem('conflict', { extra: { version: row.version, status: row.status } });
      const counted = countsAlready(row, now);
      const move =
        status === undefined
          ? { columns: {}, events: [] }
          : moveStep(row, status, 'brand', { reason, now, counted });
      if (plan && row.status !== 'completed' && !counted && plan.left < 1) throw limitReached(plan.limit);
      const details = detailSteps(row, status ?? row.status, body, now);
      const events = [...move.events, ...details.events];
      if (events.length === 0) return;
      const columns = { ...move.columns, ...details.columns };
      await writeOptIn(tx, row, { columns, events, userId: caller.userId }, now);
      await afterChange(tx, [{ row, events }], now);
    });
    return { optIn: await one(brandId, optInId) };
  });

  /** Opening a completed one again is no new collaboration and needs no plan. */
  async function planUnlessCompleted(tx: Database, brandId: string, optInId: string) {
    const status = await statusOf(tx, brandId, optInId);
    if (!status) throw problem('not_found');
    return status === 'completed' ? null : holdCollaborations(tx, brandId, clock.now());
  }

  implement(calls.decideOptIns, async ({ brandId, params: { campaignId }, body, caller }) => {
    const { status, reason } = body;
    const now = clock.now();
    return db.transaction(async (tx) => {
      if (!(await isCampaignOf(tx, brandId, campaignId))) throw problem('not_found');
      const plan = status === 'approved' ? await holdCollaborations(tx, brandId, now) : null;
      let left = plan?.left ?? Number.POSITIVE_INFINITY;
      const ids = [...new Set(body.optInIds.map((id) => id.toLowerCase()))];
      const rows = new Map((await lockOptIns(tx, brandId, ids, campaignId)).map((row) => [row.id, row]));
      const changes: Parameters<typeof writeOptIns>[1][number][] = [];
      const refused: { optInId: string; code: string; message: string }[] = [];
      for (const optInId of ids) {
        const row = rows.get(optInId);
        try {
          if (!row) throw problem('not_found');
          const counted = countsAlready(row, now);
          const move = moveStep(row, status, 'brand', { reason, now, counted });
          const takes = status === 'approved' && row.status !== 'completed' && !counted;
          if (takes && left < 1) throw limitReached(plan?.limit ?? null);
          if (takes) left -= 1;
          changes.push({ row, ...move });
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          refused.push({ optInId, code: error.code, message: error.message });
        }
      }
      await writeOptIns(tx, changes, caller.userId, now);
      await afterChange(tx, changes, now);
      return { changed: changes.map(({ row }) => row.id), refused };
    });
  });

  implement(calls.seeOptIns, async ({ brandId, params: { campaignId }, body }) => {
    return db.transaction(async (tx) => {
      if (!(await isCampaignOf(tx, brandId, campaignId))) throw problem('not_found');
      const { changed, unseen } = await markSeen(tx, brandId, campaignId, body.optInIds);
      if (changed > 0)
        await tell(tx, { audience: `brand:${brandId}`, type: 'opt-in', campaignId, data: { unseen } });
      return { unseen };
    });
  });
}
