import { teamInviteExpiry } from '@troupe/domain/account/team';
import { teamInviteTable } from '../modules/outreach/team-invite/team-invite.table.ts';
import type { Database } from '../platform/database.ts';
import { newId } from '../platform/id.ts';

/** Somebody whom the owner of a brand invited two days ago, and who has not answered yet. */
export async function insertTeamInvite(
  db: Database,
  { brandId, invitedBy, now }: { brandId: string; invitedBy: string; now: Date },
): Promise<void> {
  const sent = new Date(now.getTime() - 2 * 86_400_000);
  await db.insert(teamInviteTable).values({
    id: newId(),
    brandId,
    invitedBy,
    email: 'femi@larkmoor.example',
    role: 'member',
    // The same in every demo world, so that its link can be tried.
    token: 'f0e1d2c3b4a5968778695a4b3c2d1e0f',
    createdAt: sent.toISOString(),
    sentAt: sent.toISOString(),
    expiresAt: teamInviteExpiry(sent).toISOString(),
  });
}
