import { setTimeout as sleep } from 'node:timers/promises';
import * as contract from '@troupe/contract/listening/mention';
import type { SourceKind } from '@troupe/domain/listening/listening-source';
import type { MentionStreamPort } from '@troupe/domain/listening/mention-stream';
import { parseQuery } from '@troupe/domain/listening/query/parse-query';
import { searchTerms } from '@troupe/domain/listening/query/search-terms';
import type { SourceEvent } from '@troupe/domain/listening/source-event';
import type { Api } from '../../platform/api.ts';
import { fillGap } from './listening-source/source-cursor.queries.ts';
import {
  forgetMentions,
  readKeepDaysOf,
  removeOrphans,
  writeKeepDays,
} from './mention/listening-setting.queries.ts';
import {
  readDueFigures,
  readUnfilledGaps,
  type UnfilledGap,
  writeFigures,
} from './mention/mention-figures.queries.ts';
import { readActiveMonitors } from './monitor/monitor.queries.ts';
import { removeReplays } from './monitor/monitor-replay.queries.ts';
import type { MentionIntake } from './receive-mentions.ts';
import { nextFigures } from './write-mentions.ts';

export const FILL_GAPS = 'listening-fill-gaps';
const DAY_MS = 86_400_000;
/** Rows that are deleted in one statement. */
const FORGOTTEN_AT_ONCE = 5000;
/** Days that the IDs of deleted posts are kept: streams can send them again for 36 hours. */
const KEEP_DELETED_DAYS = 3;
/** Posts whose figures are read in a run, and in a call. */
const FIGURES_A_RUN = 1000;
const FIGURES_A_CALL = 25;
/** Pages of a search that fills a gap, for each term, and the pause between two. */
const MOST_PAGES = 10;
const PAGE_PAUSE_MS = 200;

export interface KeepParts {
  api: Api;
  intake: MentionIntake;
  streams: Partial<Record<SourceKind, MentionStreamPort>>;
}

/** Registers retention, the refresh of figures, and what fetches missing posts. */
export function keepMentions(parts: KeepParts): void {
  const { implement, implementChange, pool, jobs, clock } = parts.api;
  implement(contract.getListeningSettings, async ({ brandId }) => ({
    keepDays: await readKeepDaysOf(pool, brandId),
  }));
  implementChange(contract.changeListeningSettings, async ({ brandId, body: { keepDays }, commit }) => {
    await commit((_tx, connection) => writeKeepDays(connection, brandId, keepDays));
    return { keepDays };
  });
  jobs.every('*/10 * * * *', 'listening-forget', (signal) => forget(parts.api, clock.now(), signal));
  jobs.every('* * * * *', 'listening-figures', () => refreshFigures(parts), { policy: 'short' });
  jobs.every('*/15 * * * *', FILL_GAPS, () => fillGaps(parts), { policy: 'short' });
}

/** Deletes mentions whose time is over, posts without mentions, and old replays. */
export async function forget({ pool }: Pick<Api, 'pool'>, now: Date, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await forgetMentions(pool, now, FORGOTTEN_AT_ONCE)) === FORGOTTEN_AT_ONCE);
  await removeOrphans(pool, now, KEEP_DELETED_DAYS);
  await removeReplays(pool, new Date(now.getTime() - DAY_MS));
}

/** Reads the figures of posts an hour, a day and a week after they were published. Posts that are gone are deleted. */
async function refreshFigures({ api, intake, streams }: KeepParts): Promise<void> {
  const { pool, clock, log } = api;
  for (const [kind, stream] of Object.entries(streams) as [SourceKind, MentionStreamPort][]) {
    const now = clock.now();
    const due = await readDueFigures(pool, kind, now, FIGURES_A_RUN);
    for (let at = 0; at < due.length; at += FIGURES_A_CALL) {
      const some = due.slice(at, at + FIGURES_A_CALL);
      try {
        const read = await stream.readPosts(some.map(({ externalId }) => externalId));
        await writeFigures(
          pool,
          some.map(({ id, externalId, publishedAt }) => ({
            id,
            figures: read.get(externalId)?.figures ?? null,
            dueAt: nextFigures(Date.parse(publishedAt), now.getTime()),
          })),
          now,
        );
        const events: SourceEvent[] = some.flatMap(({ externalId }): SourceEvent[] => {
          const found = read.get(externalId);
          return [found ? { type: 'author-changed', author: found.author } : { type: 'delete', externalId }];
        });
        await intake.receive({ sourceId: '', kind, brandId: null }, events);
      } catch (error) {
        log.warn({ err: error, source: kind }, 'failed to read figures of mentions');
        return;
      }
    }
  }
}

/** Searches for posts that a stream no longer had, for each monitor, within the source's rate limit. */
async function fillGaps({ api, intake, streams }: KeepParts): Promise<void> {
  const { pool, clock, log } = api;
  for (const [kind, stream] of Object.entries(streams) as [SourceKind, MentionStreamPort][]) {
    for (const gap of await readUnfilledGaps(pool, kind, clock.now())) {
      try {
        if (await fillOne({ api, intake, streams }, kind, stream, gap))
          await fillGap(pool, gap.id, clock.now());
      } catch (error) {
        log.warn({ err: error, source: kind, gapId: gap.id }, 'failed to fetch missing posts');
      }
    }
  }
}

/** Returns false if a monitor's posts can't be searched for: then the gap stays. */
async function fillOne(
  { api, intake }: KeepParts,
  kind: SourceKind,
  stream: MentionStreamPort,
  gap: UnfilledGap,
): Promise<boolean> {
  const monitors = await readActiveMonitors(api.pool);
  const asks = new Set<string>();
  let isWhole = true;
  for (const { query, sources } of monitors) {
    if (sources.length > 0 && !sources.includes(kind)) continue;
    const { tree } = parseQuery(query);
    const terms = tree && searchTerms(tree);
    if (!terms) isWhole = false;
    for (const term of terms ?? []) asks.add(term.kind === 'phrase' ? `"${term.text}"` : term.text);
  }
  const time = { since: Date.parse(gap.from), until: Date.parse(gap.to) };
  for (const ask of asks) {
    let cursor: string | null = null;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const found: Awaited<ReturnType<MentionStreamPort['search']>> = await stream.search(ask, time, cursor);
      if (!found) return false;
      const events = found.posts.map((post): SourceEvent => ({ type: 'post', post }));
      await intake.receive({ sourceId: gap.sourceId, kind, brandId: null }, events);
      cursor = found.cursor;
      if (cursor === null) break;
      if (page === MOST_PAGES - 1) isWhole = false;
      await sleep(PAGE_PAUSE_MS);
    }
  }
  return isWhole;
}
