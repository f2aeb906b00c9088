import { addAttachment } from '@troupe/contract/conversation';
import { addOwnAttachment } from '@troupe/contract/own-conversation';
import { problem } from '@troupe/domain/problem';
import type { Api } from '../../platform/api.ts';
import type { Attachments } from './attachment.ts';

/** Files that both sides send along. */
export function attachmentRoutes({ pool, implement }: Api, attachments: Attachments): void {
  const brandOf = async (optInId: string, brandId?: string): Promise<string> => {
    const { rows } = await pool.query<{ brandId: string }>({
      name: 'attachment-brand',
      text: 'select brand_id as "brandId" from conversation where opt_in_id = $1',
      values: [optInId],
    });
    const found = rows[0]?.brandId;
    if (!found || (brandId !== undefined && found !== brandId)) throw problem('not_found');
    return found;
  };

  implement(addAttachment, async ({ brandId, params: { optInId }, caller, request }) => {
    await brandOf(optInId, brandId);
    return attachments.take(request, { brandId, optInId, userId: caller.userId });
  });

  implement(addOwnAttachment, async ({ params: { optInId }, caller, request }) => {
    const brandId = await brandOf(optInId);
    return attachments.take(request, { brandId, optInId, userId: caller.userId });
  });
}
