import { refreshCreator } from '@troupe/contract/discovery/creator';
import { PLATFORM_NAMES, type Platform } from '@troupe/domain/discovery/creator';
import {
  type Connection,
  combineReach,
  REFRESH_INTERVAL_MS,
  SocialFailure,
  type SocialReading,
} from '@troupe/domain/discovery/creator-refresh';
import { engagementWindow } from '@troupe/domain/discovery/engagement';
import { platformFacts } from '@troupe/domain/discovery/platforms';
import { problem } from '@troupe/domain/problem';
import { openText, sealText } from '../../platform/access/secret.ts';
import type { Api, CallContext } from '../../platform/api.ts';
import { withTransaction } from '../../platform/database.ts';
import type { Files } from '../../platform/files/files.ts';
import { takePageShare, takeReadingShare } from './brand-share.ts';
import { readNewestPosts } from './content/content.queries.ts';
import { isStoredPicture, pictureRoutes, storePictureCopy } from './content/content-picture.ts';
import { readThumbnails, type StoredContent, upsertContent } from './content/content-write.queries.ts';
import { requestEngagement } from './creator/creator.jobs.ts';
import { connectedAs } from './creator/creator-connection.queries.ts';
import {
  claimRefresh,
  lockCreator,
  type RefreshTarget,
  readConnection,
  readContentReach,
  readDueCreators,
  readRefresh,
  readRefreshTarget,
  recordRefresh,
  writeConnection,
  writeProfile,
} from './creator/creator-refresh.queries.ts';
import { requestTopics } from './creator-topics/creator-topics.jobs.ts';
import { sweepQuotas } from './provider/provider.queries.ts';
import { keepFigureDays } from './safety-flag/safety-check.queries.ts';
import { type Sources, socialSources } from './social-sources.ts';

/** The job that reads a creator: {@link RefreshJob}. */
export const REFRESH = 'creator-refresh';
const AGAIN_AFTER_FAILURE_MS = 5 * 60_000;
const WANTED_AFTER_DAYS = 7;
const OTHERS_AFTER_DAYS = 30;
const PICTURES_AT_ONCE = 4;
/** Older posts get a picture only when a reading finds them among the newest. */
const PICTURES_PER_READING = 100;

/** `brandId` is the requesting brand, whose daily share pays for long readings. */
export interface RefreshJob {
  creatorId: string;
  brandId?: string;
}

/** How far to read: `newestOnly` for recent posts, else the whole engagement window. */
interface ReadingDepth {
  brandId?: string;
  newestOnly?: boolean;
}

/** Refreshes creators from their platforms, on request and on a schedule. */
export function refreshCreators(api: Api, files: Files): void {
  const sources = socialSources(api);
  pictureRoutes(api, files);

  api.implement(refreshCreator, (context) => requestRefresh(api, sources, context));

  const onDemand = async ({ creatorId, brandId }: RefreshJob) => {
    const failure = await refresh(api, files, sources, creatorId, true, brandId ? { brandId } : {});
    if (!failure) return;
    // Nothing was read, so a retry is allowed sooner.
    const soon = new Date(api.clock.now().getTime() + AGAIN_AFTER_FAILURE_MS);
    const nextAt = failure.until && failure.until > soon ? failure.until : soon;
    await recordRefresh(api.db, creatorId, { message: failure.message, nextAt });
  };
  // Other processes detect a killed one within about two minutes.
  api.jobs.define(REFRESH, onDemand, { heartbeatSeconds: 60 });

  api.jobs.every('*/10 * * * *', 'creator-refresh-schedule', async (signal) => {
    await refreshDue(api, files, api.config.REFRESH_PER_RUN, sources, signal);
  });
}

