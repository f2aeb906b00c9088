import type { FollowUpState, FollowUpStop } from '@troupe/domain/campaigns/follow-up';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { followUpTable } from './follow-up.table.ts';

/** Whose follow-ups are stopped. */
export type StoppedBy =
  | { brandId: string; campaignId: string; creatorId?: string }
  | { brandId: string; conversationId: string };

const OPEN: readonly FollowUpState[] = ['running', 'paused'];

const conditionOf = (of: StoppedBy): SQL | undefined =>
  'conversationId' in of
    ? sql`${followUpTable.creatorId} = (select v.creator_id from conversation v
        where v.id = ${of.conversationId} and v.brand_id = ${of.brandId})`
    : and(
        eq(followUpTable.campaignId, of.campaignId),
        of.creatorId ? eq(followUpTable.creatorId, of.creatorId) : undefined,
      );

/** Stops running and paused follow-ups for good; returns how many. @param by the person who stops them, if one does */
export async function stopFollowUpsOf(
  tx: Database,
  of: StoppedBy,
  stop: FollowUpStop,
  now: Date,
  by: string | null = null,
): Promise<number> {
  const rows = await tx
    .update(followUpTable)
    .set({ state: 'stopped', stop, nextAt: null, changedBy: by, changedAt: now.toISOString() })
    .where(
      and(eq(followUpTable.brandId, of.brandId), inArray(followUpTable.state, [...OPEN]), conditionOf(of)),
    )
    .returning({ id: followUpTable.id });
  return rows.length;
}

/** What a person does with follow-ups. */
export type FollowUpAction = 'pause' | 'resume' | 'stop';

const FROM: Record<FollowUpAction, readonly FollowUpState[]> = {
  pause: ['running'],
  resume: ['paused'],
  stop: OPEN,
};
const TO: Record<FollowUpAction, FollowUpState> = { pause: 'paused', resume: 'running', stop: 'stopped' };

/** Pauses, resumes or stops follow-ups of a brand; returns how many changed. Paused ones keep when they are due. */
export async function changeFollowUps(
  tx: Database,
  {
    brandId,
    inviteId = null,
    campaignId = null,
    sequenceId = null,
  }: { brandId: string; inviteId?: string | null; campaignId?: string | null; sequenceId?: string | null },
  action: FollowUpAction,
  by: { userId: string; now: Date },
): Promise<number> {
  const rows = await tx
    .update(followUpTable)
    .set({
      state: TO[action],
      stop: action === 'stop' ? 'person' : null,
      changedBy: by.userId,
      changedAt: by.now.toISOString(),
    })
    .where(
      and(
        eq(followUpTable.brandId, brandId),
        inArray(followUpTable.state, [...FROM[action]]),
        inviteId ? eq(followUpTable.inviteId, inviteId) : undefined,
        campaignId ? eq(followUpTable.campaignId, campaignId) : undefined,
        sequenceId ? eq(followUpTable.sequenceId, sequenceId) : undefined,
      ),
    )
    .returning({ id: followUpTable.id });
  return rows.length;
}

/** Continues follow-ups that stopped because their invite was canceled, when it is restored. */
export async function restartFollowUps(
  tx: Database,
  brandId: string,
  inviteId: string,
  now: Date,
): Promise<void> {
  await tx
    .update(followUpTable)
    .set({ state: 'running', stop: null, changedBy: null, changedAt: now.toISOString() })
    .where(
      and(
        eq(followUpTable.brandId, brandId),
        eq(followUpTable.inviteId, inviteId),
        eq(followUpTable.stop, 'invite-canceled'),
      ),
    );
}
