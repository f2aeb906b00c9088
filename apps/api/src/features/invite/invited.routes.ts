import { listInvitedCreators } from '@troupe/contract/invite';
import { Platform } from '@troupe/domain/creator';
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Api } from '../../platform/api.ts';
import { creatorTable } from '../creator/creator.table.ts';
import { inviteTable } from './invite.table.ts';

/** Tells which usernames have an invite already, for the many buttons of one screen at once. */
export function invitedRoutes(api: Api): void {
  api.implement(listInvitedCreators, async ({ brandId, body }) => {
    const name = sql<string>`lower(${creatorTable.username})`;
    const asked = [...new Set(body.usernames.map((username) => username.toLowerCase()))];
    if (asked.length === 0) return { invited: [] };
    // All platforms are named because the indexes of usernames begin with the platform.
    const rows = await api.db
      .selectDistinct({ name })
      .from(creatorTable)
      .innerJoin(inviteTable, eq(inviteTable.creatorId, creatorTable.id))
      .where(
        and(
          inArray(creatorTable.platform, Platform.options),
          inArray(name, asked),
          or(isNull(creatorTable.brandId), eq(creatorTable.brandId, brandId)),
          eq(inviteTable.brandId, brandId),
          isNull(inviteTable.cancelledAt),
        ),
      );
    const found = new Set(rows.map((row) => row.name));
    return { invited: body.usernames.filter((username) => found.has(username.toLowerCase())) };
  });
}
