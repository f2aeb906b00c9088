import { setTimeout as sleep } from 'node:timers/promises';
import type { GapReason } from '@troupe/domain/listening/listening-source';
import { type MentionSearch, SearchFailure } from '@troupe/domain/listening/mention-search';
import { parseQuery } from '@troupe/domain/listening/query/parse-query';
import { searchTerms } from '@troupe/domain/listening/query/search-terms';
import type { EventOrigin, SourceEvent, SourcePost } from '@troupe/domain/listening/source-event';
import type { Api } from '../../platform/api.ts';
import type { Listener } from '../../platform/listen.ts';
import { pollContent } from './creator-posts.ts';
import {
  type ClaimedSource,
  claimSource,
  fillEndedGaps,
  forgetSearches,
  hurrySources,
  isStillClaimed,
  readDueReviews,
  readMonitorsChanged,
  readSearches,
  refuseSource,
  releaseSource,
  scheduleSearch,
  syncSharedSources,
  writeSourceQuota,
} from './listening-source/listening-source.queries.ts';
import { addGap, endGap, noteSource } from './listening-source/source-cursor.queries.ts';
import { writeFigures } from './mention/mention-figures.queries.ts';
import { readActiveMonitors } from './monitor/monitor.queries.ts';
import { MONITORS_CHANNEL } from './monitor/monitor-matcher.ts';
import type { MentionIntake } from './receive-mentions.ts';
import { searchOf } from './source-searches.ts';
import { nextFigures } from './write-mentions.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How often due sources are looked for, and how long after an error. */
const IDLE_MS = 5000;
const RETRY_MS = 5000;
/** How long stopping waits for sources that are being read. */
const STOP_MS = 2000;
/** How long a source is read in a turn, and how long it belongs to one process. */
const TURN_MS = 40_000;
const CLAIM_MS = 3 * MINUTE_MS;
/** Sources that are read at once in a process. */
const AT_ONCE = 4;
/** Pages of a search in a turn; the next turn continues. */
const MOST_PAGES = 10;
/** A pause between calls that ends a turn. */
const LONG_PACE_MS = 2000;
/** How often stored posts are read again in a turn. */
const MOST_REVIEWS = 5;
/** Searches of a source, over all monitors. */
const MOST_SEARCHES = 300;
/** How far back a new search goes. */
const LOOK_BACK_MS = 7 * DAY_MS;
/** Posts this young are checked for deletions at each poll. */
const RECENT_MS = 2 * DAY_MS;
const FIRST_BACKOFF_MS = MINUTE_MS;
const MAX_BACKOFF_MS = 6 * 60 * MINUTE_MS;
/** Posts that the intake takes at once. */
const BATCH = 500;

export interface PollParts {
  api: Api;
  intake: MentionIntake;
}

/** The installation's searched sources, as configured. */
const sharedSources = ({ LISTENING_SOURCES, MASTODON_SERVERS }: Api['config']) => [
  ...LISTENING_SOURCES.map((kind) => ({ kind, host: '', name: '' })),
  ...MASTODON_SERVERS.map((host) => ({ kind: 'mastodon' as const, host, name: host })),
];

/** Reads sources when they are due, several at once. Any number of processes may run it: each source is read by one. */
export class PollWorker {
  readonly #parts: PollParts;
  readonly #stop = new AbortController();
  readonly #turns = new Set<Promise<void>>();
  #running: Promise<void> | null = null;
  /** Whether monitors changed: their terms are searched for at once. */
  #isChanged = false;
  #changes = 0;
  #change = Promise.withResolvers<void>();

