import { type CreatorDetails, Platform } from '@troupe/domain/discovery/creator';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Database } from '../../../platform/database.ts';
import { creatorTable, visibleTo } from '../../discovery/creator/creator.table.ts';
import { inviteStatusSql, inviteTable } from './invite.table.ts';

/** Returns which of these usernames (lower case) the brand has invited; canceled invites don't count. */
export async function invitedAmong(
  db: Database,
  brandId: string,
  usernames: readonly string[],
): Promise<Set<string>> {
  if (usernames.length === 0) return new Set();
  const name = sql<string>`lower(${creatorTable.username})`;
  // Name all platforms: the username indexes start with the platform.
  const rows = await db
    .selectDistinct({ name })
    .from(creatorTable)
    .innerJoin(inviteTable, eq(inviteTable.creatorId, creatorTable.id))
    .where(
      and(
        inArray(creatorTable.platform, Platform.options),
        inArray(name, [...usernames]),
        visibleTo(brandId),
        eq(inviteTable.brandId, brandId),
        isNull(inviteTable.cancelledAt),
      ),
    );
  return new Set(rows.map((row) => row.name));
}

const INVITES = {
  name: 'creator-invites',
  text: `select i.id, i.saved_at as "savedDate", i.scheduled_for as "scheduledFor", ${inviteStatusSql('$3::timestamptz')} as status, g.title
    from invite i join mail m on m.id = i.mail_id join campaign g on g.id = i.campaign_id
    where i.brand_id = $1 and i.creator_id = $2
    order by i.saved_at desc, i.id desc limit 200`,
};

/** Returns the brand's invites of a creator, newest first, including canceled ones. */
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
