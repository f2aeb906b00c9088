import type { SourceKind } from '@troupe/domain/listening/listening-source';
import type { PostKind } from '@troupe/domain/listening/matching/mention-input';
import type { MentionFigures, MentionSpan, MentionState, Sentiment } from '@troupe/domain/listening/mention';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { listeningSourceTable } from '../listening-source/listening-source.table.ts';
import { mentionAuthorTable } from '../mention-author/mention-author.table.ts';
import { monitorTable } from '../monitor/monitor.table.ts';

/**
 * Public posts that a monitor found, once for all brands. A post that its author deleted leaves its ids only, for a few
 * days: streams send events more than once.
 */
export const mentionTable = pgTable(
  'mention',
  {
    id: uuid().primaryKey(),
    sourceKind: text('source_kind').$type<SourceKind>().notNull(),
    externalId: text('external_id').notNull(),
    sourceId: uuid('source_id').references(() => listeningSourceTable.id, { onDelete: 'set null' }),
    /** Null for deleted posts. */
    authorId: uuid('author_id').references(() => mentionAuthorTable.id, { onDelete: 'cascade' }),
    kind: text().$type<PostKind>().notNull().default('post'),
    url: text(),
    canonicalUrl: text('canonical_url'),
    title: text(),
    /** At most 5,000 characters. */
    text: text().notNull(),
    /** ISO 639; null if unknown. */
    lang: text(),
    langSure: boolean('lang_sure').notNull().default(false),
    publishedAt: instant('published_at').notNull(),
    seenAt: instant('seen_at').notNull(),
    editedAt: instant('edited_at'),
    deletedAt: instant('deleted_at'),
    replyTo: text('reply_to'),
    links: text().array().notNull().default(sql`'{}'`),
    tags: text().array().notNull().default(sql`'{}'`),
    names: text().array().notNull().default(sql`'{}'`),
    /** Null for short texts. */
    simhash: bigint({ mode: 'bigint' }),
    /** Four blocks of the fingerprint, or a hash of a short text: one in common makes a candidate. */
    blocks: integer().array().notNull().default(sql`'{}'`),
    /** The first post that says the same. */
    clusterId: uuid('cluster_id').notNull(),
    figures: jsonb().$type<MentionFigures>(),
    figuresAt: instant('figures_at'),
    /** When figures are read next; null if never. */
    figuresDueAt: instant('figures_due_at'),
  },
  (table) => [
    unique('mention_once').on(table.sourceKind, table.externalId),
    index('mention_by_author').on(table.authorId),
    index('mention_source').on(table.sourceId, table.publishedAt),
    index('mention_cluster').on(table.clusterId),
    index('mention_blocks').using('gin', table.blocks),
    index('mention_figures_due').on(table.figuresDueAt).where(sql`figures_due_at is not null`),
    index('mention_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
    index('mention_words').using('gin', sql`(coalesce(title, '') || ' ' || text) gin_trgm_ops`),
  ],
);

/**
 * A mention found by a monitor, with the brand's edits. Brand, cluster, author, source, language and time repeat those
 * of monitor and mention, for filters.
 */
export const monitorMentionTable = pgTable(
  'monitor_mention',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    monitorId: uuid('monitor_id')
      .notNull()
      .references(() => monitorTable.id, { onDelete: 'cascade' }),
    mentionId: uuid('mention_id')
      .notNull()
      .references(() => mentionTable.id, { onDelete: 'cascade' }),
    clusterId: uuid('cluster_id').notNull(),
    authorId: uuid('author_id').notNull(),
    sourceKind: text('source_kind').$type<SourceKind>().notNull(),
    lang: text(),
    publishedAt: instant('published_at').notNull(),
    seenAt: instant('seen_at').notNull(),
    queryVersion: integer('query_version').notNull(),
    /** The clauses of the query that matched. */
    why: text().array().notNull().default(sql`'{}'`),
    spans: jsonb().$type<z.infer<typeof MentionSpan>[]>().notNull().default([]),
    /** Whether it counts as a voice: the first of its cluster, at most 20 of an author and day. */
    isVoice: boolean('is_voice').notNull().default(true),
    relevance: real(),
    /** The model's; null if it abstained or there is no model. */
    sentiment: smallint().$type<Sentiment>(),
    sentimentP: real('sentiment_p').array(),
    modelVersion: integer('model_version'),
    personSentiment: smallint('person_sentiment').$type<Sentiment>(),
    personRelevant: boolean('person_relevant'),
    correctedBy: uuid('corrected_by').references(() => userTable.id, { onDelete: 'set null' }),
    correctedAt: instant('corrected_at'),
    tags: text().array().notNull().default(sql`'{}'`),
    state: text().$type<MentionState>().notNull().default('new'),
    assigneeId: uuid('assignee_id').references(() => userTable.id, { onDelete: 'set null' }),
    note: text().notNull().default(''),
    /** Goes up with each change by a person. */
    version: integer().notNull().default(1),
    forgetAt: instant('forget_at').notNull(),
  },
  (table) => [
    unique('monitor_mention_once').on(table.monitorId, table.mentionId),
    index('monitor_mention_brand').on(table.brandId, table.publishedAt, table.id),
    index('monitor_mention_monitor').on(table.monitorId, table.publishedAt, table.id),
    index('monitor_mention_cluster').on(table.brandId, table.clusterId, table.publishedAt),
    index('monitor_mention_author').on(table.brandId, table.authorId, table.publishedAt),
    index('monitor_mention_language').on(table.brandId, table.lang, table.publishedAt, table.id),
    index('monitor_mention_source').on(table.brandId, table.sourceKind, table.publishedAt, table.id),
    index('monitor_mention_sentiment').on(
      table.brandId,
      sql`coalesce(person_sentiment, sentiment)`,
      table.publishedAt,
      table.id,
    ),
    index('monitor_mention_state').on(table.brandId, table.state, table.publishedAt, table.id),
    index('monitor_mention_tagged').on(table.brandId, table.publishedAt, table.id).where(sql`tags <> '{}'`),
    index('monitor_mention_judged')
      .on(table.brandId, table.publishedAt, table.id)
      .where(sql`person_relevant is not null`),
    index('monitor_mention_mention').on(table.mentionId),
    index('monitor_mention_new').on(table.monitorId).where(sql`state = 'new'`),
    index('monitor_mention_assignee')
      .on(table.brandId, table.assigneeId, table.publishedAt)
      .where(sql`assignee_id is not null`),
    index('monitor_mention_corrected')
      .on(table.brandId, table.correctedAt)
      .where(sql`corrected_at is not null`),
    index('monitor_mention_forget').on(table.forgetAt),
  ],
);

