import * as calls from '@troupe/contract/campaigns/opt-in';
import { assertOptInSeen, type CollaborationQuota } from '@troupe/domain/campaigns/opt-in-decision';
import { priceEstimates } from '@troupe/domain/campaigns/price-estimate';
import { Problem, problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import type { Api, CallContext, Caller } from '../../../platform/api.ts';
import { type Database, withTransaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import type { Queryable } from '../../../platform/jobs.ts';
import { changeTermsStep, decideStep } from './approval.step.ts';
import { readOffers, type StoredOffer, toOffer } from './offer.queries.ts';
import { answerStep, offerChanged } from './offer.step.ts';
import { readOptIn, readOptInHistory, readOptInPage } from './opt-in.queries.ts';
import { detailSteps, moveStep } from './opt-in.step.ts';
import {
  isCampaignOf,
  lockCollaborationQuota,
  lockOptIns,
  markSeen,
  type OptInStep,
  type StoredOptIn,
  statusOf,
  undoApproval,
  writeOptIn,
  writeOptIns,
} from './opt-in-change.queries.ts';
import { readAcceptedOffers, readPricedCreator } from './price-estimate.queries.ts';

interface Refused {
  optInId: string;
  code: string;
  message: string;
}

interface OptInParts {
  api: Api;
  /** Publishes approvals once they can no longer be undone. */
  holdBack: (transaction: Queryable) => Promise<void>;
}

/** Registers the brand's calls for opt-ins. */
export function optInRoutes(api: Api, holdBack: OptInParts['holdBack']): void {
  const parts: OptInParts = { api, holdBack };
  const { implement } = api;
  implement(calls.listOptIns, (context) => listOptIns(api, context));
  implement(calls.getOptIn, (context) => getOptIn(api, context));
  implement(calls.changeOptIn, (context) => changeOptIn(parts, context));
  implement(calls.answerOffer, (context) => answerOffer(api, context));
  implement(calls.decideOptIns, (context) => decideOptIns(parts, context));
  implement(calls.undoApprovals, (context) => undoApprovals(api, context));
  implement(calls.seeOptIns, (context) => seeOptIns(api, context));
  implement(calls.getPriceEstimates, (context) => getPriceEstimates(api, context));
}

async function getPriceEstimates(
  { pool }: Api,
  { brandId, params: { profileId } }: CallContext<typeof calls.getPriceEstimates>,
) {
  const creator = await readPricedCreator(pool, brandId, profileId);
  if (!creator) throw problem('not_found');
  return priceEstimates(await readAcceptedOffers(pool, brandId, creator.platform), creator);
}

async function one({ pool }: Api, brandId: string, optInId: string) {
  const optIn = await readOptIn(pool, brandId, optInId);
  if (!optIn) throw problem('not_found');
  return optIn;
}

async function listOptIns(
  { pool }: Api,
  { brandId, params: { campaignId, page }, query }: CallContext<typeof calls.listOptIns>,
) {
  const { total, ...found } = await readOptInPage(pool, brandId, campaignId, { page, ...query });
  return { ...found, ...pagesOf(page, total) };
}

async function getOptIn(api: Api, { brandId, params: { optInId } }: CallContext<typeof calls.getOptIn>) {
  const optIn = await one(api, brandId, optInId);
  const [history, offers] = await Promise.all([
    readOptInHistory(api.db, optInId),
    readOffers(api.db, [optInId]),
  ]);
  return { optIn, history, offers: (offers.get(optInId) ?? []).map(toOffer) };
}

async function changeOptIn(
  { api, holdBack }: OptInParts,
  { brandId, params: { optInId }, body, caller }: CallContext<typeof calls.changeOptIn>,
) {
  const now = api.clock.now();
  await withTransaction(api.pool, async (tx, connection) => {
    const agrees = body.status === 'approved' || body.agreement;
    const quota = agrees ? await lockQuotaToAgree(tx, brandId, optInId, now) : null;
    const [row] = await lockOptIns(tx, brandId, [optInId]);
    if (!row) throw problem('not_found');
    assertOptInSeen(row, body.version);
    const offers = (await readOffers(tx, [optInId])).get(optInId) ?? [];
    const { approves, ...step } = changeStep(row, offers, body, { userId: caller.userId, now, quota });
    if (step.agrees) assertPersonAgrees(caller);
    const details = detailSteps(row, step.columns.status ?? row.status, body, now);
    const events = [...step.events, ...details.events];
    if (events.length === 0) return;
    const columns = { ...step.columns, ...details.columns };
    const undoable = Boolean(body.undoable && approves && step.agrees && details.events.length === 0);
    await writeOptIn(tx, row, { ...step, columns, events, userId: caller.userId, undoable }, now);
    if (undoable) await holdBack(connection);
  });
  return { optIn: await one(api, brandId, optInId) };
}

interface ChangeStep extends OptInStep {
  approves: boolean;
  agrees?: boolean;
}

/** Only people accept terms. @throws forbidden for API keys */
function assertPersonAgrees({ apiKeyId }: Caller): void {
  if (apiKeyId)
    throw problem('forbidden', {
      message: 'Only a logged-in person can accept terms. API keys can make offers and decline.',
    });
}

/** Returns the writes of a brand's status or terms change; a move may include an offer. */
function changeStep(
  row: StoredOptIn,
  offers: readonly StoredOffer[],
  { status, reason, agreement }: CallContext<typeof calls.changeOptIn>['body'],
  deciding: { userId: string; now: Date; quota: CollaborationQuota | null },
): ChangeStep {
  // Terms for a pending opt-in approve it at those terms.
  const approves = status === 'approved' || Boolean(!status && agreement && row.status === 'pending');
  const decision = approves ? 'approved' : status;
  let step: OptInStep & { agrees?: boolean } = { columns: {}, events: [] };
  if (decision === 'approved' || decision === 'rejected')
    step = decideStep(row, offers, { status: decision, reason, terms: agreement }, deciding);
  else if (decision) step = moveStep(row, decision, 'brand', { reason, now: deciding.now });
  if (!agreement || (approves && row.status !== 'completed')) return { ...step, approves };
  const after = { ...row, ...step.columns } as StoredOptIn;
  const terms = changeTermsStep(after, offers, agreement, deciding.userId);
  const columns = { ...step.columns, ...terms.columns };
  return { ...terms, columns, events: [...step.events, ...terms.events], approves };
}

/**
 * Locks the plan before the opt-in, in the same order everywhere, if the change may create a collaboration. Existing
 * collaborations need no plan.
 */
async function lockQuotaToAgree(tx: Database, brandId: string, optInId: string, now: Date) {
  const status = await statusOf(tx, brandId, optInId);
  if (!status) throw problem('not_found');
  return status === 'completed' || status === 'approved' ? null : lockCollaborationQuota(tx, brandId, now);
}

async function answerOffer(
  api: Api,
  { brandId, params, body: { answer }, caller }: CallContext<typeof calls.answerOffer>,
) {
  const { userId } = caller;
  const { optInId, number } = params;
  if (answer === 'accept') assertPersonAgrees(caller);
  const now = api.clock.now();
  await api.db.transaction(async (tx) => {
    const quota = answer === 'accept' ? await lockQuotaToAgree(tx, brandId, optInId, now) : null;
    const [row] = await lockOptIns(tx, brandId, [optInId]);
    if (!row) throw problem('not_found');
    const offers = (await readOffers(tx, [optInId])).get(optInId) ?? [];
    const outcome = answerStep(offers, Number(number), answer, 'brand');
    if (!outcome) return;
    let step: OptInStep = outcome;
    if (row.status === 'pending' && answer === 'accept')
      step = decideStep(row, offers, { status: 'approved' }, { userId, now, quota });
    else if (row.status === 'pending' && answer === 'decline')
      throw problem('invalid_transition', { message: 'Decline the opt-in, or make another offer.' });
    else if (row.status === 'rejected' || row.status === 'withdrawn') throw offerChanged(offers);
    step = { ...step, columns: { ...step.columns, unseen: false } };
    await writeOptIn(tx, row, { ...step, userId }, now);
  });
  return { optIn: await one(api, brandId, optInId) };
}

async function decideOptIns(
  { api, holdBack }: OptInParts,
  { brandId, params: { campaignId }, body, caller }: CallContext<typeof calls.decideOptIns>,
) {
  const { userId } = caller;
  const { status, reason, versions } = body;
  if (status === 'approved') assertPersonAgrees(caller);
  const now = api.clock.now();
  return withTransaction(api.pool, async (tx, connection) => {
    if (!(await isCampaignOf(tx, brandId, campaignId))) throw problem('not_found');
    const quota = status === 'approved' ? await lockCollaborationQuota(tx, brandId, now) : null;
    const ids = uniqueIds(body.optInIds);
    const rows = new Map((await lockOptIns(tx, brandId, ids, campaignId)).map((row) => [row.id, row]));
    const offersOf = await readOffers(tx, ids);
    const changes: (OptInStep & { row: StoredOptIn })[] = [];
    const refused: Refused[] = [];
    for (const optInId of ids) {
      try {
        const row = rows.get(optInId);
        if (!row) throw problem('not_found');
        assertOptInSeen(row, versions?.[optInId]);
        const offers = offersOf.get(optInId) ?? [];
        const { agrees: _, ...step } = decideStep(row, offers, { status, reason }, { userId, now, quota });
        changes.push({ row, ...step });
      } catch (error) {
        refused.push(refusalOf(optInId, error));
      }
    }
    const undoable = Boolean(body.undoable && status === 'approved');
    const changed = changes.map(({ row }) => row.id);
    await writeOptIns(tx, changes, { userId, undoable }, now);
    if (undoable && changed.length > 0) await holdBack(connection);
    return { changed, refused };
  });
}

const uniqueIds = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))];

