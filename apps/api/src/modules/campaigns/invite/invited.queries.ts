import { Platform } from '@troupe/domain/discovery/creator';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { creatorTable, visibleTo } from '../../discovery/creator/creator.table.ts';
import { inviteTable } from './invite.table.ts';

/** Those of these usernames (lower case) that the brand has an invite of; cancelled invites do not count. */
export async function invitedAmong(
  db: Database,
  brandId: string,
  usernames: readonly string[],
): Promise<Set<string>> {
  if (usernames.length === 0) return new Set();
  const name = sql<string>`lower(${creatorTable.username})`;
  // All platforms are named because the indexes of usernames begin with the platform.
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
