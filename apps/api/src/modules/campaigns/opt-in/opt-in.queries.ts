import type { Agreement } from '@troupe/domain/campaigns/agreement';
import { type OptIn, OptInStatus, optInAbilities, ratingAverage } from '@troupe/domain/campaigns/opt-in';
import type { Platform } from '@troupe/domain/discovery/creator';
import { PAGE_SIZE } from '@troupe/domain/shape';
import { asc, eq } from 'drizzle-orm';
import type pg from 'pg';
import { containing, type Database } from '../../../platform/database.ts';
import { userTable } from '../../account/user/user.table.ts';
import {
  type CreatorRow,
  creatorColumnsSql,
  creatorTable,
  namelessCreator,
  toCreator,
} from '../../discovery/creator/creator.table.ts';
import { campaignTable } from '../campaign/campaign.table.ts';
import { OFFER_COLUMNS, type OfferColumns, offerColumns } from './offer.queries.ts';
import { optInEventTable, optInTable } from './opt-in.table.ts';

/** Returns the creator account behind an opt-in, or null. */
export async function userOfOptIn(db: Database, optInId: string): Promise<string | null> {
  const [row] = await db
    .select({ userId: optInTable.userId })
    .from(optInTable)
    .where(eq(optInTable.id, optInId));
  return row?.userId ?? null;
}

/** Returns the creator's account, the status and the version of an opt-in; null if not found. */
export async function readOptInOwner(
  db: Database,
  optInId: string,
): Promise<{ userId: string | null; status: OptInStatus; version: number } | null> {
  const [row] = await db
    .select({ userId: optInTable.userId, status: optInTable.status, version: optInTable.version })
    .from(optInTable)
    .where(eq(optInTable.id, optInId));
  return row ?? null;
}

/**
 * Columns of an opt-in `i` with its creator `c`. The rest uses subqueries per row: with joins, the planner would read
 * whole tables for one page.
 */
const COLUMNS = `
  i.id as "optInId", i.campaign_id as "campaignId", i.status, i.reason, i.unseen, i.created_at as "optedInAt",
  i.updated_at as "changedAt", i.version, i.pitch, i.asked_fee as "askedFee", i.answers, i.agreement,
  i.terms_accepted_at as "termsAcceptedAt", i.rating, i.shipment,
  coalesce((select v.unread from conversation_campaign v where v.opt_in_id = i.id), 0) as unread,
  exists(select from creator_contact k where k.creator_id = i.creator_id and k.brand_id = i.brand_id) as "ownContact",
  i.removed_at is not null as removed,
  ${OFFER_COLUMNS},
  ${creatorColumnsSql('c')}`;
const CREATOR = 'join creator c on c.id = i.creator_id and (c.brand_id is null or c.brand_id = i.brand_id)';

interface OptInRow extends CreatorRow, OfferColumns {
  optInId: string;
  campaignId: string;
  status: OptInStatus;
  reason: string | null;
  unseen: boolean;
  optedInAt: string;
  changedAt: string;
  version: number;
  pitch: string;
  askedFee: number | null;
  answers: OptIn['answers'];
  agreement: Agreement;
  termsAcceptedAt: string;
  rating: { content: number; creativity: number; communication: number; overall: number } | null;
  shipment: OptIn['shipment'];
  unread: number;
  ownContact: boolean;
  removed: boolean;
}

const toOptIn = (row: OptInRow): OptIn => ({
  id: row.optInId,
  campaignId: row.campaignId,
  status: row.status,
  reason: row.reason,
  unseen: row.unseen,
  unreadMessageCount: row.unread,
  created: row.optedInAt,
  updated: row.changedAt,
  version: row.version,
  pitch: row.pitch,
  askedFee: row.askedFee,
  answers: row.answers,
  agreement: row.agreement,
  ...offerColumns(row),
  termsAccepted: row.termsAcceptedAt,
  rating: row.rating && { ...row.rating, average: ratingAverage(row.rating) },
  shipment: row.shipment,
  socialProfile: row.removed ? namelessCreator(row) : toCreator(row, row.ownContact),
  abilities: optInAbilities(row.status),
});

/** Filters of an opt-in list; `page` starts at 1, empty arrays or text don't filter. */
export interface OptInQuery {
  page: number;
  status: OptInStatus[];
  platform?: Platform | undefined;
  search?: string | undefined;
  unseen?: boolean | undefined;
}

type Filter = 'none' | 'state' | 'creator';

/** `$4` statuses, `$5` unseen, `$6` platform, `$7` pattern. */
const CONDITIONS: Record<Filter, string> = {
  none: '',
  state: 'and (cardinality($4::text[]) = 0 or i.status = any($4)) and ($5::boolean is null or i.unseen = $5)',
  creator: `and (cardinality($4::text[]) = 0 or i.status = any($4)) and ($5::boolean is null or i.unseen = $5)
    and ($6::text is null or c.platform = $6)
    and ($7::text is null or i.removed_at is null and (c.fullname ilike $7 or c.username ilike $7 or i.pitch ilike $7))`,
};

