import { buyAudienceData } from '@troupe/contract/discovery/audience-report';
import { REPORT_CREDITS } from '@troupe/domain/billing/credit';
import {
  type AudienceAccount,
  type AudienceSource,
  type DeliveredReport,
  mayUpdateReport,
  reportAgeDays,
} from '@troupe/domain/discovery/audience-report';
import { Problem, problem, type problems } from '@troupe/domain/problem';
import type { Api, CallContext } from '../../platform/api.ts';
import { type Database, withTransaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import type { Files } from '../../platform/files/files.ts';
import { newId } from '../../platform/id.ts';
import { captureCredit, releaseCredit, reserveCredit } from '../billing/credit/credit.queries.ts';
import { grantPlanCredits } from '../billing/credit/credit-plan.queries.ts';
import { holdsPlan } from '../billing/subscription/subscription.queries.ts';
import {
  deletePurchase,
  endPurchase,
  insertPurchase,
  type Purchase,
  readOpenPurchase,
  readPurchase,
  readPurchaseByKey,
  readStalePurchases,
} from './audience-report/audience-purchase.queries.ts';
import { heldAnswer } from './audience-report/audience-report.answer.ts';
import {
  insertReport,
  readHeldReport,
  readReport,
  readReportCreator,
  type StoredReport,
} from './audience-report/audience-report.queries.ts';
import { audienceReportRoutes, keepReportFile } from './audience-report/audience-report.routes.ts';
import { indexAudience } from './audience-report/audience-share.queries.ts';
import { returnReportShare, takeReportShare } from './brand-share.ts';
import { createOutcomes } from './purchase-outcome.ts';

export interface ReportParts {
  api: Api;
  source: AudienceSource;
  files: Files;
}

const SETTLE_JOB = 'audience-purchase';
const FILE_JOB = 'audience-report-file';
/** How long an unavailable provider is retried before the credit is released. */
const GIVE_UP_MS = 24 * 3_600_000;

/** Input of a purchase. */
interface PurchaseRequest {
  brandId: string;
  userId: string;
  account: AudienceAccount & { id: string };
  update: boolean;
  key: string | null;
}

type StartedPurchase =
  | { kind: 'found'; held: StoredReport }
  | { kind: 'known'; purchase: Purchase; own: boolean }
  | { kind: 'started'; purchase: Purchase };

const referenceOf = ({ id }: Pick<Purchase, 'id'>) => `audience-purchase:${id}`;

/**
 * Sets up audience reports: reading and purchasing. Returns a function that settles purchases left
 * by a killed process; call it once jobs are running.
 *
 * A purchase reserves the credit and inserts its row in one transaction, calls the provider outside
 * any transaction, and stores the report and captures the credit in another. Interrupted purchases
 * are settled later from the provider's list of reports.
 */
export function audienceReports(parts: ReportParts): () => Promise<void> {
  const { api, files } = parts;
  const outcomeOf = createOutcomes(api.db);
  audienceReportRoutes(api, files);

  api.implement(buyAudienceData, (context) => buyReport(parts, outcomeOf, context));

  api.jobs.define<{ purchaseId: string }>(SETTLE_JOB, ({ purchaseId }) => settle(parts, purchaseId), {
    retryLimit: 12,
    retryDelay: Math.min(15, api.config.AUDIENCE_SETTLE_AFTER_S),
    retryBackoff: true,
    retryDelayMax: 600,
  });
  api.jobs.define<{ brandId: string; reportId: string }>(FILE_JOB, (job) => fetchFile(parts, job), {
    retryLimit: 4,
    retryDelay: 10,
  });
  const sweep = async () => {
    const before = api.clock.now().getTime() - api.config.AUDIENCE_SETTLE_AFTER_S * 1000;
    for (const purchaseId of await readStalePurchases(api.db, new Date(before).toISOString()))
      await api.jobs.send(SETTLE_JOB, { purchaseId });
  };
  api.jobs.every('*/10 * * * *', 'audience-purchase-sweep', sweep);
  return sweep;
}

async function buyReport(
  parts: ReportParts,
  outcomeOf: ReturnType<typeof createOutcomes>,
  { brandId, caller, body, idempotencyKey }: CallContext<typeof buyAudienceData>,
) {
  const { api } = parts;
  const account = await readReportCreator(api.db, brandId, body.socialProfileId);
  if (!account) throw problem('not_found');
  if (account.sample) throw problem('sample_data');
  if (!(await holdsPlan(api.db, brandId))) throw problem('subscription_required');
  await grantPlanCredits(api.pool, api.db, api.clock.now(), brandId);
  const wish: PurchaseRequest = {
    brandId,
    userId: caller.userId,
    account,
    update: body.forceReload,
    key: idempotencyKey,
  };
  const started = await begin(parts, wish);
  if (started.kind === 'found') return { ...heldAnswer(api, started.held), found: true, charged: 0 };
  if (started.kind === 'known') {
    const stored = await outcomeOf(started.purchase);
    return { ...heldAnswer(api, stored), found: !started.own, charged: started.own ? REPORT_CREDITS : 0 };
  }
  const stored = await buy(parts, started.purchase, account);
  return { ...heldAnswer(api, stored), found: false, charged: REPORT_CREDITS };
}

/**
 * Returns an existing report that satisfies the request: any report, or for an update one less than
 * a day old.
 */
async function heldFor(db: Database, wish: PurchaseRequest, now: Date): Promise<StoredReport | null> {
  const held = await readHeldReport(db, wish.brandId, wish.account.id);
  if (!held) return null;
  return wish.update && mayUpdateReport(reportAgeDays(held.createdAt, now)) ? null : held;
}

/** Opens a purchase with its reservation, or returns what makes it unnecessary. */
async function begin({ api }: ReportParts, wish: PurchaseRequest): Promise<StartedPurchase> {
  const { brandId, userId, account, update, key } = wish;
  for (;;) {
    const now = api.clock.now();
    const used = key === null ? null : await readPurchaseByKey(api.db, brandId, key);
    if (used && used.creatorId !== account.id)
      throw problem('conflict', { message: 'This idempotency key belongs to another purchase.' });
    if (used) return { kind: 'known', purchase: used, own: true };
    const held = await heldFor(api.db, wish, now);
    if (held) return { kind: 'found', held };
    const started = await withTransaction(
      api.pool,
      async (tx, connection): Promise<StartedPurchase | null> => {
        const id = newId();
        const values = {
          id,
          brandId,
          creatorId: account.id,
          userId,
          idempotencyKey: key,
          startedAt: now.toISOString(),
        };
        if (!(await insertPurchase(tx, values))) return null;
        // The lock prevents others from ending a purchase; one may have ended before it was taken.
        const meanwhile = await heldFor(tx, wish, now);
        if (meanwhile) {
          await deletePurchase(tx, id);
          return { kind: 'found', held: meanwhile };
        }
        const reason = `Deep insights${update ? ' update' : ''}: ${account.username}`;
        const reservation = {
          brandId,
          reference: referenceOf({ id }),
          reason,
          userId,
          amount: REPORT_CREDITS,
        };
        await reserveCredit(tx, reservation, now);
        await takeReportShare(tx, api, brandId);
        await api.jobs.send(
          SETTLE_JOB,
          { purchaseId: id },
          { transaction: connection, delaySeconds: api.config.AUDIENCE_SETTLE_AFTER_S },
        );
        const purchase = await readPurchase(tx, id);
        return purchase && { kind: 'started', purchase };
      },
    );
    if (started) return started;
    const open = await readOpenPurchase(api.db, brandId, account.id);
    if (open) return { kind: 'known', purchase: open, own: key !== null && open.idempotencyKey === key };
  }
}

/** Calls the provider and ends the purchase according to its response. */
async function buy(parts: ReportParts, purchase: Purchase, account: AudienceAccount): Promise<StoredReport> {
  const { api, source } = parts;
  let bought: Awaited<ReturnType<AudienceSource['buy']>>;
  try {
    bought = await source.buy(account);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await releasePurchase(parts, purchase, account, error);
    throw error;
  }
  // The job queued with the reservation settles it once the provider is available.
  if (bought.outcome === 'uncertain') throw problem('retry_later');
  const stored = (await completePurchase(parts, purchase, bought)) ?? (await storedBy(api.db, purchase));
  if (stored) return stored;
  api.log.warn({ purchaseId: purchase.id }, 'received a report after its credit was released');
  throw problem('retry_later');
}

/** Returns the report another process completed a purchase with. */
async function storedBy(db: Database, { id, brandId }: Purchase): Promise<StoredReport | null> {
  const ended = await readPurchase(db, id);
  return ended?.reportId ? readReport(db, brandId, ended.reportId) : null;
}

/** Stores a report and captures its credit in one transaction; null if the purchase had ended. */
async function completePurchase(
  { api }: ReportParts,
  purchase: Purchase,
  { report, original }: DeliveredReport,
): Promise<StoredReport | null> {
  const { brandId, creatorId, userId } = purchase;
  const now = api.clock.now();
  const id = newId();
  return withTransaction(api.pool, async (tx, connection) => {
    const stored: StoredReport = {
      id,
      brandId,
      providerReportId: report.report_info.report_id,
      createdAt: report.report_info.created,
      purchasedAt: now.toISOString(),
      report,
    };
    await insertReport(tx, { ...stored, creatorId, purchasedBy: userId, original });
    await indexAudience(connection, {
      brandId,
      creatorId,
      reportId: id,
      createdAt: stored.createdAt,
      report,
    });
    if (!(await endPurchase(tx, purchase.id, { reportId: id }, now.toISOString()))) {
      throw new AlreadyEnded();
    }
    await captureCredit(tx, { brandId, reference: referenceOf(purchase) }, now);
    await publish(tx, [{ brandId, type: 'report.purchased', data: { reportId: stored.id, creatorId } }], now);
    await api.jobs.send(FILE_JOB, { brandId, reportId: id }, { transaction: connection });
    return stored;
  }).catch((error: unknown) => {
    if (error instanceof AlreadyEnded) return null;
    throw error;
  });
}

class AlreadyEnded extends Error {}

/** Ends a purchase without a report and releases its credit in one transaction. */
async function releasePurchase(
  { api }: ReportParts,
  purchase: Purchase,
  account: AudienceAccount,
  { code }: Problem,
): Promise<void> {
  const now = api.clock.now();
  const reason = `No report for ${account.username}: ${REASONS[code] ?? 'the provider returned none'}`;
  await withTransaction(api.pool, async (tx) => {
    if (!(await endPurchase(tx, purchase.id, { outcome: code }, now.toISOString()))) return;
    await releaseCredit(tx, { brandId: purchase.brandId, reference: referenceOf(purchase), reason }, now);
    await returnReportShare(tx, purchase.brandId, new Date(purchase.startedAt));
  });
}

const REASONS: Partial<Record<keyof typeof problems, string>> = {
  retry_later: "it isn't ready yet",
  empty_audience_data: 'there is no audience data',
  unavailable: "the provider isn't available",
};

/**
 * Settles an interrupted purchase: with the report the provider created in the meantime, at no
 * extra cost, or by releasing the credit. Retried while the provider is unavailable.
 */
async function settle(parts: ReportParts, purchaseId: string): Promise<void> {
  const { api, source } = parts;
  const purchase = await readPurchase(api.db, purchaseId);
  if (purchase?.state !== 'open') return;
  const account = await readReportCreator(api.db, purchase.brandId, purchase.creatorId);
  if (!account) return;
  const since = new Date(purchase.startedAt);
  let made: DeliveredReport | null = null;
  try {
    made = await source.findMade(account, since);
  } catch (error) {
    if (api.clock.now().getTime() - since.getTime() < GIVE_UP_MS) throw error;
  }
  if (made) await completePurchase(parts, purchase, made);
  else await releasePurchase(parts, purchase, account, problem('unavailable'));
}

/** Stores the provider's PDF; without one, ours is rendered when opened. */
async function fetchFile(
  { api, source, files }: ReportParts,
  { brandId, reportId }: { brandId: string; reportId: string },
): Promise<void> {
  const stored = await readReport(api.db, brandId, reportId);
  const bytes = stored && (await source.pdf(stored.providerReportId));
  if (bytes) await keepReportFile(files, reportId, bytes);
}
