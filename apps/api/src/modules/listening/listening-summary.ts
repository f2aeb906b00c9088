import * as contract from '@troupe/contract/listening/listening-summary';
import { authorInfluence, netSentiment, shareOfVoice } from '@troupe/domain/listening/listening-figures';
import { SOURCES } from '@troupe/domain/listening/listening-source';
import {
  formulasOf,
  type ListeningSummary,
  MOST_SUMMARY_DAYS,
  MOST_TOPIC_POSTS,
  type SentimentCount,
  type SummaryGroup,
  type SummaryPoint,
  type SummaryTotals,
  USUAL_SUMMARY_DAYS,
  type VoiceReport,
} from '@troupe/domain/listening/listening-summary';
import { parseQuery } from '@troupe/domain/listening/query/parse-query';
import { searchTerms } from '@troupe/domain/listening/query/search-terms';
import { topicPhrases } from '@troupe/domain/listening/topic-phrases';
import { problem } from '@troupe/domain/problem';
import type pg from 'pg';
import type { Api } from '../../platform/api.ts';
import {
  type BrandGap,
  readBrandGaps,
  readBrandZone,
  readInstants,
  readParts,
  readReach,
  readSet,
  readSourceKinds,
  readSummaryMonitors,
  readTimes,
  readTopAuthors,
  readTopicPosts,
  readTopLinks,
  readVoices,
  readVolume,
  type SummaryPeriod,
  type VolumeRow,
} from './listening-summary/listening-summary.queries.ts';
import { readKeepDaysOf } from './mention/listening-setting.queries.ts';

const DAY_MS = 86_400_000;
const QUARTER_MS = 15 * 60_000;
const FIRST_DAY = '2000-01-01';
/** Entries of each list. */
const MOST_AUTHORS = 10;
const MOST_LINKS = 10;
const MOST_TOPICS = 15;
/** The latest gaps of a period that are considered. */
const MOST_GAPS = 1000;

/** Registers the summary of mentions and share of voice. */
export function listeningSummaries({ implement, pool, clock }: Api): void {
  implement(contract.getListeningSummary, async ({ brandId, query }) => {
    const { groupBy, monitorId, source, language } = query;
    const days = await periodOf(pool, brandId, query, MOST_SUMMARY_DAYS[groupBy], clock.now());
    const period = Object.assign({ brandId, monitorId, source, language }, days);
    return { summary: await summaryOf(pool, period, groupBy, clock.now()) };
  });
  implement(contract.getShareOfVoice, async ({ brandId, query }) => {
    const days = await periodOf(pool, brandId, query, MOST_SUMMARY_DAYS.day, clock.now());
    const period = Object.assign({ brandId, monitorId: [], source: [], language: [] }, days);
    return { report: await voicesOf(pool, period, query.setName, clock.now()) };
  });
}

/** Returns a day some days later. */
export const shift = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
const daysBetween = (from: string, until: string): number => (Date.parse(until) - Date.parse(from)) / DAY_MS;

/** Returns the days that are asked for; `until` is exclusive. */
async function periodOf(
  pool: pg.Pool,
  brandId: string,
  { from, to }: { from?: string | undefined; to?: string | undefined },
  most: number,
  now: Date,
): Promise<{ zone: string; from: string; until: string }> {
  const zone = await readBrandZone(pool, brandId);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(now);
  const last = to ?? (from && from > today ? from : today);
  const first = from ?? shift(last, 1 - Math.min(most, USUAL_SUMMARY_DAYS));
  // PostgreSQL has no year 0, where the period before could lie.
  if (first < FIRST_DAY) throw problem('invalid', { fields: { from: 'Choose a later date' } });
  if (first > last)
    throw problem('invalid', { fields: { to: 'Choose an end date on or after the start date' } });
  if (daysBetween(first, last) >= most)
    throw problem('invalid', { fields: { from: `Choose a period of up to ${most} days` } });
  return { zone, from: first, until: shift(last, 1) };
}

