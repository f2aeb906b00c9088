import { z } from 'zod';
import { Ability, abilityUnless } from '../account/ability.ts';
import { Id, Instant, text, Version } from '../shape.ts';
import { SOURCE_KINDS, SourceKind } from './listening-source.ts';
import { MentionSpan } from './mention.ts';
import { parseQuery } from './query/parse-query.ts';
import { lineAndColumn, QUERY_PROBLEMS, type QueryProblemCode } from './query/query-problem.ts';
import { MAX_QUERY, type QueryNode } from './query/query-tree.ts';

/** What a monitor is about. The monitor of a discount code is made with the code and follows it. */
export const MonitorKind = z.enum(['brand', 'product', 'competitor', 'topic', 'campaign', 'creator-code']);
export type MonitorKind = z.infer<typeof MonitorKind>;

/** Whether a monitor collects mentions. */
export const MonitorState = z.enum(['active', 'paused', 'archived']);
export type MonitorState = z.infer<typeof MonitorState>;

/** Why a monitor is paused: by a person, or because its query takes too long. */
export const PauseReason = z.enum(['person', 'over-budget']);
export type PauseReason = z.infer<typeof PauseReason>;

/** The most monitors of a brand that aren't archived. */
export const MAX_MONITORS = 200;
/** The most languages of a monitor. */
const MAX_LANGUAGES = 50;

/** A query that can be run. The message names the first problem with its line and column. */
export const MonitorQuery = text({ min: 1, max: MAX_QUERY, required: 'Enter a query.' }).superRefine(
  (query, context) => {
    const first = parseQuery(query).problems.find(({ severity }) => severity === 'error');
    if (!first) return;
    const { line, column } = lineAndColumn(query, first.start);
    context.addIssue({ code: 'custom', message: `Line ${line}, column ${column}: ${first.message}` });
  },
);

/** When a monitor raises an alert. */
export const AlertRules = z.object({
  /** Far more mentions than usual in an hour. */
  spike: z.boolean().default(true),
  /** A larger or smaller share of negative mentions than in the last 28 days. */
  negativeShift: z.boolean().default(true),
  /** No alerts until then. */
  mutedUntil: Instant.nullable().default(null),
  muteReason: text({ max: 200 }).default(''),
});
export type AlertRules = z.output<typeof AlertRules>;

const fields = {
  name: text({ min: 1, max: 100, required: 'Enter a name' }),
  kind: MonitorKind,
  /** Monitors with the same set name are compared in share of voice; null for none. */
  setName: text({ max: 60 })
    .transform((name) => name.trim() || null)
    .nullable()
    .default(null),
  /** ISO 639; empty for all. */
  languages: z
    .array(z.string().regex(/^[a-z]{2,3}$/, { error: 'Use a language code such as en' }))
    .max(MAX_LANGUAGES)
    .transform((languages) => [...new Set(languages)])
    .default([]),
  /** Empty for all. */
  sources: z
    .array(SourceKind)
    .max(SOURCE_KINDS.length)
    .transform((sources) => [...new Set(sources)])
    .default([]),
  alertRules: AlertRules.prefault({}),
};

/** A monitor to create. */
export const MonitorForm = z.object({
  name: fields.name,
  kind: fields.kind.exclude(['creator-code']),
  setName: fields.setName,
  query: MonitorQuery,
  languages: fields.languages,
  sources: fields.sources,
  alertRules: fields.alertRules,
});
export type MonitorForm = z.output<typeof MonitorForm>;

/** A change to a monitor. Another query is a new version; earlier mentions keep theirs. */
export const MonitorChange = z.object({
  name: fields.name.optional(),
  kind: MonitorKind.exclude(['creator-code']).optional(),
  setName: text({ max: 60 })
    .transform((name) => name.trim() || null)
    .nullable()
    .optional(),
  query: MonitorQuery.optional(),
  languages: fields.languages.unwrap().optional(),
  sources: fields.sources.unwrap().optional(),
  alertRules: AlertRules.optional(),
  state: MonitorState.optional(),
  /** The version that was edited, to notice an edit conflict. */
  version: Version,
});
export type MonitorChange = z.output<typeof MonitorChange>;

