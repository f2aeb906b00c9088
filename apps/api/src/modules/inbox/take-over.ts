import { takeOver } from '@troupe/contract/campaigns/follow-up';
import { problem } from '@troupe/domain/problem';
import type { Api } from '../../platform/api.ts';
import { stopFollowUpsOf } from '../campaigns/follow-up/follow-up-change.queries.ts';
import { changeConversation } from './conversation/conversation-change.queries.ts';
import { lockConversation } from './conversation/message-write.queries.ts';

/** Registers the call that assigns a conversation to the caller and stops the automatic follow-ups to its creator. */
export function takeOverConversations({ implementChange, clock }: Api): void {
  implementChange(takeOver, async ({ brandId, params: { optInId }, caller, commit }) => {
    const now = clock.now();
    const stopped = await commit(async (tx) => {
      const held = await lockConversation(tx, optInId, brandId);
      if (!held) throw problem('not_found');
      // Administrators aren't on the team, so nothing is assigned to them.
      if (caller.memberships.has(brandId)) await changeConversation(tx, held, { assignedTo: caller.userId });
      return stopFollowUpsOf(tx, { brandId, conversationId: held.id }, 'taken-over', now, caller.userId);
    });
    return { stopped };
  });
}
