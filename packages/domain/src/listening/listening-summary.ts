import { z } from 'zod';
import { Day, Id, Instant, several, text } from '../shape.ts';
import { Share95 } from '../share-interval.ts';
import { GapReason, SourceKind } from './listening-source.ts';
import { MentionAuthor } from './mention-author.ts';

/** The length of a column in the chart of mentions. */
export const SummaryGroup = z.enum(['quarter', 'hour', 'day']);
export type SummaryGroup = z.infer<typeof SummaryGroup>;

/** The longest period of each, in days. */
export const MOST_SUMMARY_DAYS: Record<SummaryGroup, number> = { quarter: 3, hour: 31, day: 366 };
/** The period if none is given, in days. */
export const USUAL_SUMMARY_DAYS = 30;
/** Posts that topics are found in: the latest of the period. */
export const MOST_TOPIC_POSTS = 3000;

/** What a summary covers. */
export const SummaryFilter = z.object({
  /** All monitors by default. A post that several monitors found counts once for each. */
  monitorId: several(Id),
  source: several(SourceKind),
  language: several(z.string().regex(/^[a-z]{2,3}$/)),
  /** First and last day in the brand's time zone; the last 30 days by default. */
  from: Day.optional(),
  to: Day.optional(),
});

/** The formulas of a summary. The screen and the documentation show them. */
const SUMMARY_FORMULAS = {
  volume: {
    version: 1,
    formula:
      'sum of mentions by publication time, copies included; unique mentions (voices): one per cluster, at most 20 of an author and day',
  },
  netSentiment: {
    version: 1,
    formula: '(positive - negative) / (positive + neutral + negative), interval of Agresti and Min (95%)',
  },
  health: { version: 1, formula: 'positive / (positive + negative), interval of Wilson (95%)' },
  reach: { version: 1, formula: 'sum of followers of distinct authors, where known' },
  influence: { version: 1, formula: 'log10(1 + followers) * (1 + relevant mentions in 90 days)' },
  topics: {
    version: 1,
    formula: 'c-TF-IDF of phrases in distinct posts: tf * log(1 + A / f), compared with the period before',
  },
  shareOfVoice: {
    version: 1,
    formula:
      'mentions of a monitor / mentions of its group, in quarter-hours in which all sources were up, interval of Wilson (95%)',
  },
} as const satisfies Record<string, { version: number; formula: string }>;
export type SummaryFormula = keyof typeof SUMMARY_FORMULAS;

/** Mentions by judgment. `abstained`: the model wasn't certain; `unknown`: no model for the language. */
export const SentimentCount = z.object({
  positive: z.int(),
  neutral: z.int(),
  negative: z.int(),
  abstained: z.int(),
  unknown: z.int(),
});
export type SentimentCount = z.infer<typeof SentimentCount>;

/** Net sentiment from -1 to 1 with its interval, and the Brand Health Index; null without judged mentions. */
const NetSentimentFigure = z.object({
  net: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  health: Share95.nullable(),
  /** Mentions that a model or person judged; the others are left out. */
  judged: z.int(),
});

/** What was said in a period. */
export const SummaryTotals = z.object({
  from: Day,
  to: Day,
  /** Copies included. */
  mentions: z.int(),
  /** Unique mentions. */
  voices: z.int(),
  sentiment: SentimentCount,
  net: NetSentimentFigure,
  /** Followers of different authors whose posts are kept, and for how many of them they are known. */
  reach: z.object({ followers: z.int(), authors: z.int(), known: z.int() }),
  /** Seconds of the period in which a source was down. */
  blindSeconds: z.int(),
});
export type SummaryTotals = z.infer<typeof SummaryTotals>;

/** A column of the chart. */
export const SummaryPoint = z.object({
  start: Instant,
  mentions: z.int(),
  voices: z.int(),
  sentiment: SentimentCount,
  /** Sources that were down for some of the time: their mentions may be missing. */
  down: z.array(SourceKind),
});
export type SummaryPoint = z.infer<typeof SummaryPoint>;

/** A phrase that sets the period apart. */
const SummaryTopic = z.object({
  phrase: z.string(),
  /** Posts with it, each text once, and the same in the period before. */
  posts: z.int(),
  before: z.int(),
  /** Of these, negative and positive ones. */
  negative: z.int(),
  positive: z.int(),
  score: z.number(),
});
export type SummaryTopic = z.infer<typeof SummaryTopic>;

/** What monitors found in a period. */
export const ListeningSummary = z.object({
  /** The time zone of days and hours, and what it comes from. */
  zone: z.string(),
  groupBy: SummaryGroup,
  /** When it was counted. */
  asOf: Instant,
  /** Texts are kept this long; figures of texts cover only what is kept. */
  keepDays: z.int(),
  textsSince: Instant,
  current: SummaryTotals,
  /** The period of the same length before. */
  previous: SummaryTotals,
  volume: z.array(SummaryPoint),
  gaps: z.array(
    z.object({
      source: SourceKind,
      name: z.string(),
      from: Instant,
      to: Instant.nullable(),
      reason: GapReason,
    }),
  ),
  sources: z.array(z.object({ source: SourceKind, mentions: z.int(), voices: z.int() })),
  languages: z.array(z.object({ language: z.string().nullable(), mentions: z.int(), voices: z.int() })),
  authors: z.array(
    MentionAuthor.extend({ mentions: z.int(), mentions90Days: z.int(), influence: z.number() }),
  ),
  links: z.array(z.object({ url: z.string(), mentions: z.int(), authors: z.int() })),
  topics: z.array(SummaryTopic),
  /** Posts that topics were found in, and those of the period. */
  topicPosts: z.object({ read: z.int(), kept: z.int() }),
  /** Mentions by day of the week (1 is Monday) and hour. */
  times: z.array(
    z.object({ weekday: z.int().min(1).max(7), hour: z.int().min(0).max(23), mentions: z.int() }),
  ),
  formulas: z.array(z.object({ figure: z.string(), version: z.int(), formula: z.string() })),
});
export type ListeningSummary = z.infer<typeof ListeningSummary>;

/** What share of voice covers. */
export const VoiceFilter = z.object({
  setName: text({ min: 1, max: 60, required: 'Choose a share of voice group' }),
  from: Day.optional(),
  to: Day.optional(),
});

/** The shares of monitors of one set. */
export const VoiceReport = z.object({
  setName: z.string(),
  zone: z.string(),
  asOf: Instant,
  from: Day,
  to: Day,
  /** Quarter-hours of the period, and those left out: a source was down, or a monitor didn't exist yet. */
  quarters: z.int(),
  leftOut: z.int(),
  /** Since when all monitors of the set listen. */
  since: Instant,
  sources: z.array(SourceKind),
  monitors: z.array(
    z.object({
      monitorId: Id,
      name: z.string(),
      kind: z.string(),
      /** Unique mentions, and all of them. */
      voices: z.int(),
      copies: z.int(),
      /** Null without mentions in the set. */
      byVoices: Share95.nullable(),
      byCopies: Share95.nullable(),
    }),
  ),
  formulas: z.array(z.object({ figure: z.string(), version: z.int(), formula: z.string() })),
});
export type VoiceReport = z.infer<typeof VoiceReport>;

/** Returns formulas as a call lists them. */
export const formulasOf = (...figures: SummaryFormula[]) =>
  figures.map((figure) => ({
    figure,
    version: SUMMARY_FORMULAS[figure].version,
    formula: SUMMARY_FORMULAS[figure].formula,
  }));
