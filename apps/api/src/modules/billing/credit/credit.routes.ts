import { adjustCredits, exportCredits, listCredits } from '@troupe/contract/billing/credit';
import { creditKindName, creditReasonText } from '@troupe/domain/billing/ledger/credit-text';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import type { Api, CallContext } from '../../../platform/api.ts';
import { sendCsv } from '../../../platform/csv/csv-file.ts';
import { withTransaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { eachEntry, grantCredits, readBalance, readEntry, readEntryPage } from './credit.queries.ts';
import { grantPlanCredits } from './credit-plan.queries.ts';

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

async function exportEntries(api: Api, context: CallContext<typeof exportCredits>) {
  await grantDue(api, context.brandId);
  return sendCsv(context, {
    name: 'credits.csv',
    head: ['Date', 'Type', 'Credits', 'Balance', 'Reason', 'User'],
    rows: eachEntry(api.db, context.brandId),
    cells: (entry) => [
      ...[entry.created, creditKindName(entry.kind), entry.amount, entry.balance],
      ...[creditReasonText(entry), entry.by],
    ],
  });
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
