import { setImmediate as yieldNow } from 'node:timers/promises';
import { getReplay, startReplay } from '@troupe/contract/listening/monitor';
import type { SourceKind } from '@troupe/domain/listening/listening-source';
import type { QueryMatch } from '@troupe/domain/listening/matching/evaluate-query';
import { QueryReplay } from '@troupe/domain/listening/matching/query-replay';
import type { MentionStreamPort } from '@troupe/domain/listening/mention-stream';
import { MonitorQuery, monitorTree, type ReplayExample } from '@troupe/domain/listening/monitor';
import { parseQuery } from '@troupe/domain/listening/query/parse-query';
import type { QueryNode } from '@troupe/domain/listening/query/query-tree';
import type { SourcePost } from '@troupe/domain/listening/source-event';
import { problem } from '@troupe/domain/problem';
import { createLimiter } from '@troupe/server/rate-counters';
import type { Api } from '../../platform/api.ts';
import { withTransaction } from '../../platform/database.ts';
import { cleanPost, MAX_STORED, storedPost } from './mention/clean-post.ts';
import { inputOf, prepareLanguages } from './mention/post-input.ts';
import {
  insertReplay,
  type ReplayResult,
  readReplay,
  readStoredPosts,
  type StoredReplay,
  toReplay,
  updateReplay,
} from './monitor/monitor-replay.queries.ts';

const JOB = 'listening-replay';
const HOUR_MS = 3_600_000;
/** How far back a replay reads. */
const BACK_MS = 36 * HOUR_MS;
/** Hosts keep 36 hours; requested posts must not expire a moment later. */
const MARGIN_MS = 2 * 60_000;
/** How often a brand can replay in ten minutes: a replay reads millions of posts. */
const REPLAYS = 30;
const REPLAYS_MS = 10 * 60_000;
const MOST_MS = 12 * 60_000;
/** Without a post for this long, a stream has caught up. */
const QUIET_MS = 3000;
const WRITE_MS = 700;
/** Other work of the process gets its turn after this many posts. */
const POSTS_A_TURN = 200;
const MOST_EXAMPLES = 30;
const MOST_TEXT = 600;

export interface ReplayParts {
  api: Api;
  streams: Partial<Record<SourceKind, MentionStreamPort>>;
}

/** Registers the calls about replays, and the job that runs them. */
export function replays(parts: ReplayParts): void {
  const { implement, pool, clock, rates, jobs } = parts.api;
  const limit = createLimiter(rates, 'listening-replay', REPLAYS, REPLAYS_MS);
  implement(startReplay, async ({ brandId, caller, body }) => {
    const checked = MonitorQuery.safeParse(body.query);
    if (!checked.success)
      throw problem('invalid', { fields: { query: checked.error.issues[0]?.message ?? 'Enter a query.' } });
    await limit(brandId);
    const { query, languages, sources } = body;
    const replay = await withTransaction(pool, async (_tx, connection) => {
      const made = await insertReplay(
        connection,
        { brandId, userId: caller.userId, query, languages, sources },
        clock.now(),
      );
      await jobs.send(JOB, { replayId: made.id }, { transaction: connection });
      return made;
    });
    return { replay: toReplay(replay) };
  });
  implement(getReplay, async ({ brandId, params: { replayId } }) => {
    const replay = await readReplay(pool, brandId, replayId);
    if (!replay) throw problem('not_found');
    return { replay: toReplay(replay) };
  });
  jobs.define<{ replayId: string }>(JOB, ({ replayId }, signal) => run(parts, replayId, signal), {
    retryLimit: 1,
  });
}

async function run(parts: ReplayParts, replayId: string, signal: AbortSignal): Promise<void> {
  const { api } = parts;
  const stored = await readReplay(api.pool, null, replayId);
  const tree = stored && parseQuery(stored.query).tree;
  if (!stored || !tree || (stored.state !== 'queued' && stored.state !== 'running')) return;
  const replay = new Replay(parts, stored, tree, AbortSignal.any([signal, AbortSignal.timeout(MOST_MS)]));
  try {
    await replay.run();
  } catch (error) {
    api.log.error({ err: error, replayId }, 'a replay failed');
    await replay.write('failed', "Posts couldn't be read. Try again.");
  }
}

/** One run of a query over posts of the past. */
class Replay {
  readonly #parts: ReplayParts;
  readonly #stored: StoredReplay;
  readonly #signal: AbortSignal;
  readonly #tally: QueryReplay;
  readonly #to: number;
  readonly #from: number;
  readonly #hours = new Map<number, number>();
  readonly #found: Example[] = [];
  readonly #excluded: Example[] = [];
  readonly #gaps: { from: number; to: number }[] = [];
  readonly #stop = new AbortController();
  #progress = 0;
  #writtenAt = 0;

  constructor(parts: ReplayParts, stored: StoredReplay, tree: QueryNode, signal: AbortSignal) {
    this.#parts = parts;
    this.#stored = stored;
    this.#signal = AbortSignal.any([signal, this.#stop.signal]);
    this.#tally = new QueryReplay(monitorTree(tree, stored));
    this.#to = parts.api.clock.now().getTime();
    this.#from = this.#to - BACK_MS;
  }