  /** @param listener announces changed monitors */
  constructor(parts: PollParts, listener: Listener) {
    this.#parts = parts;
    listener.on(MONITORS_CHANNEL, () => {
      this.#changes += 1;
      this.#isChanged = true;
      this.#change.resolve();
    });
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    // Longer calls time out; the source is read again once its claim expires.
    await Promise.race([Promise.all(this.#turns), sleep(STOP_MS)]);
  }

  async #run(): Promise<void> {
    const { pool, clock, log, config } = this.#parts.api;
    let isSynced = false;
    while (!this.#stop.signal.aborted) {
      try {
        if (!isSynced) await syncSharedSources(pool, sharedSources(config), clock.now());
        isSynced = true;
        if (this.#isChanged) await this.#hurry();
        if (await this.#beginNext()) continue;
        await this.#pause(IDLE_MS);
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        log.warn({ err: error }, 'failed to look for due sources');
        await this.#pause(RETRY_MS);
      }
    }
  }

  async #hurry(): Promise<void> {
    const { pool, clock } = this.#parts.api;
    this.#isChanged = false;
    this.#change = Promise.withResolvers();
    const now = clock.now();
    // What is due sooner is read soon anyway, or is being read and will be read again right after.
    await hurrySources(pool, now, new Date(now.getTime() + CLAIM_MS)).catch((error) => {
      this.#isChanged = true;
      throw error;
    });
  }

  /** Starts reading the next source; false if none is due or enough are being read. */
  async #beginNext(): Promise<boolean> {
    if (this.#turns.size >= AT_ONCE) return false;
    const { pool, clock } = this.#parts.api;
    const now = clock.now();
    const source = await claimSource(pool, now, new Date(now.getTime() + CLAIM_MS));
    if (!source) return false;
    const changes = this.#changes;
    const isOutdated = () => this.#changes > changes;
    const turn = pollClaimed(this.#parts, source, { signal: this.#stop.signal, isOutdated });
    this.#turns.add(turn);
    void turn.finally(() => this.#turns.delete(turn));
    return true;
  }

  /** Waits, but not longer than until a source was read or monitors changed. */
  async #pause(ms: number): Promise<void> {
    const waiting = sleep(ms, undefined, { signal: this.#stop.signal, ref: false }).catch(() => {});
    await Promise.race([waiting, this.#change.promise, ...this.#turns]);
  }
}

interface PollLimits {
  signal: AbortSignal;
  /** Whether monitors have changed since the source was claimed. */
  isOutdated: () => boolean;
}

/** Reads a claimed source and gives it back. Never throws. */
async function pollClaimed(parts: PollParts, source: ClaimedSource, limits: PollLimits): Promise<void> {
  const { pool, clock, log } = parts.api;
  let dueAt: Date | null = new Date(clock.now().getTime() + 15 * MINUTE_MS);
  try {
    dueAt = await pollOne(parts, source, limits);
  } catch (error) {
    // Not the source's failure, such as a lost database: it is read again after a while.
    if (!limits.signal.aborted)
      log.error({ err: error, source: source.kind, sourceId: source.id }, 'failed to poll a source');
  }
  // After its claim is over, it is due in any case.
  await releaseSource(pool, source, dueAt).catch(() => {});
}

/** Reads a source. Returns when it is due again; null for not before a person changes it. */
async function pollOne(
  { api, intake }: PollParts,
  source: ClaimedSource,
  limits: PollLimits,
): Promise<Date | null> {
  const turn = new PollTurn({ api, intake }, source, limits);
  try {
    const dueAt = await turn.run();
    const now = api.clock.now();
    await noteSource(api.pool, source.id, null, now);
    await endGap(api.pool, source.id, now);
    await fillEndedGaps(api.pool, source.id, now);
    return dueAt;
  } catch (error) {
    if (!(error instanceof SearchFailure)) throw error;
    return noteFailure(api, source, error);
  }
}

const GAP_REASONS: Record<SearchFailure['reason'], GapReason> = {
  unavailable: 'outage',
  held: 'outage',
  invalid: 'outage',
  quota: 'quota',
  refused: 'closed',
  closed: 'closed',
};

/** Notes why a source gave no posts, and since when. Returns when it is asked again. */
async function noteFailure(
  { pool, clock, log }: Api,
  source: ClaimedSource,
  failure: SearchFailure,
): Promise<Date | null> {
  const now = clock.now();
  const { reason, message, retryAt } = failure;
  log.info({ source: source.kind, sourceId: source.id, reason }, 'a source gave no posts');
  await noteSource(pool, source.id, message, now);
  const from = new Date(source.lastOkAt ?? source.createdAt);
  await addGap(pool, source.id, { from, to: null, reason: GAP_REASONS[reason] });
  if (reason === 'refused') {
    await refuseSource(pool, source.id, now);
    return null;
  }
  // Closed and missing sources are checked once a day.
  if (reason === 'closed') return new Date(now.getTime() + DAY_MS);
  const backoff = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(20, source.failures));
  return retryAt && retryAt > now ? retryAt : new Date(now.getTime() + backoff);
}

/** One turn of reading a source: its due searches, then posts that may have changed. */
class PollTurn {
  readonly #api: Api;
  readonly #intake: MentionIntake;
  readonly #source: ClaimedSource;
  readonly #signal: AbortSignal;
  readonly #isOutdated: () => boolean;
  readonly #ends = performance.now() + TURN_MS;

  constructor({ api, intake }: PollParts, source: ClaimedSource, { signal, isOutdated }: PollLimits) {
    this.#api = api;
    this.#intake = intake;
    this.#source = source;
    this.#signal = signal;
    this.#isOutdated = isOutdated;
  }

  get #origin(): EventOrigin {
    const { id, kind, brandId } = this.#source;
    return { sourceId: id, kind, brandId };
  }

  get #isOver(): boolean {
    return this.#signal.aborted || performance.now() > this.#ends;
  }

  async run(): Promise<Date> {
    const { pool, clock } = this.#api;
    if (this.#source.kind === 'content') return pollContent(this.#api, this.#intake, this.#source);
    const search = searchOf(this.#api, this.#source);
    const now = clock.now();
    if (!search) return new Date(now.getTime() + DAY_MS);
    const asks = await this.#asks(search);
    const stored = new Map((await readSearches(pool, this.#source.id)).map((one) => [one.ask, one]));
    // A feed that didn't change is read again for monitors that did.
    const changed = search.asks === 'nothing' ? await readMonitorsChanged(pool, this.#source.brandId) : null;
    const isStale = (ask: string) => timeOf(changed) > timeOf(stored.get(ask)?.savedAt);
    const isDue = (ask: string) => timeOf(stored.get(ask)?.dueAt) <= now.getTime() || isStale(ask);
    const due = asks
      .filter(isDue)
      .sort((a, b) => timeOf(stored.get(a)?.dueAt) - timeOf(stored.get(b)?.dueAt));
    for (const [place, ask] of due.entries()) {
      if (this.#isOver || !(await isStillClaimed(pool, this.#source))) break;
      await this.#search(search, ask, isStale(ask) ? null : stored.get(ask)?.cursor || null);
      // Sources that want long pauses are read one search a turn: others aren't kept waiting.
      if (search.paceMs >= LONG_PACE_MS) break;
      if (place < due.length - 1) await this.#pace(search);
    }
    for (let batch = 0; batch < MOST_REVIEWS && !this.#isOver; batch += 1) {
      if (!(await this.#review(search))) break;
      await this.#pace(search);
    }
    await forgetSearches(pool, this.#source.id, asks, new Date(now.getTime() - LOOK_BACK_MS));
    return this.#nextTurn(search, asks);
  }

  async #pace({ paceMs }: MentionSearch): Promise<void> {
    if (paceMs > 0) await sleep(paceMs, undefined, { signal: this.#signal }).catch(() => {});
  }

  /** What the source is asked: the rarest required terms of each monitor's query, each once. */
  async #asks(search: MentionSearch): Promise<string[]> {
    if (search.asks === 'nothing') return [''];
    const { brandId, kind } = this.#source;
    const asks = new Map<string, string>();
    for (const { query, sources } of await readActiveMonitors(this.#api.pool, brandId)) {
      if (sources.length > 0 && !sources.includes(kind)) continue;
      const { tree } = parseQuery(query);
      for (const { text } of (tree && searchTerms(tree)) ?? []) {
        const ask = search.asks === 'tags' ? tagOf(text) : text.replace(/\s+/g, ' ').trim();
        if (ask !== null && ask !== '') asks.set(ask.toLowerCase(), ask.toLowerCase());
      }
    }
    return [...asks.values()].slice(0, MOST_SEARCHES);
  }

  /** Searches for a term until there is no more, and stores what monitors find in it. */
  async #search(search: MentionSearch, ask: string, from: string | null): Promise<void> {
    const { pool, clock } = this.#api;
    const sourceId = this.#source.id;
    let cursor = from;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const since = clock.now().getTime() - LOOK_BACK_MS;
      const found = await this.#readPage(search, { ask, since, cursor, signal: this.#signal });
      if (!found) return;
      cursor = found.cursor;
      await this.#receive(found.posts, found.gone, { host: ask, cursor: cursor ?? '' });
      if (found.quota) await writeSourceQuota(pool, sourceId, found.quota);
      if (found.missed)
        await addGap(pool, sourceId, {
          from: new Date(found.missed.from),
          to: new Date(found.missed.to),
          reason: 'look-back',
        });
      const isLast = !found.more || this.#isOver || page === MOST_PAGES - 1 || search.paceMs >= LONG_PACE_MS;
      const now = clock.now();
      const dueAt = found.more ? now : new Date(now.getTime() + search.everySeconds * 1000);
      if (isLast) await scheduleSearch(pool, sourceId, { ask, dueAt, now });
      if (isLast) return;
      await this.#pace(search);
    }
  }

  /** Reads a page; null if the source can't be asked for this term, which is no fault of the source. */
  async #readPage(search: MentionSearch, request: Parameters<MentionSearch['search']>[0]) {
    try {
      return await search.search(request);
    } catch (error) {
      const isTerm =
        error instanceof SearchFailure && error.reason === 'invalid' && search.asks !== 'nothing';
      if (!isTerm) throw error;
      const { pool, clock, log } = this.#api;
      const now = clock.now();
      log.info({ source: search.kind, sourceId: this.#source.id }, 'a source refused a term');
      const dueAt = new Date(now.getTime() + DAY_MS);
      await scheduleSearch(pool, this.#source.id, { ask: request.ask, dueAt, now });
      return null;
    }
  }

  async #receive(
    posts: readonly SourcePost[],
    gone: readonly string[],
    position: { host: string; cursor: string } | null,
  ): Promise<void> {
    const events: SourceEvent[] = [
      ...posts.map((post): SourceEvent => ({ type: 'post', post })),
      ...gone.map((externalId): SourceEvent => ({ type: 'delete', externalId })),
    ];
    const times = posts.flatMap(({ publishedAt }) => publishedAt ?? []);
    const now = this.#api.clock.now().getTime();
    // Impossible dates say nothing about how far a source was read.
    const eventAt =
      times.length > 0
        ? Math.min(
            now,
            times.reduce((a, b) => Math.max(a, b)),
          )
        : null;
    for (let at = 0; at === 0 || at < events.length; at += BATCH) {
      const isLast = at + BATCH >= events.length;
      const saved = position && isLast ? { host: position.host, cursor: position.cursor, eventAt } : null;
      await this.#intake.receive(this.#origin, events.slice(at, at + BATCH), { position: saved, last: true });
    }
  }

  /**
   * Reads stored posts again: for figures an hour, a day and a week after publication, and for edits and deletions. Returns
   * whether there are more.
   */
  async #review(search: MentionSearch): Promise<boolean> {
    const { pool, clock } = this.#api;
    const now = clock.now();
    const limit = search.reviewed ?? 500;
    const due = await readDueReviews(pool, this.#source, {
      now,
      checkedBefore: new Date(now.getTime() - search.everySeconds * 1000),
      recent: search.review ? new Date(now.getTime() - RECENT_MS) : now,
      limit,
    });
    if (due.length === 0) return false;
    const review = await search.review?.(due.map(({ externalId }) => externalId));
    const figures = new Map(review?.posts.map((post) => [post.externalId, post.figures]));
    await writeFigures(
      pool,
      due.map(({ id, externalId, publishedAt }) => ({
        id,
        figures: figures.get(externalId) ?? null,
        dueAt: search.review ? nextFigures(Date.parse(publishedAt), now.getTime()) : null,
      })),
      now,
    );
    if (!review) return false;
    if (review.quota) await writeSourceQuota(pool, this.#source.id, review.quota);
    await this.#receive(review.posts, review.gone, null);
    return due.length === limit;
  }

  /** When the next of these searches is due; new monitors are searched for within a few minutes in any case. */
  async #nextTurn({ everySeconds, paceMs }: MentionSearch, asks: readonly string[]): Promise<Date> {
    const { pool, clock } = this.#api;
    const wanted = new Set(asks);
    const stored = (await readSearches(pool, this.#source.id)).filter(({ ask }) => wanted.has(ask));
    const now = clock.now().getTime();
    const soon = now + Math.min(everySeconds * 1000, 5 * MINUTE_MS);
    const isBehind = this.#isOutdated() || asks.length > stored.length;
    const due = isBehind ? [now] : stored.map(({ dueAt }) => timeOf(dueAt));
    return new Date(Math.min(soon, Math.max(now + Math.max(1000, paceMs), ...minOf(due))));
  }
}

const minOf = (times: readonly number[]): number[] =>
  times.length === 0 ? [Number.POSITIVE_INFINITY] : [times.reduce((a, b) => Math.min(a, b))];

const timeOf = (at: string | null | undefined): number => (at ? Date.parse(at) : 0);

/** Returns a term as a hashtag: without spaces and punctuation; null if it can't be one. */
export function tagOf(term: string): string | null {
  const tag = term.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}_]+/gu, '');
  return /\p{L}/u.test(tag) && tag.length <= 100 ? tag : null;
}
