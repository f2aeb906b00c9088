import { z } from 'zod';
import { FORMULAS } from '../../figure-formula.ts';
import { Instant } from '../../shape.ts';
import { meanOf, sampleSd } from '../../statistics.ts';
import type { AudienceShare } from '../audience-report.ts';
import { FigureChange } from '../safety-flag.ts';
import { type FigureDay, figureHistory, knowsHistory } from './figure-history.ts';

/** Parts that must be known for a score. */
const AUTHENTICITY_NEEDED = 2;

/** Why a part isn't known. */
const Unknown = z.enum([
  'few-readings',
  'no-figures',
  'few-posts',
  'few-comments',
  'no-report',
  'no-reachability',
]);

const scored = {
  /** 0 to 100; null if it isn't known. */
  score: z.int().min(0).max(100).nullable(),
  why: Unknown.nullable(),
};

/** An open score of how real a creator's followers and reactions seem. Each part has what it was calculated from. */
export const Authenticity = z.object({
  formula: z.literal('authenticity'),
  version: z.int().min(1),
  /** The mean of the known parts, 0 to 100; null if fewer than `needed` are known. */
  score: z.int().min(0).max(100).nullable(),
  known: z.int(),
  needed: z.int(),
  /** 100 without sudden changes of followers, 50 with one, 0 with more. */
  growth: z.object(Object.assign({ readings: z.int(), changes: z.array(FigureChange) }, scored)),
  /** 100 if engagement is 0.4 to 2.5 times what is typical for the platform and size. Rates are in percent. */
  engagement: z.object(
    Object.assign(
      {
        rate: z.number().nullable(),
        typical: z.number().nullable(),
        followers: z.number().nullable(),
      },
      scored,
    ),
  ),
  /** How much the number of comments varies between posts: 100 from a coefficient of variation of 0.3. */
  comments: z.object(
    Object.assign(
      {
        variation: z.number().nullable(),
        posts: z.array(
          z.object({ url: z.string(), title: z.string(), published: Instant, comments: z.number() }),
        ),
      },
      scored,
    ),
  ),
  /** Followers of more than 1,500 accounts rarely see a post: 100 up to a quarter of them, 0 from three quarters. */
  reach: z.object(
    Object.assign(
      {
        hardlyReached: z.number().nullable(),
        shares: z.array(z.object({ code: z.string(), weight: z.number() })),
        reportCreated: Instant.nullable(),
      },
      scored,
    ),
  ),
});
export type Authenticity = z.infer<typeof Authenticity>;

/** A post with its number of comments. */
export interface CommentedPost {
  url: string;
  title: string;
  published: string;
  comments: number | null;
}

/** What the score is calculated from. */
export interface AuthenticityBasis {
  /** Oldest first. */
  history: readonly FigureDay[];
  followers: number | null;
  /** In percent. */
  engagement: number | null;
  /** In percent; null if too few creators of the platform and size are known. */
  typical: number | null;
  /** Posts of the last year, newest first. */
  posts: readonly CommentedPost[];
  /** Of followers in the brand's newest report; null without a report. */
  reachability: { shares: readonly AudienceShare[] | null; created: string } | null;
}

/** Smaller profiles change a lot by chance; sudden changes of theirs aren't looked for. */
const MIN_FOLLOWERS = 1000;
const LOW = 0.4;
const HIGH = 2.5;
const HIGHEST = 10;
const MOST_POSTS = 30;
const MIN_POSTS = 8;
/** With fewer comments per post, their number varies by chance alone. */
const MIN_COMMENTS = 10;
const VARIED = 0.3;
const HARDLY_REACHED = '1500-';
const REACHED_WELL = 0.25;
const REACHED_BADLY = 0.75;

const scoreOf = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 100);
const isCount = (value: number | null): value is number =>
  value !== null && Number.isFinite(value) && value >= 0;

function growthPart({ history, followers }: AuthenticityBasis): Authenticity['growth'] {
  const known = history.filter((day) => isCount(day.followers));
  if (!knowsHistory(known) || !isCount(followers) || followers < MIN_FOLLOWERS)
    return { readings: known.length, changes: [], score: null, why: 'few-readings' };
  const changes = figureHistory(known)
    .readings.flatMap((reading) => reading.changes)
    .filter(({ figure }) => figure === 'followers');
  return { readings: known.length, changes, score: Math.max(0, 100 - 50 * changes.length), why: null };
}

function engagementPart({ engagement, typical, followers }: AuthenticityBasis): Authenticity['engagement'] {
  if (!isCount(engagement) || !isCount(followers) || typical === null || !(typical > 0))
    return {
      rate: isCount(engagement) ? engagement : null,
      typical,
      followers: isCount(followers) ? followers : null,
      score: null,
      why: 'no-figures',
    };
  const ratio = engagement / typical;
  const share = ratio < LOW ? ratio / LOW : ratio > HIGH ? (HIGHEST - ratio) / (HIGHEST - HIGH) : 1;
  return { rate: engagement, typical, followers, score: scoreOf(share), why: null };
}

function commentsPart({ posts }: AuthenticityBasis): Authenticity['comments'] {
  const counted = posts
    .flatMap(({ url, title, published, comments }) =>
      isCount(comments) ? [{ url, title, published, comments }] : [],
    )
    .slice(0, MOST_POSTS);
  const counts = counted.map(({ comments }) => comments);
  if (counts.length < MIN_POSTS) return { variation: null, posts: counted, score: null, why: 'few-posts' };
  const mean = meanOf(counts);
  if (mean < MIN_COMMENTS) return { variation: null, posts: counted, score: null, why: 'few-comments' };
  const variation = sampleSd(counts) / mean;
  return { variation, posts: counted, score: scoreOf(variation / VARIED), why: null };
}

function reachPart({ reachability }: AuthenticityBasis): Authenticity['reach'] {
  const reportCreated = reachability?.created ?? null;
  const shares = (reachability?.shares ?? [])
    .filter(({ weight }) => Number.isFinite(weight) && weight > 0)
    .map(({ code, weight }) => ({ code, weight }));
  const total = shares.reduce((sum, { weight }) => sum + weight, 0);
  // A list without the group says nothing about it.
  const group = shares.find(({ code }) => code === HARDLY_REACHED);
  if (!reachability || !group || total < 0.5)
    return {
      hardlyReached: null,
      shares,
      reportCreated,
      score: null,
      why: reachability ? 'no-reachability' : 'no-report',
    };
  const hardlyReached = group.weight / Math.max(1, total);
  const share = (REACHED_BADLY - hardlyReached) / (REACHED_BADLY - REACHED_WELL);
  return { hardlyReached, shares, reportCreated, score: scoreOf(share), why: null };
}

/** Returns the score with its parts. Parts that aren't known are left out, never counted as 0 or as good. */
export function authenticityOf(basis: AuthenticityBasis): Authenticity {
  const growth = growthPart(basis);
  const engagement = engagementPart(basis);
  const comments = commentsPart(basis);
  const reach = reachPart(basis);
  const scores = [growth, engagement, comments, reach].flatMap(({ score }) =>
    score === null ? [] : [score],
  );
  return {
    formula: 'authenticity',
    version: FORMULAS.authenticity.version,
    score: scores.length >= AUTHENTICITY_NEEDED ? Math.round(meanOf(scores)) : null,
    known: scores.length,
    needed: AUTHENTICITY_NEEDED,
    growth,
    engagement,
    comments,
    reach,
  };
}