async function requestRefresh(
  api: Api,
  sources: Sources,
  { brandId, params }: CallContext<typeof refreshCreator>,
) {
  const target = await readRefreshTarget(api.db, params.profileId, brandId);
  if (!target) throw problem('not_found');
  const reason = unavailableReason(sources, target);
  if (reason) return { started: false, reason, next: null };
  const now = api.clock.now();
  const next = new Date(now.getTime() + REFRESH_INTERVAL_MS);
  const claimed = await withTransaction(api.pool, async (tx, connection) => {
    if (!(await claimRefresh(tx, target.id, now, next))) return false;
    await takeReadingShare(tx, api, brandId, target.platform);
    await api.jobs.send(REFRESH, { creatorId: target.id, brandId }, { transaction: connection });
    return true;
  });
  if (claimed) return { started: true, reason: null, next: next.toISOString() };
  const last = await readRefresh(api.db, target.id);
  return {
    started: false,
    reason: last?.message ?? 'This profile was already refreshed in the last hour. Try again later.',
    next: last?.next ?? null,
  };
}

/** Returns why a creator can't be read at all; null if it can. */
function unavailableReason(sources: Sources, { platform, connected, sample }: RefreshTarget): string | null {
  if (sample) return 'This is a sample creator. There is no profile to read.';
  const name = PLATFORM_NAMES[platform];
  const source = sources[platform];
  if (!source) return `${name} doesn't provide creator data. Figures come from imports and reports.`;
  if (!source.configured) return `${name} isn't set up here. Ask your administrator to add its API keys.`;
  if (!platformFacts(platform).readOpenly && !connected)
    return `${name} data requires the creator to connect their account. Invite them to connect.`;
  return null;
}

/**
 * Refreshes due creators until there are none, `limit` is reached or the platforms' quotas are used
 * up. Reserves a fifth of each quota for manual refreshes.
 */
export async function refreshDue(
  api: Api,
  files: Files,
  limit: number,
  sources: Sources = socialSources(api),
  signal?: AbortSignal,
): Promise<number> {
  const now = api.clock.now();
  await sweepQuotas(api.db, now);
  const usable = new Set((Object.keys(sources) as Platform[]).filter((name) => sources[name]?.configured));
  let read = 0;
  if (limit === 0 || usable.size === 0) return read;
  const due = await readDueCreators(api.pool, {
    open: [...usable].filter((name) => platformFacts(name).readOpenly),
    connected: [...usable].filter((name) => !platformFacts(name).readOpenly),
    now,
    limit,
    wantedAfterDays: WANTED_AFTER_DAYS,
    othersAfterDays: OTHERS_AFTER_DAYS,
  });
  for (const creatorId of due) {
    if (signal?.aborted || usable.size === 0) break;
    const target = await readRefreshTarget(api.db, creatorId, null);
    if (!target || !usable.has(target.platform)) continue;
    const failure = await refresh(api, files, sources, creatorId, false);
    if (failure) {
      usable.delete(target.platform);
      // A creator that can't be parsed must not come first again next time.
      await recordRefresh(api.db, creatorId, { message: failure.message, triedAt: now });
    } else read += 1;
  }
  if (due.length > 0) api.log.info({ due: due.length, read }, 'refreshed creators');
  return read;
}

/** Reads and stores a creator; returns why the platform was unavailable, if so. */
async function refresh(
  api: Api,
  files: Files,
  sources: Sources,
  creatorId: string,
  onDemand: boolean,
  { brandId, newestOnly = false }: ReadingDepth = {},
): Promise<SocialFailure | null> {
  const target = await readRefreshTarget(api.db, creatorId, null);
  const source = target && sources[target.platform];
  if (!target || target.sample || !source?.configured) return null;
  const holder = target.connected ? await connectedAs(api.db, target.id) : null;
  const stored = holder ? await readConnection(api.db, holder) : null;
  let known = stored?.refreshToken ?? '';
  try {
    const reading = await source.read(target, {
      onDemand,
      contentSince: newestOnly ? null : windowStart(api, target),
      // The scheduled job reserves quota for people; manual refreshes use the brand's share.
      allowPage: async (units) =>
        brandId === undefined || takePageShare(api.db, api, brandId, target.platform, units),
      connection: stored && openConnection(api, stored),
      async saveConnection(connection) {
        if (holder) known = await saveTokens(api, holder, connection, known);
      },
    });
    await keep(api, files, target, reading);
    return null;
  } catch (error) {
    if (error instanceof SocialFailure) return error;
    throw error;
  }
}

