import { addAttachment } from '@troupe/contract/inbox/conversation';
import { addOwnAttachment } from '@troupe/contract/inbox/own-conversation';
import { problem } from '@troupe/domain/problem';
import type { Api } from '../../../platform/api.ts';
import type { Attachments } from './attachment.ts';
import { readView } from './message.queries.ts';

/** Files that both sides send along. */
export function attachmentRoutes({ pool, implement }: Api, attachments: Attachments): void {
  implement(addAttachment, async ({ brandId, params: { optInId }, caller, request }) => {
    const view = await readView(pool, brandId, optInId);
    if (!view) throw problem('not_found');
    return attachments.take(request, {
      brandId,
      conversationId: view.conversationId,
      userId: caller.userId,
    });
  });

  implement(addOwnAttachment, async ({ params: { optInId }, caller, request }) => {
    const { rows } = await pool.query<{ brandId: string; conversationId: string }>({
      name: 'attachment-conversation',
      text: `select brand_id as "brandId", conversation_id as "conversationId"
        from conversation_campaign where opt_in_id = $1`,
      values: [optInId],
    });
    if (!rows[0]) throw problem('not_found');
    return attachments.take(request, { ...rows[0], userId: caller.userId });
  });
}
