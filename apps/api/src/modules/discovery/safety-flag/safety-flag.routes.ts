import * as contract from '@troupe/contract/discovery/safety-flag';
import { knowsHistory } from '@troupe/domain/discovery/insight/figure-history';
import type { SafetyFlag } from '@troupe/domain/discovery/safety-flag';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import type { Api, ChangeContext } from '../../../platform/api.ts';
import { sendCsv } from '../../../platform/csv/csv-file.ts';
import { readFigureDays } from './safety-check.queries.ts';
import { safetyFile } from './safety-file.ts';
import { decideFlag, readCoverage, readFlag, readFlagPage, readFlags } from './safety-flag.queries.ts';

/** Flags of one export, and the most evidence of each. */
const MOST_EXPORTED = 10_000;
const MOST_EVIDENCE = 50;
/** A creator has at most one flag per category. */
const MOST_OF_CREATOR = 50;

/** Registers the calls about flags on creators. */
export function safetyFlagRoutes(api: Api): void {
  const { implement, implementChange, pool } = api;
  implement(contract.listSafetyFlags, async ({ brandId, query: { page, ...filter } }) => {
    const { flags, open, total } = await readFlagPage(pool, brandId, filter, page);
    return { flags, open, ...pagesOf(page, total) };
  });
  implement(contract.exportSafetyFlags, async (context) => {
    const { brandId, query } = context;
    return sendCsv(
      context,
      safetyFile(await readFlags(pool, brandId, query, MOST_EXPORTED, 0, MOST_EVIDENCE)),
    );
  });
  implement(contract.getCreatorSafety, ({ brandId, params: { creatorId } }) =>
    readCreatorSafety(api, brandId, creatorId),
  );
  implementChange(contract.decideSafetyFlag, (context) => decide(api, context));
}

/** Returns a creator's flags and the checks behind them. */
export async function readCreatorSafety({ pool }: Pick<Api, 'pool'>, brandId: string, creatorId: string) {
  const coverage = await readCoverage(pool, brandId, creatorId);
  if (!coverage) throw problem('not_found');
  const [flags, history] = await Promise.all([
    readFlags(pool, brandId, { state: [], category: [], creatorId: [creatorId] }, MOST_OF_CREATOR),
    readFigureDays(pool, creatorId),
  ]);
  const figures = knowsHistory(history) ? ('known' as const) : ('unknown' as const);
  return { flags, coverage: Object.assign({ figures }, coverage) };
}

async function decide(
  { pool, clock }: Api,
  { brandId, caller, params: { flagId }, body, commit }: ChangeContext<typeof contract.decideSafetyFlag>,
): Promise<{ flag: SafetyFlag }> {
  const { state, version } = body;
  await commit(async (tx) => {
    const values = { state, version, reason: body.reason.trim(), userId: caller.userId };
    if (await decideFlag(tx, brandId, flagId, values, clock.now())) return;
    throw problem((await readFlag(pool, brandId, flagId)) ? 'conflict' : 'not_found');
  });
  const flag = await readFlag(pool, brandId, flagId);
  if (!flag) throw problem('not_found');
  return { flag };
}