  async run(): Promise<void> {
    const { sources, brandId } = this.#stored;
    const wants = (kind: SourceKind) => sources.length === 0 || sources.includes(kind);
    const stream = wants('bluesky') ? this.#parts.streams.bluesky : undefined;
    const isStreamed = stream !== undefined && stream.hosts.length > 0 && (await this.#readStream(stream));
    if (wants('bluesky') && !isStreamed && !this.#signal.aborted)
      this.#gaps.push({ from: this.#from, to: this.#to });
    const since = new Date(this.#from);
    const streamed = isStreamed ? ('bluesky' as const) : null;
    for await (const part of readStoredPosts(this.#parts.api.pool, brandId, since, streamed)) {
      await this.#add(part);
      if (this.#signal.aborted) return;
    }
    if (stream && isStreamed) await this.#nameAuthors(stream);
    this.#progress = 100;
    await this.write('done');
  }

  /** Reads a stream's look-back up to the start of the replay. Returns false if no host answers. */
  async #readStream(stream: MentionStreamPort): Promise<boolean> {
    const from = Math.max(this.#from, this.#to - stream.lookBackMs + MARGIN_MS);
    for (const host of stream.hosts) {
      const done = new AbortController();
      let isOpen = false;
      let quiet: NodeJS.Timeout | undefined;
      const watch = () => {
        clearTimeout(quiet);
        quiet = setTimeout(() => done.abort(), QUIET_MS);
      };
      try {
        await stream.listen(
          host,
          { host, cursor: '', eventAt: from },
          {
            opened() {
              isOpen = true;
              watch();
            },
            take: async ({ events, eventAt }) => {
              watch();
              const posts = events.flatMap((event) => (event.type === 'post' ? [event.post] : []));
              await this.#add(posts.map((post) => ({ kind: 'bluesky' as const, post })));
              this.#progress = Math.min(
                99,
                Math.max(0, Math.round((100 * (eventAt - this.#from)) / BACK_MS)),
              );
              if (eventAt >= this.#to) done.abort();
            },
            lost: async ({ to }) => void this.#gaps.push({ from: this.#from, to }),
          },
          AbortSignal.any([done.signal, this.#signal]),
        );
        return true;
      } catch (error) {
        this.#parts.api.log.warn({ err: error, host }, 'a replay could not read a stream');
        // What one host sent isn't read from another one again.
        if (isOpen) return true;
      } finally {
        clearTimeout(quiet);
      }
    }
    return false;
  }

  async #add(posts: readonly { kind: SourceKind; post: SourcePost }[]): Promise<void> {
    await prepareLanguages(posts.map(({ post }) => post));
    for (const [place, { kind, post }] of posts.entries()) {
      if (place % POSTS_A_TURN === 0) await yieldNow();
      this.#addOne(kind, post);
    }
    if (this.#signal.aborted || performance.now() - this.#writtenAt < WRITE_MS) return;
    this.#writtenAt = performance.now();
    await this.write('running');
  }

  #addOne(kind: SourceKind, post: SourcePost): void {
    const { input } = inputOf(kind, post, this.#to);
    const match = this.#tally.add(input);
    if (match) {
      const hour = Math.floor(input.publishedAt / HOUR_MS) * HOUR_MS;
      this.#hours.set(hour, (this.#hours.get(hour) ?? 0) + 1);
      remember(this.#found, { kind, post: cleanPost(post), publishedAt: input.publishedAt, match });
    } else if (this.#tally.lastExcluded)
      remember(this.#excluded, {
        kind,
        post: cleanPost(post),
        publishedAt: input.publishedAt,
        match: this.#tally.lastExcluded,
      });
  }

  /** Streams tell no names. */
  async #nameAuthors(stream: MentionStreamPort): Promise<void> {
    const posts = [...this.#found, ...this.#excluded]
      .filter(({ kind }) => kind === 'bluesky')
      .map(({ post }) => post);
    await stream.lookUp(posts).catch((error: unknown) => {
      this.#parts.api.log.warn({ err: error }, 'failed to look up authors of a replay');
    });
  }

  /** Writes how far it is; stops a replay that was replaced. */
  async write(state: 'running' | 'done' | 'failed', reason: string | null = null): Promise<void> {
    const { pool, clock } = this.#parts.api;
    const values = { state, progress: this.#progress, result: this.#result(), problem: reason };
    if (!(await updateReplay(pool, this.#stored.id, values, clock.now()))) this.#stop.abort();
  }

  #result(): ReplayResult {
    const { posts, found, clauses, overBudget } = this.#tally;
    const time = (ms: number) => new Date(ms).toISOString();
    return {
      from: time(this.#from),
      to: time(this.#to),
      posts,
      found,
      clauses,
      overBudget,
      gaps: this.#gaps.map(({ from, to }) => ({ from: time(from), to: time(to) })),
      hours: [...this.#hours]
        .sort(([a], [b]) => a - b)
        .map(([hour, count]) => ({ hour: time(hour), found: count })),
      examples: [
        ...this.#found.map((one) => exampleOf(one, false)),
        ...this.#excluded.map((one) => exampleOf(one, true)),
      ],
    };
  }
}

interface Example {
  kind: SourceKind;
  post: SourcePost;
  publishedAt: number;
  match: QueryMatch;
}

/** Keeps the latest. */
function remember(list: Example[], example: Example): void {
  list.unshift(example);
  if (list.length > MOST_EXAMPLES) list.pop();
}

function exampleOf({ kind, post, publishedAt, match }: Example, excluded: boolean): ReplayExample {
  const { text } = storedPost(post);
  const shown = text.slice(0, MOST_TEXT).toWellFormed();
  return {
    source: kind,
    url: post.url,
    author: post.author?.handle ?? post.author?.externalId ?? null,
    title: post.title,
    text: shown,
    language: post.language?.split('-')[0]?.toLowerCase() ?? null,
    published: new Date(publishedAt).toISOString(),
    clauses: excluded ? match.excludedBy : match.why,
    excluded,
    spans: match.spans.filter(
      ({ part, end }) => part === 'title' || end <= Math.min(shown.length, MAX_STORED),
    ),
  };
}