/** Returns the summary of a period, compared with the one before. */
export async function summaryOf(
  pool: pg.Pool,
  asked: SummaryPeriod,
  groupBy: SummaryGroup,
  now: Date,
): Promise<ListeningSummary> {
  const monitors = await readSummaryMonitors(pool, asked.brandId, asked.monitorId);
  const limited = monitors.length > 0 && monitors.every(({ sources }) => sources.length > 0);
  const heard = limited ? [...new Set(monitors.flatMap(({ sources }) => sources))] : [];
  const period = asked;
  const before = Object.assign({}, period, {
    from: shift(period.from, -daysBetween(period.from, period.until)),
    until: period.from,
  });
  // Gaps of sources that these monitors don't use say nothing about them.
  const gapsOf = (one: SummaryPeriod) =>
    readBrandGaps(
      pool,
      Object.assign({}, one, { source: one.source.length > 0 ? one.source : heard }),
      MOST_GAPS,
    );
  const [parts, partsBefore, reach, reachBefore, gaps, gapsBefore, span, spanBefore] = await Promise.all([
    readParts(pool, period),
    readParts(pool, before),
    readReach(pool, period),
    readReach(pool, before),
    gapsOf(period),
    gapsOf(before),
    readInstants(pool, period),
    readInstants(pool, before),
  ]);
  const [volume, times, authors, links, topics, topicsBefore, keepDays] = await Promise.all([
    readVolume(pool, period, groupBy),
    readTimes(pool, period),
    readTopAuthors(pool, period, MOST_AUTHORS, now),
    readTopLinks(pool, period, MOST_LINKS),
    readTopicPosts(pool, period, MOST_TOPIC_POSTS),
    readTopicPosts(pool, before, MOST_TOPIC_POSTS),
    readKeepDaysOf(pool, period.brandId),
  ]);
  const isEmptyWord = await stopWordTest(monitors.map(({ query }) => query));
  const clock = now.getTime();
  return {
    zone: period.zone,
    groupBy,
    asOf: now.toISOString(),
    keepDays,
    textsSince: new Date(clock - keepDays * DAY_MS).toISOString(),
    current: totalsOf(period, parts, reach, blindSeconds(gaps, span, clock)),
    previous: totalsOf(before, partsBefore, reachBefore, blindSeconds(gapsBefore, spanBefore, clock)),
    volume: pointsOf(volume, gaps, Date.parse(span.end), clock),
    gaps: gaps.map((gap) => Object.assign({}, gap, { name: gap.name || SOURCES[gap.source].name })),
    sources: parts.flatMap(({ source, mentions, voices }) => (source ? [{ source, mentions, voices }] : [])),
    languages: parts.flatMap(({ language, mentions, voices }) =>
      language === null ? [] : [{ language: language || null, mentions, voices }],
    ),
    authors: authors.map((author) =>
      Object.assign(author, { influence: authorInfluence(author.followers, author.mentions90Days) }),
    ),
    links,
    topics: topicPhrases(topics.posts, topicsBefore.posts, { isEmptyWord, limit: MOST_TOPICS }),
    topicPosts: { read: topics.posts.length, kept: topics.kept },
    times,
    formulas: formulasOf('volume', 'netSentiment', 'health', 'reach', 'influence', 'topics'),
  };
}

const NO_MENTIONS: SentimentCount = { positive: 0, neutral: 0, negative: 0, abstained: 0, unknown: 0 };

type Part = Awaited<ReturnType<typeof readParts>>[number];

function totalsOf(
  { from, until }: SummaryPeriod,
  parts: readonly Part[],
  reach: SummaryTotals['reach'],
  blind: number,
): SummaryTotals {
  const sentiment = Object.assign({}, NO_MENTIONS);
  let [mentions, voices] = [0, 0];
  for (const part of parts) {
    if (!part.sentiment) continue;
    sentiment[part.sentiment] += part.mentions;
    mentions += part.mentions;
    voices += part.voices;
  }
  const { net, low, high, health, judged } = netSentiment(sentiment);
  return {
    from,
    to: shift(until, -1),
    mentions,
    voices,
    sentiment,
    net: { net, low, high, health, judged },
    reach,
    blindSeconds: blind,
  };
}

/** Returns columns with the sources that were down during each. */
function pointsOf(
  rows: readonly VolumeRow[],
  gaps: readonly BrandGap[],
  end: number,
  now: number,
): SummaryPoint[] {
  const points = new Map<string, SummaryPoint>();
  for (const { start, sentiment, mentions, voices } of rows) {
    const point = points.get(start) ?? {
      start,
      mentions: 0,
      voices: 0,
      sentiment: Object.assign({}, NO_MENTIONS),
      down: [],
    };
    point.mentions += mentions;
    point.voices += voices;
    if (sentiment) point.sentiment[sentiment] += mentions;
    points.set(start, point);
  }
  const all = [...points.values()];
  for (const [index, point] of all.entries()) {
    const from = Date.parse(point.start);
    const until = Math.min(now, index + 1 < all.length ? Date.parse(all[index + 1]?.start ?? '') : end);
    const down = gaps.filter(
      (gap) => Date.parse(gap.from) < until && (gap.to === null || Date.parse(gap.to) > from),
    );
    point.down = [...new Set(down.map(({ source }) => source))];
  }
  return all;
}

