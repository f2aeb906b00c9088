import { parsePostUrl } from '@troupe/domain/campaigns/post-url';
import { SOURCES } from '@troupe/domain/listening/listening-source';
import type { MonitorMatch } from '@troupe/domain/listening/matching/monitor-index';
import {
  canonicalUrl,
  forgetTime,
  type MentionSpan,
  plausiblePublished,
  USUAL_KEEP_DAYS,
} from '@troupe/domain/listening/mention';
import { CLUSTER_MS } from '@troupe/domain/listening/near-duplicate';
import type { SentimentScore } from '@troupe/domain/listening/sentiment/sentiment-model';
import type { EventOrigin, Receipt, SourceAuthor, SourcePost } from '@troupe/domain/listening/source-event';
import type pg from 'pg';
import type { Api } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { newId } from '../../platform/id.ts';
import type { RelevanceModels } from './learn-relevance.ts';
import { MAX_STORED, storedPost } from './mention/clean-post.ts';
import { ClusterFinder, type Fingerprinted, fingerprinted } from './mention/cluster-finder.ts';
import { findSightings } from './mention/code-sighting.queries.ts';
import { findAttributed } from './mention/heard-post.queries.ts';
import { addToQuarters, countedSentiment, type QuarterDelta } from './mention/listening-quarter.queries.ts';
import type { LiveMentions } from './mention/live-mentions.ts';
import {
  deleteMentions,
  findClusterCandidates,
  findMentionsOf,
  findOptedOut,
  insertMentions,
  insertMonitorMentions,
  lockIntake,
  lockStored,
  type NewMention,
  type NewMonitorMention,
  readKeepDays,
  readVoices,
  removeAuthors,
  type StoredMention,
  updateMention,
  updateMonitorMentions,
  upsertAuthors,
} from './mention/store-mentions.queries.ts';
import type { MonitorMatcher } from './monitor/monitor-matcher.ts';
import type { SentimentModels } from './sentiment-model/sentiment-models.ts';

/** Voices of an author that count per monitor and day (UTC). */
const MOST_VOICES = 20;
const HOUR_MS = 3_600_000;
/** When figures are read again after a post was published. */
const FIGURES_AFTER_MS = [HOUR_MS, 24 * HOUR_MS, 7 * 24 * HOUR_MS];

/** The parts of the intake. */
export interface IntakeParts {
  api: Pick<Api, 'pool' | 'log' | 'clock' | 'config'>;
  matcher: MonitorMatcher;
  models: SentimentModels;
  relevance: RelevanceModels;
  live: LiveMentions;
}

/** A post with the monitors that match it. */
export interface Hit {
  post: SourcePost;
  found: MonitorMatch[];
  language: string | null;
  languageSure: boolean;
}

/** Returns when figures of a post are read next; null after the last time. */
export function nextFigures(publishedAt: number, now: number): Date | null {
  const due = FIGURES_AFTER_MS.map((after) => publishedAt + after).find((time) => time > now);
  return due === undefined ? null : new Date(due);
}

/** What a batch of events has to change. */
export interface Batch {
  hits: Hit[];
  edits: SourcePost[];
  deletions: string[];
  removed: string[];
  renamed: SourceAuthor[];
}

interface WriterParts {
  tx: Database;
  connection: Pick<pg.ClientBase, 'query'>;
  origin: EventOrigin;
  now: Date;
  receipt: Receipt;
  /** Monitors whose mentions change, by brand. */
  changed: Map<string, Set<string>>;
}

/** Writes a batch within a transaction. */
export class BatchWriter {
  readonly #parts: IntakeParts;
  readonly #to: WriterParts;

  constructor(parts: IntakeParts, to: WriterParts) {
    this.#parts = parts;
    this.#to = to;
  }