/** How long a brand keeps mentions. */
export const listeningSettingTable = pgTable('listening_setting', {
  brandId: uuid('brand_id')
    .primaryKey()
    .references(() => brandTable.id, { onDelete: 'cascade' }),
  keepDays: integer('keep_days').notNull(),
});

/**
 * Mentions of a monitor per quarter hour (UTC) of their publication. Added up as mentions are stored and corrected; kept
 * when their texts are deleted.
 */
export const listeningQuarterTable = pgTable(
  'listening_quarter',
  {
    monitorId: uuid('monitor_id')
      .notNull()
      .references(() => monitorTable.id, { onDelete: 'cascade' }),
    bucket: instant().notNull(),
    sourceKind: text('source_kind').$type<SourceKind>().notNull(),
    /** Empty if unknown. */
    lang: text().notNull(),
    /** `abstained`: by the model; `unknown`: no model for the language. */
    sentiment: text().$type<'negative' | 'neutral' | 'positive' | 'abstained' | 'unknown'>().notNull(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    /** Mentions, copies included. */
    n: integer().notNull(),
    /** Those that said it first, at most 20 of an author and day. */
    clusters: integer().notNull(),
    /** Followers of authors where known, and of how many mentions they are known. */
    reach: bigint({ mode: 'number' }).notNull(),
    reachKnown: integer('reach_known').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.monitorId, table.bucket, table.sourceKind, table.lang, table.sentiment] }),
    index('listening_quarter_brand').on(table.brandId, table.bucket),
  ],
);