/** A problem of a query; screens translate by its code and fill in `values`. */
export const QueryProblemEntry = z.object({
  code: z.enum(Object.keys(QUERY_PROBLEMS) as [QueryProblemCode, ...QueryProblemCode[]]),
  severity: z.enum(['error', 'warning', 'note']),
  /** Code units, end exclusive. */
  start: z.int(),
  end: z.int(),
  message: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  suggestion: z.object({ start: z.int(), end: z.int(), text: z.string() }).nullable(),
});

/** A part of a query that lets posts in or keeps them out. */
const QueryClauseEntry = z.object({ text: z.string(), start: z.int(), end: z.int() });

/** The check of a query before it is saved. */
export const QueryCheck = z.object({
  problems: z.array(QueryProblemEntry),
  /** The query as Troupe writes it; null with errors. */
  canonical: z.string().nullable(),
  clauses: z.array(QueryClauseEntry),
  terms: z.int(),
  /**
   * The share of all posts on which the query has to be evaluated, by the rarest words that it requires: from 0 to 1, and 1
   * if it requires none. Null with errors.
   */
  cost: z.number().nullable(),
});
export type QueryCheck = z.infer<typeof QueryCheck>;

/** A clause's effect in a replay. */
const ReplayClause = QueryClauseEntry.extend({
  /** Posts that it let in, alone or with others. */
  letIn: z.int(),
  /** Posts that would match without it, for clauses with NOT. */
  excluded: z.int(),
});

/** What a query would have found in the past. */
export const ReplayFigures = z.object({
  from: Instant,
  to: Instant,
  /** Posts that were read. */
  posts: z.int(),
  found: z.int(),
  clauses: z.array(ReplayClause),
  /** Posts on which the query took too long. */
  overBudget: z.int(),
  /** Parts of the time from which posts are missing. */
  gaps: z.array(z.object({ from: Instant, to: Instant })),
});
export type ReplayFigures = z.infer<typeof ReplayFigures>;

/** A post that a replay found, or that NOT kept out. */
export const ReplayExample = z.object({
  source: SourceKind,
  url: z.string().nullable(),
  author: z.string().nullable(),
  title: z.string().nullable(),
  text: z.string(),
  language: z.string().nullable(),
  published: Instant,
  /** Clauses that let it in, or that keep it out if `excluded`. */
  clauses: z.array(z.int()),
  excluded: z.boolean(),
  spans: z.array(MentionSpan),
});
export type ReplayExample = z.infer<typeof ReplayExample>;

/** A query that is run on posts of the past. */
export const MonitorReplay = z.object({
  id: Id,
  state: z.enum(['queued', 'running', 'done', 'failed']),
  /** Percent of the time span that was read. */
  progress: z.int(),
  /** So far, while it is running; null before it starts. */
  figures: ReplayFigures.nullable(),
  /** Posts found per hour, oldest first, without hours that have none. */
  hours: z.array(z.object({ hour: Instant, found: z.int() })),
  /** The latest posts: at most 30 found, and at most 30 kept out by NOT. */
  examples: z.array(ReplayExample),
  /** Why it failed; otherwise null. */
  problem: z.string().nullable(),
  created: Instant,
});
export type MonitorReplay = z.infer<typeof MonitorReplay>;

/** A version of a monitor's query. Versions are only added. */
export const MonitorVersion = z.object({
  monitorId: Id,
  version: z.int(),
  query: z.string(),
  /** Who wrote it; null for monitors that Troupe makes. */
  by: z.string().nullable(),
  at: Instant,
  /** What it found in the replay before it was saved; null without one. */
  replay: ReplayFigures.nullable(),
});
export type MonitorVersion = z.infer<typeof MonitorVersion>;

