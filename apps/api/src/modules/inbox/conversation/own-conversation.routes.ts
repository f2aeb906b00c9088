import { listOwnMessages, readOwnMessages, sendOwnMessage } from '@troupe/contract/inbox/own-conversation';
import { problem } from '@troupe/domain/problem';
import type { Api } from '../../../platform/api.ts';
import type { Database } from '../../../platform/database.ts';
import { tellInPassing } from '../../../platform/live/live.ts';
import { requireContent } from './conversation.routes.ts';
import { readOwnMessagePage, toMessage } from './message.queries.ts';
import { markRead, settleOwnNotices } from './message-read.queries.ts';
import {
  type HeldConversation,
  holdConversation,
  type Written,
  writeMessage,
} from './message-write.queries.ts';

/** What else follows, in the same transaction, from a message of a creator. */
export type AfterCreatorMessage = (tx: Database, held: HeldConversation, written: Written) => Promise<void>;

/** The creator's side of conversations. The access check has settled that the opt-in is theirs. */
export function ownConversationRoutes(api: Api, afterMessage: AfterCreatorMessage): void {
  const { db, pool, clock, config, implement } = api;

  implement(listOwnMessages, async ({ params: { optInId }, query }) => {
    const now = clock.now();
    const { rows, hasMore } = await readOwnMessagePage(pool, optInId, query);
    return { messages: rows.map((row) => toMessage(row, 'creator', config, now)), hasMore };
  });

  implement(sendOwnMessage, async ({ params: { optInId }, body, caller }) => {
    const now = clock.now();
    requireContent(body.text, body.attachments);
    const message = await db.transaction(async (tx) => {
      const held = await holdConversation(tx, optInId);
      if (!held) throw problem('not_found');
      const written = await writeMessage(
        tx,
        config,
        held,
        { kind: 'creator', userId: caller.userId, authorName: held.creatorName, ...body },
        now,
      );
      if (written.anew) await afterMessage(tx, held, written);
      return written.message;
    });
    return { message: toMessage(message, 'creator', config, now) };
  });

  implement(readOwnMessages, async ({ params: { optInId }, body, caller }) => {
    const now = clock.now();
    await db.transaction(async (tx) => {
      await markRead(tx, { id: optInId, side: 'creator', upTo: body.upTo }, now);
      // What they were told of their collaboration stands on the same page.
      await settleOwnNotices(tx, { optInId, userId: caller.userId }, now);
    });
    if (body.typing) {
      const { rows } = await pool.query<{
        brandId: string;
        campaignId: string;
        conversationId: string;
        name: string;
      }>({
        name: 'own-conversation-typing',
        text: `select l.brand_id as "brandId", l.campaign_id as "campaignId",
            l.conversation_id as "conversationId", coalesce(nullif(c.fullname, ''), c.username) as name
          from conversation_campaign l join opt_in i on i.id = l.opt_in_id join creator c on c.id = i.creator_id
          where l.opt_in_id = $1`,
        values: [optInId],
      });
      const [found] = rows;
      if (found)
        await tellInPassing(db, {
          audience: `brand:${found.brandId}`,
          type: 'typing',
          campaignId: found.campaignId,
          optInId,
          data: {
            conversationId: found.conversationId,
            by: 'creator',
            userId: caller.userId,
            name: found.name,
          },
        });
    }
    return { success: true };
  });
}
