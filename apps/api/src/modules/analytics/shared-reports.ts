import * as contract from '@troupe/contract/analytics/report-share';
import { SHARE_ACCESS_HEADER, SHARE_VIEW_HEADER } from '@troupe/contract/headers';
import type { ReportSnapshot } from '@troupe/domain/analytics/report';
import { coarseAgent } from '@troupe/domain/analytics/report-share';
import { problem } from '@troupe/domain/problem';
import { networkOf } from '@troupe/server/http';
import { createLimiter } from '@troupe/server/rate-counters';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import {
  headerOf,
  hide,
  isAccess,
  isPassword,
  SHARE_LIMITS,
  sha256,
  signAccess,
} from '../../platform/access/share-link.ts';
import type { Api } from '../../platform/api.ts';
import { isId, newId } from '../../platform/id.ts';
import { fileLanguage } from '../../platform/language.ts';
import { readReport } from './report/report.queries.ts';
import { sendReportFile } from './report/report-download.ts';
import { readLogo } from './report/report-logo.queries.ts';
import {
  countView,
  type FoundShare,
  findShare,
  type NewView,
  noteWrongPassword,
} from './report/report-share.queries.ts';
import { snapshotHash, takeSnapshot } from './report-snapshot.ts';

const MINUTE_MS = 60_000;
/** How long a live report is shown before it is calculated again. */
const LIVE_MS = 60_000;
const FILES = 30;
const PURPOSE = 'report-share-access';

/** A shared report that the caller may see. */
interface OpenShare {
  share: FoundShare;
  snapshot: ReportSnapshot;
}

/** Registers what everybody with a link to a report can do: enter its password, read it, and save it as a file. */
export function sharedReports(api: Api): void {
  const { implement, pool, clock, config, rates } = api;
  const { attempts, attemptsMs } = SHARE_LIMITS;
  const limitReads = createLimiter(rates, 'read-share', SHARE_LIMITS.reads, SHARE_LIMITS.readsMs);
  const limitShare = createLimiter(rates, 'share-password', attempts, attemptsMs);
  const limitNetwork = createLimiter(rates, 'share-password-from', attempts, attemptsMs);
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

  /** Finds the report of a link. Counts a view only once there is something to show. Null asks for the password. */
  async function open(token: string, request: FastifyRequest): Promise<OpenShare | FoundShare> {
    await limitReads(networkOf(request.ip));
    const now = clock.now();
    const viewId = viewIdOf(request);
    const share = await findShare(pool, { tokenSha256: sha256(token), viewId }, now);
    if (!share) throw problem('not_found');
    if (share.passwordHash !== null && !mayOpen(config.SECRET_KEY, share, request, now)) return share;
    const snapshot = share.runId === null ? await liveSnapshot(share) : share.snapshot;
    if (!snapshot || !(await countView(pool, viewOf(share, request, viewId), now)))
      throw problem('not_found');
    return { share, snapshot };
  }

  implement(contract.getSharedReport, async ({ params: { token }, request, reply }) => {
    hide(reply);
    const opened = await open(token, request);
    if (!('share' in opened))
      return {
        report: { needsPassword: true, snapshot: null, frozen: opened.runId !== null, expires: null },
      };
    const { share, snapshot } = opened;
    return {
      report: { needsPassword: false, snapshot, frozen: share.runId !== null, expires: share.expires },
    };
  });

  implement(contract.openSharedReport, async ({ params: { token }, body, request, reply }) => {
    hide(reply);
    // By the token, known or not: a limit must not tell which links exist.
    await limitNetwork(networkOf(request.ip));
    await limitShare(sha256(token));
    const now = clock.now();
    const viewId = viewIdOf(request);
    const share = await findShare(pool, { tokenSha256: sha256(token), viewId }, now);
    const isRight = await isPassword(body.password, share?.passwordHash ?? null);
    if (!share) throw problem('not_found');
    if (!isRight) {
      await noteWrongPassword(pool, viewOf(share, request, null), now);
      throw problem('invalid', { fields: { password: 'Wrong password' } });
    }
    return { access: signAccess(config.SECRET_KEY, PURPOSE, share, now) };
  });
  sharedFiles(api, open);
}

function sharedFiles(
  { implement, pool, rates }: Api,
  open: (token: string, request: FastifyRequest) => Promise<OpenShare | FoundShare>,
): void {
  const limit = createLimiter(rates, 'share-file', FILES, MINUTE_MS);

  async function fileOf(token: string, request: FastifyRequest, reply: FastifyReply) {
    hide(reply);
    const opened = await open(token, request);
    // Without the password, nothing tells that the link exists.
    if (!('share' in opened)) throw problem('not_found');
    await limit(networkOf(request.ip));
    const { share, snapshot } = opened;
    const file = { runId: share.runId, snapshot, sha256: share.sha256 ?? snapshotHash(snapshot) };
    return { brandId: share.brandId, file };
  }
  for (const [format, call] of [
    ['pdf', contract.getSharedPdf],
    ['xlsx', contract.getSharedXlsx],
    ['csv', contract.getSharedCsv],
  ] as const)
    implement(call, async ({ params: { token }, request, reply }) => {
      const { brandId, file } = await fileOf(token, request, reply);
      const how = { logo: await readLogo(pool, brandId), language: fileLanguage(request) };
      return sendReportFile(reply, { file, format, how });
    });
  implement(
    contract.getSharedEvidence,
    async ({ params: { token }, request, reply }) => (await fileOf(token, request, reply)).file,
  );
}

function mayOpen(secretKey: string, link: FoundShare, request: FastifyRequest, now: Date): boolean {
  return isAccess(secretKey, PURPOSE, { link, given: headerOf(request, SHARE_ACCESS_HEADER), now });
}

function viewIdOf(request: FastifyRequest): string | null {
  const given = headerOf(request, SHARE_VIEW_HEADER);
  return given !== null && isId(given) ? given : null;
}

function viewOf(
  { id: shareId, brandId }: FoundShare,
  request: FastifyRequest,
  viewId: string | null,
): NewView {
  const { agent, browser } = coarseAgent(request.headers['user-agent'] ?? '');
  return { id: viewId ?? newId(), brandId, shareId, agent, browser };
}