// Must match the index order, including "nulls last". The page size is inlined: with a parameter, the planner never
// settles on a generic plan, and planning takes longer than reading.
const pageOf = (filter: Filter) => `
  select n.*, o.*
  from (
    select concat_ws(' ', ${OptInStatus.options.map((status) => `count(*) filter (where i.status = '${status}')`).join()},
      count(*) filter (where i.unseen),
      count(*) ${filter === 'none' ? '' : `filter (where true ${CONDITIONS[filter]})`}) as numbers
    from opt_in i ${filter === 'creator' ? CREATOR : ''}
    where i.campaign_id = $2 and i.brand_id = $1
  ) n
  left join (
    select ${COLUMNS}
    from (
      select i.* from opt_in i ${filter === 'creator' ? CREATOR : ''}
      where i.campaign_id = $2 and i.brand_id = $1 ${CONDITIONS[filter]}
      order by i.created_at desc nulls last, i.id desc nulls last limit ${PAGE_SIZE} offset $3
    ) i ${CREATOR}
  ) o on true
  order by o."optedInAt" desc, o."optInId" desc`;

/** Counts per status, unseen and matching; packed into one text because every row repeats it. */
interface Counts {
  numbers: string;
}

/** Returns one page of a campaign's opt-ins, newest first, with counts per status and of unseen ones. */
export async function readOptInPage(
  pool: pg.Pool,
  brandId: string,
  campaignId: string,
  { page, status, platform, search, unseen }: OptInQuery,
): Promise<{ optIns: OptIn[]; counts: Record<OptInStatus, number>; unseen: number; total: number }> {
  const pattern = search?.trim() ? containing(search.trim()) : null;
  const byState = status.length > 0 || unseen !== undefined;
  const filter: Filter = platform || pattern ? 'creator' : byState ? 'state' : 'none';
  const values: unknown[] = [brandId, campaignId, (page - 1) * PAGE_SIZE];
  if (filter !== 'none') values.push(status, unseen ?? null);
  if (filter === 'creator') values.push(platform ?? null, pattern);
  const { rows } = await pool.query<Counts & OptInRow & { optInId: string | null }>({
    name: `opt-ins-${filter}`,
    text: pageOf(filter),
    values,
  });
  const numbers = (rows[0]?.numbers ?? '').split(' ').map(Number);
  const counts = Object.fromEntries(OptInStatus.options.map((status, at) => [status, numbers[at] ?? 0]));
  return {
    optIns: rows.filter(({ optInId }) => optInId !== null).map(toOptIn),
    counts: counts as Record<OptInStatus, number>,
    unseen: numbers[OptInStatus.options.length] ?? 0,
    total: numbers[OptInStatus.options.length + 1] ?? 0,
  };
}

/** Returns one opt-in of a brand; null if not found. */
export async function readOptIn(pool: pg.Pool, brandId: string, optInId: string): Promise<OptIn | null> {
  const { rows } = await pool.query<OptInRow>({
    name: 'opt-in',
    text: `select ${COLUMNS} from opt_in i ${CREATOR} where i.id = $2 and i.brand_id = $1`,
    values: [brandId, optInId],
  });
  return rows[0] ? toOptIn(rows[0]) : null;
}

/** Returns an opt-in's history, oldest first, with actor and side. */
export async function readOptInHistory(db: Database, optInId: string) {
  const rows = await db
    .select({
      id: optInEventTable.id,
      kind: optInEventTable.kind,
      text: optInEventTable.text,
      created: optInEventTable.createdAt,
      firstName: userTable.firstName,
      lastName: userTable.lastName,
      role: userTable.role,
    })
    .from(optInEventTable)
    .leftJoin(userTable, eq(userTable.id, optInEventTable.userId))
    .where(eq(optInEventTable.optInId, optInId))
    .orderBy(asc(optInEventTable.createdAt), asc(optInEventTable.id));
  return rows.map(({ firstName, lastName, ...event }) => ({
    ...event,
    by: [firstName, lastName].filter(Boolean).join(' ') || null,
  }));
}

/** Returns the creator's name and the campaign title of an opt-in; empty if not found. */
export async function readOptInNames(
  db: Database,
  optInId: string,
): Promise<{ username: string; campaignTitle: string }> {
  const [row] = await db
    .select({ username: creatorTable.username, campaignTitle: campaignTable.title })
    .from(optInTable)
    .innerJoin(creatorTable, eq(creatorTable.id, optInTable.creatorId))
    .innerJoin(campaignTable, eq(campaignTable.id, optInTable.campaignId))
    .where(eq(optInTable.id, optInId));
  return row ?? { username: '', campaignTitle: '' };
}