  async write({ hits, edits, deletions, removed, renamed }: Batch): Promise<void> {
    const { connection, origin, now } = this.#to;
    await lockIntake(connection);
    if (renamed.length > 0) {
      const rows = renamed.map((author) => Object.assign({ id: newId() }, author));
      await upsertAuthors(connection, origin.kind, rows, now);
    }
    if (deletions.length > 0) await this.#delete(deletions);
    if (removed.length > 0) await this.#removeAuthors(removed);
    const all = [...hits.map(({ post }) => post.externalId), ...edits.map(({ externalId }) => externalId)];
    const stored = all.length > 0 ? await lockStored(connection, origin.kind, all) : new Map();
    for (const post of edits) await this.#edit(post, stored.get(post.externalId), []);
    await this.#writeHits(hits, stored);
  }

  #note(rows: readonly { brandId: string; monitorId: string }[]): void {
    for (const { brandId, monitorId } of rows) {
      const known = this.#to.changed.get(brandId);
      if (known) known.add(monitorId);
      else this.#to.changed.set(brandId, new Set([monitorId]));
    }
  }

  async #delete(externalIds: readonly string[]): Promise<void> {
    const { connection, origin, now, receipt } = this.#to;
    const stored = await lockStored(connection, origin.kind, externalIds);
    const ids = [...stored.values()].filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id);
    receipt.deleted += ids.length;
    this.#note(await deleteMentions(connection, ids, now));
  }

  async #removeAuthors(externalIds: readonly string[]): Promise<void> {
    const { connection, origin, now, receipt } = this.#to;
    const ids = await findMentionsOf(connection, origin.kind, externalIds);
    receipt.deleted += ids.length;
    this.#note(await deleteMentions(connection, ids, now));
    await removeAuthors(connection, origin.kind, externalIds);
  }

  /** Applies an edit to a stored post: its text, and what monitors mark in it. */
  async #edit(post: SourcePost, stored: StoredMention | undefined, found: MonitorMatch[]): Promise<void> {
    if (!stored || stored.deletedAt !== null || post.editedAt === null) return;
    if (stored.editedAt !== null && Date.parse(stored.editedAt) >= post.editedAt) return;
    const { connection, receipt } = this.#to;
    receipt.edited += 1;
    await updateMention(connection, stored.id, storedPost(post));
    const marks = found.map((match) => Object.assign({ monitorId: match.monitorId }, this.#marksOf(match)));
    await updateMonitorMentions(connection, stored.id, marks);
    this.#note(
      found.flatMap(({ monitorId }) => {
        const monitor = this.#parts.matcher.monitor(monitorId);
        return monitor ? [{ brandId: monitor.brandId, monitorId }] : [];
      }),
    );
  }

  #marksOf({ monitorId, match }: MonitorMatch): { why: string[]; spans: MentionSpan[] } {
    const clauses = this.#parts.matcher.clausesOf(monitorId);
    return {
      why: match.why.map((clause) => (clauses[clause] ?? '').slice(0, 500)),
      spans: match.spans.filter(({ part, end }) => part === 'title' || end <= MAX_STORED),
    };
  }

  async #writeHits(hits: readonly Hit[], stored: ReadonlyMap<string, StoredMention>): Promise<void> {
    const { connection, origin, now } = this.#to;
    const live = hits.filter(({ post }) => (stored.get(post.externalId)?.deletedAt ?? null) === null);
    if (live.length === 0) return;
    const authors = new Map(
      live.map(({ post }) => [authorOf(post).externalId, Object.assign({ id: newId() }, authorOf(post))]),
    );
    const optedOut = await findOptedOut(connection, origin.kind, [...authors.values()]);
    for (const id of optedOut) authors.delete(id);
    const wanted = live.filter(({ post }) => authors.has(authorOf(post).externalId));
    if (wanted.length === 0) return;
    const authorIds = await upsertAuthors(connection, origin.kind, [...authors.values()], now);
    const mentions = await this.#mentionsOf(wanted, stored, authorIds);
    const added = mentions.filter(({ isNew }) => isNew).map(({ mention }) => mention);
    if (added.length > 0) await insertMentions(connection, origin.kind, added, now);
    for (const { hit, isNew } of mentions)
      if (!isNew) await this.#edit(hit.post, stored.get(hit.post.externalId), hit.found);
    await this.#addToMonitors(mentions);
  }

  async #mentionsOf(
    hits: readonly Hit[],
    stored: ReadonlyMap<string, StoredMention>,
    authorIds: ReadonlyMap<string, string>,
  ): Promise<StoredHit[]> {
    const { connection, origin, now } = this.#to;
    const at = now.getTime();
    const prints = new Map<Hit, Fingerprinted>(
      hits
        .filter(({ post }) => !stored.has(post.externalId))
        .map((hit) => [hit, fingerprinted([hit.post.title, hit.post.text].filter(Boolean).join('\n'))]),
    );
    const published = hits.map(({ post }) => plausiblePublished(post.publishedAt, at));
    const blocks = [...new Set([...prints.values()].flatMap((print) => print.blocks))];
    const clusters = new ClusterFinder(
      await findClusterCandidates(
        connection,
        blocks,
        new Date(Math.min(...published) - CLUSTER_MS),
        new Date(Math.max(...published) + CLUSTER_MS),
      ),
    );
    return hits.map((hit, place) => {
      const { post } = hit;
      const known = stored.get(post.externalId);
      const publishedAt = new Date(published[place] as number);
      const id = known?.id ?? newId();
      const print = prints.get(hit);
      const cluster = print ? clusters.add(id, print, publishedAt.getTime()) : null;
      const authorId = authorIds.get(authorOf(post).externalId) as string;
      const mention: NewMention = {
        id,
        externalId: post.externalId,
        sourceId: origin.sourceId,
        authorId: known?.authorId ?? authorId,
        post,
        canonicalUrl: post.url && canonicalUrl(post.url),
        lang: known ? known.lang : hit.language,
        langSure: hit.languageSure,
        publishedAt: known ? new Date(known.publishedAt) : publishedAt,
        simhash: cluster?.simhash ?? null,
        blocks: cluster?.blocks ?? [],
        clusterId: known?.clusterId ?? cluster?.clusterId ?? id,
        figuresDueAt: SOURCES[origin.kind].tells.likes ? nextFigures(publishedAt.getTime(), at) : null,
      };
      return { hit, mention, isNew: !known };
    });
  }

  async #addToMonitors(mentions: readonly StoredHit[]): Promise<void> {
    const { connection, origin, now, receipt, tx } = this.#to;
    const { matcher, models, relevance } = this.#parts;
    const pairs = mentions.flatMap(({ hit, mention }) =>
      hit.found.flatMap((match) => {
        const monitor = matcher.monitor(match.monitorId);
        return monitor ? [{ hit, mention, match, monitor }] : [];
      }),
    );
    const brandIds = [...new Set(pairs.map(({ monitor }) => monitor.brandId))];
    const [keepDays] = await Promise.all([
      readKeepDays(connection, brandIds),
      models.load(brandIds),
      relevance.load(pairs.map(({ monitor }) => monitor.id)),
    ]);
    const rows = pairs.map(({ hit, mention, match, monitor }): NewMonitorMention => {
      const text = [hit.post.title, hit.post.text].filter(Boolean).join('\n');
      const { why, spans } = this.#marksOf(match);
      const score: SentimentScore = models.judge(monitor.brandId, mention.lang, text);
      return {
        id: newId(),
        brandId: monitor.brandId,
        monitorId: monitor.id,
        mentionId: mention.id,
        clusterId: mention.clusterId,
        authorId: mention.authorId,
        lang: mention.lang,
        publishedAt: mention.publishedAt,
        queryVersion: monitor.queryVersion,
        why,
        spans,
        isVoice: true,
        relevance: relevance.judge(monitor.id, { text, why, source: origin.kind }),
        sentiment: score.sentiment,
        sentimentP: score.p,
        modelVersion: score.modelVersion,
        forgetAt: new Date(forgetTime(now.getTime(), keepDays.get(monitor.brandId) ?? USUAL_KEEP_DAYS)),
      };
    });
    const voices = await readVoices(connection, rows);
    for (const row of rows) row.isVoice = takeVoice(row, voices);
    const added = await insertMonitorMentions(connection, origin.kind, rows, now);
    const fresh = rows.filter(({ id }) => added.has(id));
    receipt.found += fresh.length;
    receipt.known += rows.length - fresh.length;
    const followers = new Map(
      mentions.map(({ hit, mention }) => [mention.id, hit.post.author?.followers ?? null]),
    );
    await addToQuarters(
      connection,
      fresh.map((row) => deltaOf(row, origin, followers.get(row.mentionId) ?? null)),
    );
    this.#note(fresh);
    const byMonitor = Map.groupBy(fresh, ({ monitorId }) => monitorId);
    const events = [...byMonitor].map(([monitorId, [first, ...others]]) => ({
      type: 'mention.found' as const,
      brandId: (first as NewMonitorMention).brandId,
      data: { monitorId, mentionIds: [first as NewMonitorMention, ...others].map(({ id }) => id) },
    }));
    if (events.length > 0) await publish(tx, events, now);
    await this.#publishSightings(fresh);
    const postable = new Set(
      mentions.flatMap(({ mention }) => (isPostable(mention.post) ? [mention.id] : [])),
    );
    await this.#publishAttributed(fresh.filter(({ mentionId }) => postable.has(mentionId)));
  }

  /** Tells campaigns about posts of their creators. */
  async #publishAttributed(fresh: readonly NewMonitorMention[]): Promise<void> {
    if (fresh.length === 0) return;
    const { connection, now, tx } = this.#to;
    const found = await findAttributed(
      connection,
      fresh.map(({ id }) => id),
    );
    const events = [...Map.groupBy(found, ({ brandId }) => brandId)].map(([brandId, posts]) => ({
      type: 'mention.attributed' as const,
      brandId,
      data: { posts },
    }));
    if (events.length > 0) await publish(tx, events, now);
  }

  /** Tells the affiliate program about its creators' codes in posts of others. */
  async #publishSightings(fresh: readonly NewMonitorMention[]): Promise<void> {
    const { connection, now, tx } = this.#to;
    const ofCodes = fresh.filter(
      ({ monitorId }) => this.#parts.matcher.monitor(monitorId)?.kind === 'creator-code',
    );
    if (ofCodes.length === 0) return;
    const found = await findSightings(
      connection,
      ofCodes.map(({ id }) => id),
    );
    const events = [...Map.groupBy(found, ({ codeId }) => codeId)].map(([codeId, sightings]) => ({
      type: 'affiliate_code.sighted' as const,
      brandId: (sightings[0] as (typeof sightings)[number]).brandId,
      data: { codeId, mentionIds: sightings.map(({ id }) => id) },
    }));
    if (events.length > 0) await publish(tx, events, now);
  }
}

