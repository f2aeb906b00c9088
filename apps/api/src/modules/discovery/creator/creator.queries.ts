import type { CreatorDetails, CreatorListMention, FigureOrigin } from '@troupe/domain/discovery/creator';
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Database } from '../../../platform/database.ts';
import { inviteStatusSql } from '../../campaigns/invite/invite.table.ts';
import { creatorListItemTable, creatorListTable } from '../creator-list/creator-list.table.ts';
import { creatorColumns, creatorTable, visibleTo } from './creator.table.ts';
import { creatorRefreshTable } from './creator-refresh.table.ts';

/** A creator the brand may see, with what only the drawer needs; null when there is none. */
export async function readCreator(db: Database, brandId: string, creatorId: string) {
  const [row] = await db
    .select({
      ...creatorColumns,
      shop: creatorTable.shop,
      channels: creatorTable.channels,
      connectedAt: creatorTable.connectedAt,
      contentFrom: creatorRefreshTable.contentFrom,
      ownContact: sql<boolean>`exists (select from creator_contact contact
        where contact.creator_id = creator.id and contact.brand_id = ${brandId})`,
    })
    .from(creatorTable)
    .leftJoin(creatorRefreshTable, eq(creatorRefreshTable.creatorId, creatorTable.id))
    .where(and(eq(creatorTable.id, creatorId), visibleTo(brandId)));
  return row ?? null;
}

const activeOf = (brandId: string) =>
  and(
    eq(creatorListItemTable.brandId, brandId),
    isNull(creatorListItemTable.archivedAt),
    isNull(creatorListTable.archivedAt),
  );

/** The lists of the brand a creator is on, last saved first. Archived lists and items do not count. */
export async function readListMentions(
  db: Database,
  brandId: string,
  creatorId: string,
): Promise<CreatorListMention[]> {
  const rows = await db
    .select({
      id: creatorListItemTable.id,
      savedDate: creatorListItemTable.savedAt,
      listId: creatorListTable.id,
      title: creatorListTable.title,
    })
    .from(creatorListItemTable)
    .innerJoin(creatorListTable, eq(creatorListTable.id, creatorListItemTable.listId))
    .where(and(eq(creatorListItemTable.creatorId, creatorId), activeOf(brandId)))
    .orderBy(desc(creatorListItemTable.savedAt), desc(creatorListItemTable.id));
  return rows.map(({ id, savedDate, listId, title }) => ({
    id,
    savedDate,
    creatorList: { id: listId, title },
  }));
}

const INVITES = {
  name: 'creator-invites',
  text: `select i.id, i.saved_at as "savedDate", i.scheduled_for as "scheduledFor", ${inviteStatusSql('$3::timestamptz')} as status, g.title
    from invite i join mail m on m.id = i.mail_id join campaign g on g.id = i.campaign_id
    where i.brand_id = $1 and i.creator_id = $2
    order by i.saved_at desc, i.id desc limit 200`,
};

/** The brand's invites of a creator, newest first, cancelled ones too. */
export async function readInviteMentions(
  pool: pg.Pool,
  brandId: string,
  creatorId: string,
  now: string,
): Promise<CreatorDetails['invites']> {
  const { rows } = await pool.query<Omit<CreatorDetails['invites'][number], 'metaData'> & { title: string }>({
    ...INVITES,
    values: [brandId, creatorId, now],
  });
  return rows.map(({ title, ...invite }) => ({ ...invite, metaData: { campaignTitle: title } }));
}

// Named, because it is asked for with every page of creators: planned once a connection.
const LISTS = {
  name: 'creator-lists-of',
  text: `select item.creator_id as "creatorId", list.id, list.title
    from creator_list_item item join creator_list list on list.id = item.list_id
    where item.brand_id = $1 and item.creator_id = any($2::uuid[])
      and item.archived_at is null and list.archived_at is null
    order by item.saved_at desc`,
};

/** The brand's lists that each of these creators is on; creators on none are absent. */
export async function listsOfCreators(
  pool: pg.Pool,
  brandId: string,
  creatorIds: readonly string[],
): Promise<Map<string, { id: string; title: string }[]>> {
  const found = new Map<string, { id: string; title: string }[]>();
  if (creatorIds.length === 0) return found;
  const { rows } = await pool.query<{ creatorId: string; id: string; title: string }>({
    ...LISTS,
    values: [brandId, creatorIds],
  });
  for (const { creatorId, ...list } of rows) {
    const lists = found.get(creatorId);
    if (lists) lists.push(list);
    else found.set(creatorId, [list]);
  }
  return found;
}

/** What the engagement of these creators is computed from and compared with. */
export async function readEngagementBasis(db: Database, creatorIds: readonly string[]) {
  return db
    .select({
      id: creatorTable.id,
      followerCount: creatorTable.followerCount,
      connectedAt: creatorTable.connectedAt,
      contentFrom: creatorRefreshTable.contentFrom,
      engagement: creatorTable.engagement,
      figures: creatorTable.figures,
    })
    .from(creatorTable)
    .leftJoin(creatorRefreshTable, eq(creatorRefreshTable.creatorId, creatorTable.id))
    .where(inArray(creatorTable.id, [...creatorIds]));
}

/** Keeps computed rates with their origin. */
export async function writeEngagement(
  db: Database,
  rates: readonly { id: string; engagement: number }[],
  origin: FigureOrigin,
): Promise<void> {
  if (rates.length === 0) return;
  await db.execute(sql`
    update creator set engagement = rate.engagement,
      figures = creator.figures || jsonb_build_object('engagement', ${JSON.stringify(origin)}::jsonb)
    from unnest(${sql.param(rates.map(({ id }) => id))}::uuid[],
      ${sql.param(rates.map(({ engagement }) => engagement))}::float8[]) as rate(id, engagement)
    where creator.id = rate.id`);
}