/** Converts a problem to a per-item refusal; rethrows other errors. */
function refusalOf(optInId: string, error: unknown): Refused {
  if (!(error instanceof Problem)) throw error;
  return { optInId, code: error.code, message: error.message };
}

async function undoApprovals({ db, clock }: Api, { brandId, body }: CallContext<typeof calls.undoApprovals>) {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const ids = uniqueIds(body.optInIds);
    const rows = new Map((await lockOptIns(tx, brandId, ids)).map((row) => [row.id, row]));
    const changed: string[] = [];
    const refused: Refused[] = [];
    for (const optInId of ids) {
      try {
        const row = rows.get(optInId);
        if (!row) throw problem('not_found');
        await undoApproval(tx, row, now);
        changed.push(optInId);
      } catch (error) {
        if (ids.length === 1) throw error;
        refused.push(refusalOf(optInId, error));
      }
    }
    return { changed, refused };
  });
}

async function seeOptIns(
  { db }: Api,
  { brandId, params: { campaignId }, body }: CallContext<typeof calls.seeOptIns>,
) {
  return db.transaction(async (tx) => {
    if (!(await isCampaignOf(tx, brandId, campaignId))) throw problem('not_found');
    const { changed, unseen } = await markSeen(tx, brandId, campaignId, body.optInIds);
    if (changed > 0) await publish(tx, { type: 'opt_in.seen', brandId, data: { campaignId, unseen } });
    return { unseen };
  });
}