/** Returns the seconds of a period in which at least one source was down. */
function blindSeconds(gaps: readonly BrandGap[], span: { start: string; end: string }, now: number): number {
  let [total, covered] = [0, Date.parse(span.start)];
  const end = Math.min(Date.parse(span.end), now);
  for (const gap of gaps) {
    const from = Math.max(covered, Date.parse(gap.from));
    const to = Math.min(end, gap.to === null ? now : Date.parse(gap.to));
    if (to <= from) continue;
    total += to - from;
    covered = to;
  }
  return Math.round(total / 1000);
}

/** Words that the lists of the library lack. */
const MORE_STOP_WORDS =
  'also does did done even ever every get gets getting got just made make makes much new now one really same still than two ' +
  'three very way went yet eins zwei drei mal neu neue neuen neuer neues schon ' +
  'uno dos tres nueva nuevo deux trois nouveau nouvelle due tre nuova nuovo dois três nova novo';
let stopWords: Promise<Set<string>> | undefined;

/** Loads the lists with the first summary, since they take 2 MB. */
async function loadStopWords(): Promise<Set<string>> {
  const { ara, deu, eng, fra, hin, ita, jpn, nld, por, porBr, spa } = await import('stopword');
  return new Set(
    [ara, deu, eng, fra, hin, ita, jpn, nld, por, porBr, spa, MORE_STOP_WORDS.split(' ')].flat(),
  );
}

/** Returns a test for words that say nothing: function words, and what the queries ask for anyway. */
async function stopWordTest(queries: readonly string[]): Promise<(word: string) => boolean> {
  stopWords ??= loadStopWords();
  const known = await stopWords;
  const asked = new Set<string>();
  for (const query of queries) {
    const { tree } = parseQuery(query);
    for (const { text } of (tree && searchTerms(tree)) ?? [])
      for (const word of text.toLowerCase().split(/\s+/)) asked.add(word);
  }
  return (word) => known.has(word) || asked.has(word);
}

async function voicesOf(
  pool: pg.Pool,
  period: SummaryPeriod,
  setName: string,
  now: Date,
): Promise<VoiceReport> {
  const monitors = await readSet(pool, period.brandId, setName);
  if (monitors.length === 0) throw problem('not_found');
  const limited = monitors.every(({ sources }) => sources.length > 0);
  const heard = limited ? [...new Set(monitors.flatMap(({ sources }) => sources))] : [];
  const ids = monitors.map(({ monitorId }) => monitorId);
  const span = await readInstants(pool, period);
  const [buckets, gaps, kinds] = await Promise.all([
    readVoices(pool, period.brandId, ids, [span.start, span.end]),
    readBrandGaps(pool, Object.assign({}, period, { source: heard }), MOST_GAPS),
    readSourceKinds(pool, period.brandId),
  ]);
  const since = Math.max(...monitors.map(({ createdAt }) => Date.parse(createdAt)));
  const start = Date.parse(span.start);
  const end = Math.min(Date.parse(span.end), Math.ceil(now.getTime() / QUARTER_MS) * QUARTER_MS);
  const floor = (time: number) => Math.floor(time / QUARTER_MS) * QUARTER_MS;
  const blind = new Set<number>();
  const leaveOut = (from: number, to: number) => {
    for (let at = floor(Math.max(from, start)); at < Math.min(to, end); at += QUARTER_MS)
      if (at >= start) blind.add(at);
  };
  leaveOut(start, since);
  for (const { from, to } of gaps) leaveOut(Date.parse(from), to === null ? end : Date.parse(to));
  const { shares } = shareOfVoice(
    ids,
    buckets.map(({ monitorId, bucket, copies, voices }) => ({
      monitorId,
      bucket: Date.parse(bucket),
      copies,
      voices,
    })),
    blind,
  );
  return {
    setName,
    zone: period.zone,
    asOf: now.toISOString(),
    from: period.from,
    to: shift(period.until, -1),
    quarters: Math.max(0, Math.ceil((end - start) / QUARTER_MS)),
    leftOut: blind.size,
    since: new Date(since).toISOString(),
    sources: limited ? kinds.filter((kind) => heard.includes(kind)) : kinds,
    monitors: shares.map(({ monitorId, voices, copies, byVoices, byCopies }, index) => ({
      monitorId,
      name: monitors[index]?.name ?? '',
      kind: monitors[index]?.kind ?? '',
      voices,
      copies,
      byVoices,
      byCopies,
    })),
    formulas: formulasOf('shareOfVoice'),
  };
}
