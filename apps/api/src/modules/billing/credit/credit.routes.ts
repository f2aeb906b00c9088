import { Readable } from 'node:stream';
import { adjustCredits, exportCredits, listCredits } from '@troupe/contract/billing/credit';
import type { CreditKind } from '@troupe/domain/billing/credit';
import { CSV_BOM, csvLine } from '@troupe/domain/csv';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import type { Api, CallContext } from '../../../platform/api.ts';
import { withTransaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { eachEntry, grantCredits, readBalance, readEntry, readEntryPage } from './credit.queries.ts';
import { grantPlanCredits } from './credit-plan.queries.ts';

const KIND_NAMES: Record<CreditKind, string> = {
  plan: 'Plan',
  grant: 'Grant',
  purchase: 'Purchase',
  adjustment: 'Adjustment',
  reserve: 'Reservation',
  capture: 'Usage',
  release: 'Release',
  refund: 'Refund',
};

/** Registers the credit routes: balance, ledger entries and manual adjustments. */
export function creditRoutes(api: Api, brandExists: (brandId: string) => Promise<boolean>): void {
  api.implement(listCredits, (context) => listEntries(api, context));
  api.implement(exportCredits, (context) => exportEntries(api, context));
  api.implement(adjustCredits, (context) => adjust(api, brandExists, context));
}

/** Grants this month's plan credits before reading, in case the job hasn't run yet. */
const grantDue = (api: Api, brandId: string) => grantPlanCredits(api.pool, api.db, api.clock.now(), brandId);

async function listEntries(api: Api, { brandId, query }: CallContext<typeof listCredits>) {
  await grantDue(api, brandId);
  const [balance, { entries, total }] = await Promise.all([
    readBalance(api.db, brandId),
    readEntryPage(api.db, brandId, query.page),
  ]);
  return { ...balance, entries, ...pagesOf(query.page, total) };
}

async function exportEntries(api: Api, { brandId, reply }: CallContext<typeof exportCredits>) {
  await grantDue(api, brandId);
  async function* lines() {
    yield CSV_BOM + csvLine(['Date', 'Type', 'Credits', 'Balance', 'Reason', 'User']);
    for await (const entries of eachEntry(api.db, brandId))
      yield entries
        .map(({ created, kind, amount, balance, reason, by }) =>
          csvLine([created, KIND_NAMES[kind], amount, balance, reason, by]),
        )
        .join('');
  }
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', 'attachment; filename="credits.csv"')
    .send(Readable.from(lines()));
}

async function adjust(
  api: Api,
  brandExists: (brandId: string) => Promise<boolean>,
  { params, body, caller, idempotencyKey }: CallContext<typeof adjustCredits>,
) {
  const { brandId } = params;
  if (!(await brandExists(brandId))) throw problem('not_found');
  const { id } = await withTransaction(api.pool, (tx) =>
    grantCredits(
      tx,
      {
        brandId,
        kind: 'adjustment',
        ...body,
        reference: `adjustment:${caller.userId}:${idempotencyKey ?? newId()}`,
        userId: caller.userId,
      },
      api.clock.now(),
    ),
  );
  const [balance, entry] = await Promise.all([readBalance(api.db, brandId), readEntry(api.db, brandId, id)]);
  if (!entry) throw problem('not_found');
  return { ...balance, entry };
}

/** Grants monthly plan credits. Runs hourly, so a missed run doesn't cost anyone credits. */
export function creditJobs(api: Api): void {
  api.jobs.every('7 * * * *', 'credit-plan', async () => {
    const granted = await grantPlanCredits(api.pool, api.db, api.clock.now());
    if (granted > 0) api.log.info({ granted }, 'plan credits granted');
  });
}
