import { z } from 'zod';
import { Id, Instant, several, text, Version } from '../shape.ts';
import { SourceKind } from './listening-source.ts';
import { MentionAuthor } from './mention-author.ts';

/** Days that texts are kept unless the brand shortens it. */
export const USUAL_KEEP_DAYS = 90;
/** Unread mentions are counted up to here. */
export const MOST_UNREAD = 1000;
/** How far the clocks of sources may be ahead. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;
/** Posts before this time have a wrong date. */
const EARLIEST = Date.UTC(2000, 0, 1);
const DAY_MS = 86_400_000;

/** Workflow state of a mention within a brand. */
export const MentionState = z.enum(['new', 'seen', 'done', 'hidden']);
export type MentionState = z.infer<typeof MentionState>;

/** Sentiment: -1 negative, 0 neutral, 1 positive. */
export const Sentiment = z.union([z.literal(-1), z.literal(0), z.literal(1)]);
export type Sentiment = z.infer<typeof Sentiment>;

/** Figures of a post; null is unknown. */
export const MentionFigures = z.object({
  likes: z.int().nullable(),
  replies: z.int().nullable(),
  reposts: z.int().nullable(),
  quotes: z.int().nullable(),
  views: z.int().nullable(),
});
export type MentionFigures = z.infer<typeof MentionFigures>;

/** A place to mark: code units of the title or text, end exclusive. */
export const MentionSpan = z.object({
  clause: z.int(),
  part: z.enum(['title', 'text']),
  start: z.int(),
  end: z.int(),
});
export type MentionSpan = z.infer<typeof MentionSpan>;

/** The model's judgment of a mention. The model abstains when it isn't certain enough. */
export const MentionSentiment = z.object({
  /** Null if the model abstained. */
  value: Sentiment.nullable(),
  /** Calibrated probabilities of negative, neutral and positive; null without a model for the language. */
  probabilities: z.tuple([z.number(), z.number(), z.number()]).nullable(),
  modelVersion: z.int().nullable(),
  /** A person's correction, which overrides the model. */
  byPerson: Sentiment.nullable(),
});
export type MentionSentiment = z.infer<typeof MentionSentiment>;

/** A public post found by a monitor, with the brand's edits. */
export const Mention = z.object({
  id: Id,
  monitorId: Id,
  monitorName: z.string(),
  source: SourceKind,
  url: z.string().nullable(),
  title: z.string().nullable(),
  text: z.string(),
  /** BCP 47; null if unknown. */
  language: z.string().nullable(),
  /** Whether the source told the language, or it was recognized with certainty. */
  languageSure: z.boolean(),
  author: MentionAuthor,
  published: Instant,
  seen: Instant,
  /** When the author last changed it. */
  edited: Instant.nullable(),
  replyTo: z.string().nullable(),
  links: z.array(z.string()),
  tags: z.array(z.string()),
  figures: MentionFigures,
  /** When the figures were read. */
  figuresAt: Instant.nullable(),
  /** Posts that say the same, this one included. */
  clusterId: Id,
  clusterSize: z.int(),
  /** The version of the query that found it, its clauses that did, and the words. */
  queryVersion: z.int(),
  why: z.array(z.string()),
  spans: z.array(MentionSpan),
  sentiment: MentionSentiment,
  /** Probability that it is about the monitor's subject; null before the monitor has learned that. */
  relevance: z.number().nullable(),
  /** A person's correction; null without one. */
  relevantByPerson: z.boolean().nullable(),
  state: MentionState,
  assigneeId: Id.nullable(),
  brandTags: z.array(z.string()),
  note: z.string(),
  /** Goes up with each change by a person. */
  version: z.int(),
  /** When its text is deleted. */
  forgets: Instant,
});
export type Mention = z.infer<typeof Mention>;

const BrandTag = text({ min: 1, max: 40 }).transform((tag) => tag.trim());

/** A change to a mention. Omitted fields stay unchanged. */
export const MentionChange = z.object({
  relevant: z.boolean().nullable().optional(),
  sentiment: Sentiment.nullable().optional(),
  state: MentionState.optional(),
  assigneeId: Id.nullable().optional(),
  tags: z
    .array(BrandTag)
    .max(20)
    .transform((tags) => [...new Set(tags)])
    .optional(),
  note: text({ max: 2000 }).optional(),
  /** The version that was edited, to notice an edit conflict. Without it, the change always applies. */
  version: Version.optional(),
});
export type MentionChange = z.output<typeof MentionChange>;

/** The same change to many mentions. */
export const MentionsChange = MentionChange.omit({ note: true, version: true }).extend({
  mentionIds: z
    .array(Id)
    .min(1, { error: 'Choose at least one mention' })
    .max(500)
    .transform((ids) => [...new Set(ids)]),
});

/** Filters of mentions. */
export const MentionFilter = z.object({
  monitorId: several(Id),
  source: several(SourceKind),
  language: several(z.string().regex(/^[a-z]{2,3}$/)),
  /** `unknown` is what the model abstained on. */
  sentiment: several(z.enum(['negative', 'neutral', 'positive', 'unknown'])),
  state: several(MentionState),
  tag: several(text({ max: 40 })),
  /** `yes` and `no` are persons' corrections. */
  relevant: several(z.enum(['yes', 'no', 'unknown'])),
  assigneeId: Id.optional(),
  authorId: Id.optional(),
  /** Posts that say the same. */
  clusterId: Id.optional(),
  /** Text that title or text contain, whatever its case. */
  text: text({ max: 200 }).optional(),
  /** From and until when they were published. */
  from: Instant.optional(),
  to: Instant.optional(),
  /** One of each cluster. */
  folded: z.stringbool().default(true),
  sort: z.enum(['newest', 'oldest', 'reach', 'relevance']).default('newest'),
});
export type MentionFilter = z.output<typeof MentionFilter>;

/** Returns the sentiment that counts: a person's correction, else the model's, else null. */
export const sentimentOf = ({ byPerson, value }: MentionSentiment): Sentiment | null => byPerson ?? value;

/**
 * Returns when a post counts as published: never later than five minutes after it was seen, and at that time if its own
 * date is missing or impossible. Times are milliseconds since 1970.
 */
export function plausiblePublished(published: number | null, seen: number): number {
  if (published === null || !Number.isFinite(published) || published < EARLIEST) return seen;
  return published > seen + CLOCK_TOLERANCE_MS ? seen : published;
}

/** Returns when the text of a mention is deleted. @param seen milliseconds since 1970 */
export const forgetTime = (seen: number, keepDays = USUAL_KEEP_DAYS): number => seen + keepDays * DAY_MS;

/** Longer addresses aren't compared. */
const MAX_ADDRESS = 2000;
/** Tracking parameters, which don't identify a page. */
const TRACKING =
  /^(?:utm_.*|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|igsh|ref_src|ref_url|ncid|cmpid|smid|si)$/i;

/**
 * Returns the canonical form of an address, for finding duplicates: https, without `www.`, fragment, tracking parameters and a slash at the
 * end, parameters sorted; null if it is no web address.
 */
export function canonicalUrl(address: string): string | null {
  if (address.length > MAX_ADDRESS || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  const kept = [...url.searchParams].filter(([name]) => !TRACKING.test(name));
  const search = new URLSearchParams(kept.toSorted(([a], [b]) => (a < b ? -1 : 1))).toString();
  let path = url.pathname;
  while (path.endsWith('/')) path = path.slice(0, -1);
  const port = url.port === '' ? '' : `:${url.port}`;
  return `https://${url.hostname.replace(/^www\./, '')}${port}${path}${search === '' ? '' : `?${search}`}`;
}
