import * as contract from '@troupe/contract/analytics/report-share';
import { MOST_SHARES, type ReportShare } from '@troupe/domain/analytics/report-share';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import { deriveToken } from '../../platform/access/secret.ts';
import { hashOf, sha256 } from '../../platform/access/share-link.ts';
import type { Api } from '../../platform/api.ts';
import { newId } from '../../platform/id.ts';
import {
  insertShare,
  lockShares,
  readShare,
  readSharePage,
  readViews,
  removeOldShares,
  replaceToken,
  revokeShare,
  type StoredShare,
  toShare,
} from './report/report-share.queries.ts';
import { sharedReports } from './shared-reports.ts';

const DAY_MS = 86_400_000;
/** How long view logs and ended links are kept. */
const KEEP_MS = 365 * DAY_MS;

/** Derives the token of a link: the team can copy the link again although only its hash is stored. */
const tokenOf = (secretKey: string, { id, generation }: { id: string; generation: number }): string =>
  deriveToken(secretKey, 'report-share', `${id} ${generation}`);

/** Registers the calls about links to reports, what everybody with a link sees, and the end of old links. */
export function reportShares(api: Api): void {
  const { implement, pool, clock, jobs } = api;
  implement(contract.listReportShares, async ({ brandId, query: { reportId, page } }) => {
    const { shares, total } = await readSharePage(pool, { brandId, reportId: reportId ?? null, page });
    return { shares: shares.map((row) => shown(api, row)), ...pagesOf(page, total) };
  });
  implement(contract.listShareViews, async ({ brandId, params: { shareId } }) => {
    if (!(await readShare(pool, brandId, shareId))) throw problem('not_found');
    return { views: await readViews(pool, shareId) };
  });
  changes(api);
  sharedReports(api);
  jobs.every('50 3 * * *', 'report-shares-remove', () =>
    removeOldShares(pool, new Date(clock.now().getTime() - KEEP_MS)),
  );
}

function shown({ config, clock }: Api, row: StoredShare): ReportShare {
  const urlOf = (share: StoredShare) => `${config.WEB_ORIGIN}/shared/${tokenOf(config.SECRET_KEY, share)}`;
  return toShare(row, urlOf, clock.now());
}

async function known(api: Api, brandId: string, shareId: string): Promise<StoredShare> {
  const row = await readShare(api.pool, brandId, shareId);
  if (!row) throw problem('not_found');
  return row;
}

function changes(api: Api): void {
  const { implementChange, clock, config } = api;
  implementChange(
    contract.createReportShare,
    async ({ brandId, caller, params: { reportId }, body, commit }) => {
      const now = clock.now();
      const id = newId();
      const { runId, label, password, days, viewLimit } = body;
      const passwordHash = password === null ? null : await hashOf(password);
      const expiresAt = days === null ? null : new Date(now.getTime() + days * DAY_MS).toISOString();
      const tokenSha256 = sha256(tokenOf(config.SECRET_KEY, { id, generation: 1 }));
      const { userId } = caller;
      await commit(async (_tx, connection) => {
        const count = await lockShares(connection, { brandId, reportId, runId }, now);
        if (count === null) throw problem('not_found');
        if (count >= MOST_SHARES)
          throw problem('too_many', {
            message: `A report can have up to ${MOST_SHARES} active links. Revoke one first.`,
          });
        const share = {
          id,
          brandId,
          reportId,
          runId,
          label,
          tokenSha256,
          passwordHash,
          expiresAt,
          viewLimit,
          userId,
        };
        await insertShare(connection, share, now);
        return { shareId: id };
      });
      return { share: shown(api, await known(api, brandId, id)) };
    },
  );
  implementChange(contract.rotateReportShare, async ({ brandId, params: { shareId }, commit }) => {
    const before = await known(api, brandId, shareId);
    const generation = before.generation + 1;
    const tokenSha256 = sha256(tokenOf(config.SECRET_KEY, { id: shareId, generation }));
    await commit(async (_tx, connection) => {
      if (!(await replaceToken(connection, { id: shareId, generation, tokenSha256 }, clock.now())))
        throw problem('invalid_transition');
    });
    return { share: shown(api, await known(api, brandId, shareId)) };
  });
  implementChange(contract.revokeReportShare, async ({ brandId, params: { shareId }, commit }) => {
    await known(api, brandId, shareId);
    await commit((_tx, connection) => revokeShare(connection, shareId, clock.now()));
    return { share: shown(api, await known(api, brandId, shareId)) };
  });
}