/** Actions available for a monitor. */
const MonitorAbilities = z.object({
  change: Ability,
  pause: Ability,
  resume: Ability,
  archive: Ability,
});

/** A saved query that collects mentions. */
export const Monitor = z.object({
  id: Id,
  name: z.string(),
  kind: MonitorKind,
  setName: z.string().nullable(),
  query: z.string(),
  /** The version of the query. */
  queryVersion: z.int(),
  /** Warnings and notes about it. */
  problems: z.array(QueryProblemEntry),
  languages: z.array(z.string()),
  sources: z.array(SourceKind),
  alertRules: AlertRules,
  state: MonitorState,
  /** Null unless it is paused. */
  pauseReason: PauseReason.nullable(),
  /** The code, link or campaign that it follows. */
  subjectId: Id.nullable(),
  /** Mentions in the last seven days. */
  mentions7Days: z.int(),
  /** The same for each of seven times 24 hours, the latest last. */
  days: z.array(z.int()),
  /** Unread mentions, up to 1,000. */
  unread: z.int(),
  lastMention: Instant.nullable(),
  /** Goes up with each change. */
  version: z.int(),
  created: Instant,
  updated: Instant,
  abilities: MonitorAbilities,
});
export type Monitor = z.infer<typeof Monitor>;

/**
 * Returns what a monitor looks for: its query, in its languages and sources. Clauses of these come after those of the
 * query.
 */
export function monitorTree(
  query: QueryNode,
  { languages, sources }: { languages: readonly string[]; sources: readonly SourceKind[] },
): QueryNode {
  const place = { start: query.end, end: query.end };
  const oneOf = (field: 'language' | 'source', values: readonly string[]): QueryNode[] =>
    values.length === 0
      ? []
      : [
          {
            kind: 'or',
            children: values.map((value) => ({ kind: 'field', field, value, ...place })),
            ...place,
          },
        ];
  const limits = [...oneOf('language', languages), ...oneOf('source', sources)];
  return limits.length === 0 ? query : { kind: 'and', children: [query, ...limits], ...place };
}

/** Shorter discount codes would match words that have nothing to do with them. */
export const SHORTEST_WATCHED_CODE = 4;

/**
 * Returns the query that finds a discount code; null if it can't be searched for. A code of letters alone may be a word, so
 * it has to be written as the code is.
 */
export function codeQuery(code: string): string | null {
  const isWord = /^[\p{L}\p{N}]+$/u.test(code);
  const query = isWord ? (/\p{N}/u.test(code) ? code : `{${code}}`) : `"${code.replaceAll('"', '')}"`;
  return code.length >= SHORTEST_WATCHED_CODE && MonitorQuery.safeParse(query).success ? query : null;
}

/** Returns why a monitor can't go from one state to another; null if it can. */
export function monitorMoveRefusal(kind: MonitorKind, from: MonitorState, to: MonitorState): string | null {
  if (from === to) return `This monitor is already ${from}.`;
  if (kind === 'creator-code' && to === 'archived')
    return "You can't archive or delete this monitor. It ends when its discount code ends.";
  return null;
}

/** Returns what may be done with a monitor. */
export function monitorAbilities(kind: MonitorKind, state: MonitorState): z.infer<typeof MonitorAbilities> {
  const to = (next: MonitorState) => abilityUnless(monitorMoveRefusal(kind, state, next));
  return {
    change: abilityUnless(
      kind === 'creator-code'
        ? "You can't edit this monitor because it tracks a discount code."
        : state === 'archived'
          ? 'Restore this monitor to change it.'
          : null,
    ),
    pause: state === 'active' ? to('paused') : abilityUnless('You can only pause active monitors.'),
    resume: to('active'),
    archive: to('archived'),
  };
}