const windowStart = ({ clock }: Api, { connectedAt }: RefreshTarget): Date =>
  engagementWindow(clock.now(), connectedAt ? new Date(connectedAt) : null).from;

/** Reads a creator immediately; returns why the platform was unavailable, if so. */
export const readCreatorNow: typeof refresh = (...asked) => refresh(...asked);

async function keep(api: Api, files: Files, target: RefreshTarget, reading: SocialReading): Promise<void> {
  const now = api.clock.now();
  if (reading.state !== 'read') {
    // Keep known data: a hidden account doesn't invalidate its figures.
    await recordRefresh(api.db, target.id, { state: reading.state, message: reading.message, triedAt: now });
    return;
  }
  const content = await withPictures(api, files, target.id, reading);
  const pictureUrl = await storePictureCopy(files, api.config, target.id, reading.profile.pictureUrl);
  await withTransaction(api.pool, async (tx, connection) => {
    if (!(await lockCreator(tx, target.id))) return;
    await upsertContent(tx, target.id, content);
    // Averages are those of the stored posts, which people see behind them.
    const posts = await readNewestPosts(tx, target.id);
    const written = await writeProfile(tx, target.id, { ...reading, posts, pictureUrl }, now);
    if (!written) return;
    await keepFigureDays(connection, [target.id]);
    const reach = await readContentReach(tx, target.id);
    const { renamedFrom, taken } = written;
    await recordRefresh(tx, target.id, {
      state: renamedFrom === null ? 'read' : 'renamed',
      message: renamedText(renamedFrom, reading.profile.username, taken),
      triedAt: now,
      readAt: now,
      contentFrom: combineReach(reach, reading.contentFrom === null ? null : new Date(reading.contentFrom)),
    });
    await requestEngagement(api.jobs, [target.id], connection);
    await requestTopics(api.jobs, connection);
  });
}

function renamedText(from: string | null, to: string, taken: boolean): string | null {
  if (from === null) return null;
  return taken
    ? `This account is now called @${to}, and there is a profile of that name already.`
    : `This account was called @${from} before.`;
}

/** Returns the content with stored pictures; those copied before aren't fetched again. */
async function withPictures(
  api: Api,
  files: Files,
  creatorId: string,
  { content }: SocialReading & { state: 'read' },
): Promise<StoredContent[]> {
  const origin = api.config.API_ORIGIN;
  const before = await readThumbnails(
    api.db,
    creatorId,
    content.map(({ url }) => url),
  );
  const kept: StoredContent[] = [];
  for (let from = 0; from < content.length; from += PICTURES_AT_ONCE)
    kept.push(
      ...(await Promise.all(
        content.slice(from, from + PICTURES_AT_ONCE).map(async ({ coverUrl, ...item }, at) => {
          const present = before.get(item.url);
          const thumbnailUrl = isStoredPicture(origin, present)
            ? (present ?? null)
            : await storePictureCopy(
                files,
                api.config,
                creatorId,
                from + at < PICTURES_PER_READING ? coverUrl : null,
              );
          return { ...item, thumbnailUrl };
        }),
      )),
    );
  return kept;
}

/** A stored connection with decrypted tokens. */
export function openConnection(
  { config }: Pick<Api, 'config'>,
  stored: NonNullable<Awaited<ReturnType<typeof readConnection>>>,
): Connection {
  const { openId, accessToken, accessExpiresAt, refreshToken, refreshExpiresAt } = stored;
  return {
    openId,
    accessToken: openText(config.SECRET_KEY, accessToken),
    accessExpiresAt,
    refreshToken: openText(config.SECRET_KEY, refreshToken),
    refreshExpiresAt,
  };
}

/** Returns the encrypted refresh token known from now on. */
async function saveTokens(
  { db, config, clock }: Api,
  creatorId: string,
  connection: Connection | null,
  known: string,
): Promise<string> {
  const sealed = connection && {
    ...connection,
    accessToken: sealText(config.SECRET_KEY, connection.accessToken),
    refreshToken: sealText(config.SECRET_KEY, connection.refreshToken),
  };
  await writeConnection(db, creatorId, sealed, clock.now(), known);
  return sealed?.refreshToken ?? known;
}