interface StoredHit {
  hit: Hit;
  mention: NewMention;
  isNew: boolean;
}

/** Whether the URL of a post can be campaign content. */
const isPostable = ({ url }: SourcePost): boolean => url !== null && parsePostUrl(url) !== null;

/** Posts without an author, such as of some feeds, have their site as one. */
function authorOf({ author, url, externalId }: SourcePost): SourceAuthor {
  if (author) return author;
  const host = url && URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : externalId;
  return { externalId: host, handle: host, name: null, url: null, followers: null };
}

/** Whether a new mention is a voice: one of each cluster, and 20 of an author and day. */
function takeVoice(
  row: NewMonitorMention,
  { clusters, authors }: Awaited<ReturnType<typeof readVoices>>,
): boolean {
  const cluster = `${row.monitorId} ${row.clusterId}`;
  if (clusters.has(cluster)) return false;
  clusters.add(cluster);
  const author = `${row.monitorId} ${row.authorId} ${row.publishedAt.toISOString().slice(0, 10)}`;
  const soFar = authors.get(author) ?? 0;
  authors.set(author, soFar + 1);
  return soFar < MOST_VOICES;
}

const deltaOf = (row: NewMonitorMention, { kind }: EventOrigin, followers: number | null): QuarterDelta => ({
  brandId: row.brandId,
  monitorId: row.monitorId,
  publishedAt: row.publishedAt,
  sourceKind: kind,
  lang: row.lang,
  sentiment: countedSentiment(row.sentiment, row.sentimentP !== null),
  n: 1,
  clusters: row.isVoice ? 1 : 0,
  reach: followers ?? 0,
  reachKnown: followers === null ? 0 : 1,
});
