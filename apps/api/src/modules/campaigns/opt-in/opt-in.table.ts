import type { Agreement, OfferSide, OfferState } from '@troupe/domain/campaigns/agreement';
import type { OptInStatus, Rating, Shipment } from '@troupe/domain/campaigns/opt-in';
import type { OptInEventDetail } from '@troupe/domain/campaigns/opt-in-event';
import type { Platform } from '@troupe/domain/discovery/creator';
import type { DomainEventOf, OptInWebhookType } from '@troupe/domain/domain-event';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/column.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { userTable } from '../../account/user/user.table.ts';
import { creatorTable } from '../../discovery/creator/creator.table.ts';
import { campaignTable } from '../campaign/campaign.table.ts';
import { inviteTable } from '../invite/invite.table.ts';

type HeldEvent<T extends OptInWebhookType> = { [K in T]: Omit<DomainEventOf<K>, 'brandId'> }[T];

/** An approval that can still be undone: the previous state, and the effects held back until it is final. */
export interface HeldApproval {
  /** ISO 8601. */
  until: string;
  /** The opt-in version that the approval created. */
  version: number;
  before: {
    status: OptInStatus;
    reason: string | null;
    unseen: boolean;
    approvedAt: string | null;
    agreement: Agreement;
    agreedNumber: number | null;
  };
  /** Previous offer states, and the offers that the approval added. */
  offers: { number: number; state: OfferState; answeredAt: string | null }[];
  added: number[];
  eventIds: string[];
  /** History lines and events to publish once it is final. */
  lines: { kind: string; text: string; detail?: OptInEventDetail | undefined }[];
  webhooks: HeldEvent<OptInWebhookType>[];
}

/** Creators' participation in campaigns. `version` increments with each change. Money is in minor units. */
export const optInTable = pgTable(
  'opt_in',
  {
    id: uuid().primaryKey(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brandTable.id, { onDelete: 'cascade' }),
    campaignId: uuid('campaign_id')
      .notNull()
      .references(() => campaignTable.id, { onDelete: 'cascade' }),
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => creatorTable.id),
    /** The creator's account; null once deleted. */
    userId: uuid('user_id').references(() => userTable.id, { onDelete: 'set null' }),
    inviteId: uuid('invite_id').references(() => inviteTable.id, { onDelete: 'set null' }),
    status: text().$type<OptInStatus>().notNull().default('pending'),
    reason: text(),
    pitch: text().notNull().default(''),
    askedFee: bigint('asked_fee', { mode: 'number' }),
    answers: jsonb()
      .$type<{ questionId: string; question: string; answer: string }[]>()
      .notNull()
      .default([]),
    /** The binding terms; before the first agreement, the campaign's terms without a fee. */
    agreement: jsonb().$type<Agreement>().notNull(),
    /** The number of the offer with the binding terms; null before the first agreement. */
    agreedNumber: integer('agreed_number'),
    undo: jsonb().$type<HeldApproval>(),
    rating: jsonb().$type<Rating>(),
    shipment: jsonb().$type<Shipment>().notNull(),
    /** The accepted version of the brief's terms, and when it was accepted. */
    termsVersion: integer('terms_version').notNull(),
    termsAcceptedAt: instant('terms_accepted_at').notNull(),
    unseen: boolean().notNull().default(true),
    version: integer().notNull().default(1),
    /** When it was first agreed, in the calendar month it counts toward. */
    approvedAt: instant('approved_at'),
    remindedAt: instant('reminded_at'),
    /** When the creator deleted their account: agreements stay, without their name. */
    removedAt: instant('removed_at'),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    updatedAt: instant('updated_at').notNull().default(sql`now()`),
  },
  (table) => [
    uniqueIndex('opt_in_once').on(table.campaignId, table.creatorId),
    index('opt_in_page').on(table.campaignId, table.createdAt.desc(), table.id.desc()),
    index('opt_in_status').on(table.campaignId, table.status, table.createdAt.desc()),
    index('opt_in_user').on(table.userId, table.updatedAt.desc()),
    index('opt_in_undo').on(table.id).where(sql`${table.undo} is not null`),
    index('opt_in_approved').on(table.brandId, table.approvedAt).where(sql`${table.approvedAt} is not null`),
  ],
);

/** Opt-in history. Append-only. */
export const optInEventTable = pgTable(
  'opt_in_event',
  {
    id: uuid().primaryKey(),
    optInId: uuid('opt_in_id')
      .notNull()
      .references(() => optInTable.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    text: text().notNull(),
    userId: uuid('user_id').references(() => userTable.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [index('opt_in_event_of').on(table.optInId, table.id)],
);

/**
 * Versions of the terms between a brand and a creator. A trigger adds the first one with each opt-in; another makes
 * terms, side and number immutable. At most one is open.
 */
export const optInOfferTable = pgTable(
  'opt_in_offer',
  {
    optInId: uuid('opt_in_id')
      .notNull()
      .references(() => optInTable.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    side: text().$type<OfferSide>().notNull(),
    state: text().$type<OfferState>().notNull().default('offered'),
    terms: jsonb().$type<Agreement>().notNull(),
    userId: uuid('user_id').references(() => userTable.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    answeredAt: instant('answered_at'),
  },
  (table) => [
    primaryKey({ columns: [table.optInId, table.number] }),
    uniqueIndex('opt_in_offer_open').on(table.optInId).where(sql`${table.state} = 'offered'`),
  ],
);

/** Social profiles that creators claim; once verified, one account per profile. */
export const creatorClaimTable = pgTable(
  'creator_claim',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => userTable.id, { onDelete: 'cascade' }),
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => creatorTable.id),
    code: text().notNull(),
    claimedAt: instant('claimed_at'),
    /** Verified by invite link only: proof of control by another account overrides it. */
    byInvite: boolean('by_invite').notNull().default(false),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [
    uniqueIndex('creator_claim_mine').on(table.userId, table.creatorId),
    uniqueIndex('creator_claim_once').on(table.creatorId).where(sql`${table.claimedAt} is not null`),
  ],
);

/** Claims not verified yet. They create no profile, so brands see nothing before verification. */
export const openClaimTable = pgTable(
  'creator_open_claim',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => userTable.id, { onDelete: 'cascade' }),
    platform: text().$type<Platform>().notNull(),
    username: text().notNull(),
    code: text().notNull(),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [
    uniqueIndex('creator_open_claim_once').on(table.userId, table.platform, sql`lower(${table.username})`),
  ],
);

/** SQL for the username of creator `c` of opt-in `i`. */
export const CREATOR_USERNAME = `case when i.removed_at is null then c.username else 'removed' end`;

/**
 * SQL columns that name creator `c` of opt-in `i`; anonymous once they deleted their account, though agreements stay.
 */
export const CREATOR_NAMES = `${CREATOR_USERNAME} as username,
  case when i.removed_at is null then c.fullname else 'Removed creator' end as fullname,
  case when i.removed_at is null then c.profile_pic_url end as "profilePicUrl"`;
