import { type Share95, share95 } from '../share-interval.ts';

/** Mentions by sentiment. Abstained mentions aren't neutral. */
export interface SentimentCounts {
  positive: number;
  neutral: number;
  negative: number;
  abstained: number;
}

/** Net sentiment with its confidence interval and the number of mentions behind it. */
export interface NetSentiment {
  /** `(positive - negative) / (positive + neutral + negative)`, from -1 to 1; null without judged mentions. */
  net: number | null;
  /** The interval of 95% confidence of `net`. */
  low: number | null;
  high: number | null;
  /** `positive / (positive + negative)`, the Brand Health Index of SentiOne; null without either. */
  health: Share95 | null;
  judged: number;
  abstained: number;
}

const Z_95 = 1.96;

/**
 * Returns the net sentiment. Its interval follows Agresti and Min (2005), Improved Confidence Intervals for Comparing
 * Matched Proportions: half a case is added to each of the four cells, so small counts and shares of 0 and 1 keep an
 * honest width.
 */
export function netSentiment(counts: SentimentCounts): NetSentiment {
  const { positive, neutral, negative, abstained } = counts;
  const judged = positive + neutral + negative;
  const opinions = positive + negative;
  const health = opinions === 0 ? null : share95(positive, opinions);
  if (judged === 0) return { net: null, low: null, high: null, health, judged, abstained };
  const net = (positive - negative) / judged;
  const n = judged + 2;
  const up = (positive + 0.5) / n;
  const down = (negative + 0.5) / n;
  const half = Z_95 * Math.sqrt(Math.max(0, (up + down - (up - down) ** 2) / n));
  const center = up - down;
  return {
    net,
    low: Math.max(-1, Math.min(net, center - half)),
    high: Math.min(1, Math.max(net, center + half)),
    health,
    judged,
    abstained,
  };
}

/** Mentions of one monitor in a quarter of an hour. */
export interface VoiceBucket {
  monitorId: string;
  /** The beginning of the quarter, in milliseconds. */
  bucket: number;
  /** Every copy, and clusters of copies. */
  copies: number;
  voices: number;
}

/** A monitor's share of all mentions of a set. */
export interface VoiceShare {
  monitorId: string;
  voices: number;
  copies: number;
  /** Null without mentions. */
  byVoices: Share95 | null;
  byCopies: Share95 | null;
}

/** Shares of voice and the quarter-hours they are based on. */
export interface ShareOfVoice {
  shares: VoiceShare[];
  /** Quarters in which every source was up; only these count. */
  counted: number;
  leftOut: number;
}

/**
 * Returns each monitor's share of all mentions of a set, with the interval of Wilson (1927). Only quarter-hours in which
 * all sources of the set were up count, so a source outage doesn't lower a monitor's share.
 * @param buckets of all monitors of the set
 * @param gaps beginnings of quarters in which a source was down
 */
export function shareOfVoice(
  monitorIds: readonly string[],
  buckets: readonly VoiceBucket[],
  gaps: ReadonlySet<number>,
): ShareOfVoice {
  const totals = new Map(monitorIds.map((monitorId) => [monitorId, { voices: 0, copies: 0 }]));
  const counted = new Set<number>();
  const leftOut = new Set<number>(gaps);
  let [allVoices, allCopies] = [0, 0];
  for (const { monitorId, bucket, voices, copies } of buckets) {
    const total = totals.get(monitorId);
    if (!total || gaps.has(bucket)) continue;
    counted.add(bucket);
    total.voices += voices;
    total.copies += copies;
    allVoices += voices;
    allCopies += copies;
  }
  const shares = [...totals].map(([monitorId, { voices, copies }]) => ({
    monitorId,
    voices,
    copies,
    byVoices: allVoices === 0 ? null : share95(voices, allVoices),
    byCopies: allCopies === 0 ? null : share95(copies, allCopies),
  }));
  return { shares, counted: counted.size, leftOut: leftOut.size };
}

/** Combined followers of authors, and for how many authors they are known. */
export interface Reach {
  followers: number;
  authors: number;
  known: number;
}

/** Returns the sum of the followers of different authors; unknown isn't 0. */
export function reachOf(authors: readonly { id: string; followers: number | null }[]): Reach {
  const byId = new Map<string, number | null>();
  for (const { id, followers } of authors) byId.set(id, followers ?? byId.get(id) ?? null);
  const known = [...byId.values()].filter((followers) => followers !== null);
  return {
    followers: known.reduce((sum, followers) => sum + followers, 0),
    authors: byId.size,
    known: known.length,
  };
}

/**
 * Returns an author's influence for a brand: `log10(1 + followers) * (1 + relevant mentions in 90 days)`. Unknown
 * followers count as none.
 */
export const authorInfluence = (followers: number | null, relevantMentions: number): number =>
  Math.log10(1 + Math.max(0, followers ?? 0)) * (1 + relevantMentions);
