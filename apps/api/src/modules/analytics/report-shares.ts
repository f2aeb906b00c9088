import { createHash, createHmac } from 'node:crypto';
import * as argon2 from '@node-rs/argon2';
import * as contract from '@troupe/contract/analytics/report-share';
import { SHARE_ACCESS_HEADER } from '@troupe/contract/headers';
import type { ReportSnapshot } from '@troupe/domain/analytics/report';
import { coarseAgent, MOST_SHARES, type ReportShare } from '@troupe/domain/analytics/report-share';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import { networkOf } from '@troupe/server/http';
import { createLimiter } from '@troupe/server/rate-counters';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { readToken, signToken } from '../../platform/access/secret.ts';
import type { Api } from '../../platform/api.ts';
import { newId } from '../../platform/id.ts';
import { readReport } from './report/report.queries.ts';
import {
  countView,
  type FoundShare,
  findShare,
  insertShare,
  lockShares,
  noteWrongPassword,
  readShare,
  readSharePage,
  readViews,
  removeOldShares,
  replaceToken,
  revokeShare,
  type StoredShare,
  toShare,
} from './report/report-share.queries.ts';
import { takeSnapshot } from './report-snapshot.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** How long view logs and ended links are kept. */
const KEEP_MS = 365 * DAY_MS;
/** How long an entered password is valid. */
const ACCESS_MS = 60 * MINUTE_MS;
/** How long a live report is shown before it is calculated again. */
const LIVE_MS = 60_000;
/** Attempts at the password of a link, and from a network, in a quarter hour. */
const ATTEMPTS = 10;
const ATTEMPTS_MS = 15 * MINUTE_MS;
/** Reads of links from a network in a minute: guessing has no chance anyway, but costs a query each. */
const READS = 120;
const PURPOSE = 'report-share-access';

// argon2id with 19 MiB and two passes, the minimum OWASP recommends, as on the login host.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const normalize = (password: string) => password.normalize('NFKC');
let decoy: Promise<string> | undefined;

/** Compares a password with a hash. Without a hash it does the same work. */
async function isPassword(password: string, hash: string | null): Promise<boolean> {
  decoy ??= argon2.hash('no link has this password', COST);
  const fits = await argon2.verify(hash ?? (await decoy), normalize(password));
  return hash !== null && fits;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Derives the token of a link: the team can copy the link again although only its hash is stored. */
const tokenOf = (secretKey: string, { id, generation }: { id: string; generation: number }): string =>
  createHmac('sha256', secretKey).update(`report-share ${id} ${generation}`).digest('base64url');

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
  publicPage(api);
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
      const passwordHash = password === null ? null : await argon2.hash(normalize(password), COST);
      const expiresAt = days === null ? null : new Date(now.getTime() + days * DAY_MS).toISOString();
      const tokenSha256 = sha256(tokenOf(config.SECRET_KEY, { id, generation: 1 }));
      const { userId } = caller;
      await commit(async (_tx, connection) => {
        const count = await lockShares(connection, { brandId, reportId, runId }, now);
        if (count === null) throw problem('not_found');
        if (count >= MOST_SHARES)
          throw problem('too_many', {
            message: `A report can have up to ${MOST_SHARES} working links. Revoke one first.`,
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

function publicPage(api: Api): void {
  const { implement, pool, clock, config, rates } = api;
  const limitReads = createLimiter(rates, 'read-share', READS, MINUTE_MS);
  const limitShare = createLimiter(rates, 'share-password', ATTEMPTS, ATTEMPTS_MS);
  const limitNetwork = createLimiter(rates, 'share-password-from', ATTEMPTS, ATTEMPTS_MS);
  const live = new LRUCache<string, Promise<ReportSnapshot | null>>({ max: 50, ttl: LIVE_MS });

  /** A live report, calculated at most once a minute however many people open it. */
  function liveSnapshot(share: FoundShare): Promise<ReportSnapshot | null> {
    const cached = live.get(share.id);
    if (cached) return cached;
    const made = (async () => {
      const { brandId, reportId } = share;
      const report = await readReport(pool, brandId, reportId);
      if (!report) return null;
      const { version } = report;
      return takeSnapshot(api, { brandId, reportId, version, form: report, at: clock.now() });
    })();
    made.catch(() => live.delete(share.id));
    live.set(share.id, made);
    return made;
  }

  implement(contract.getSharedReport, async ({ params: { token }, request, reply }) => {
    hide(reply);
    await limitReads(networkOf(request.ip));
    const now = clock.now();
    const share = await findShare(pool, sha256(token), now);
    if (!share) throw problem('not_found');
    const frozen = share.runId !== null;
    if (share.passwordHash !== null && !mayOpen(config.SECRET_KEY, share, request, now))
      return { report: { needsPassword: true, snapshot: null, frozen, expires: null } };
    const snapshot = frozen ? share.snapshot : await liveSnapshot(share);
    if (!snapshot) throw problem('not_found');
    const { agent, browser } = coarseAgent(request.headers['user-agent'] ?? '');
    const view = { id: newId(), brandId: share.brandId, shareId: share.id, agent, browser };
    if (!(await countView(pool, view, now))) throw problem('not_found');
    return { report: { needsPassword: false, snapshot, frozen, expires: share.expires } };
  });

  implement(contract.openSharedReport, async ({ params: { token }, body, request, reply }) => {
    hide(reply);
    // By the token, known or not: a limit must not tell which links exist.
    await limitNetwork(networkOf(request.ip));
    await limitShare(sha256(token));
    const now = clock.now();
    const share = await findShare(pool, sha256(token), now);
    const isRight = await isPassword(body.password, share?.passwordHash ?? null);
    if (!share) throw problem('not_found');
    if (!isRight) {
      const { agent, browser } = coarseAgent(request.headers['user-agent'] ?? '');
      await noteWrongPassword(
        pool,
        { id: newId(), brandId: share.brandId, shareId: share.id, agent, browser },
        now,
      );
      throw problem('invalid', { fields: { password: 'Wrong password' } });
    }
    const expires = new Date(now.getTime() + ACCESS_MS);
    return { access: signToken(config.SECRET_KEY, PURPOSE, accessOf(share), expires) };
  });
}

/** An entered password is valid for one link; a new link or another password ends it. */
const accessOf = ({ id, generation, passwordHash }: FoundShare) => [
  id,
  generation,
  sha256(passwordHash ?? ''),
];

function mayOpen(secretKey: string, share: FoundShare, request: FastifyRequest, now: Date): boolean {
  const given = request.headers[SHARE_ACCESS_HEADER.toLowerCase()];
  if (typeof given !== 'string' || given.length > 1000) return false;
  const access = readToken(secretKey, PURPOSE, given, now);
  return JSON.stringify(access) === JSON.stringify(accessOf(share));
}

/** Shared reports are only for people with the link, not for caches, search engines or linked sites. */
function hide(reply: FastifyReply): void {
  reply
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex, nofollow, noarchive')
    .header('referrer-policy', 'no-referrer');
}
