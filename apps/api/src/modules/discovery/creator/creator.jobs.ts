import { figureWins } from '@troupe/domain/discovery/creator';
import { type ContentItem, engagementBreakdown } from '@troupe/domain/discovery/engagement';
import type { Api } from '../../../platform/api.ts';
import type { Database } from '../../../platform/database.ts';
import type { Jobs, Queryable } from '../../../platform/jobs.ts';
import { readEngagementBasis, writeEngagement } from './creator.queries.ts';

/** Reads posts, which belong to another feature. */
export interface ContentReader {
  /** Returns all stored posts of each creator, newest first. */
  all(db: Database, creatorIds: readonly string[]): Promise<Map<string, ContentItem[]>>;
}

const ENGAGEMENT = 'creator-engagement';
const AT_ONCE = 500;

/**
 * Queues recalculating the engagement of creators. Call in the transaction that changes content or
 * followers.
 */
export async function requestEngagement(
  jobs: Jobs,
  creatorIds: readonly string[],
  transaction?: Queryable,
): Promise<void> {
  for (let from = 0; from < creatorIds.length; from += AT_ONCE)
    await jobs.send(
      ENGAGEMENT,
      { creatorIds: creatorIds.slice(from, from + AT_ONCE) },
      { ...(transaction ? { transaction } : {}) },
    );
}

/** Keeps figures of creators by day, which belong to another noun. */
export type FigureKeeper = (pool: Api['pool'], creatorIds: readonly string[]) => Promise<void>;

/** Registers the calculation of engagement. Its result belongs to the day of the figures that it was made from. */
export function creatorJobs(api: Api, content: ContentReader, keepFigures: FigureKeeper): void {
  api.jobs.define<{ creatorIds: string[] }>(ENGAGEMENT, async ({ creatorIds }) => {
    await computeEngagement(api, content, creatorIds);
    await keepFigures(api.pool, creatorIds);
  });
}

/**
 * Calculates engagement rates from stored content and saves them if they win over existing figures.
 * The content comes from the platform, so the rate counts as the platform's. Creators without
 * content in the window keep their rate.
 */
async function computeEngagement(
  api: Pick<Api, 'db' | 'clock'>,
  content: ContentReader,
  creatorIds: readonly string[],
): Promise<void> {
  const now = api.clock.now();
  const origin = { source: 'platform' as const, asOf: now.toISOString() };
  const [creators, contents] = await Promise.all([
    readEngagementBasis(api.db, creatorIds),
    content.all(api.db, creatorIds),
  ]);
  const rates = creators.flatMap(({ id, followerCount, connectedAt, contentFrom, engagement, figures }) => {
    const breakdown = engagementBreakdown({
      followerCount,
      content: contents.get(id) ?? [],
      now,
      connectedAt: connectedAt ? new Date(connectedAt) : null,
      contentFrom: contentFrom ? new Date(contentFrom) : null,
    });
    const changed = breakdown && breakdown.engagement !== engagement;
    return changed && figureWins(figures.engagement, origin)
      ? [{ id, engagement: breakdown.engagement }]
      : [];
  });
  await writeEngagement(api.db, rates, origin);
}
