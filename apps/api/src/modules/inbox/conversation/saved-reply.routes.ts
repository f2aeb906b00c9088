import * as calls from '@troupe/contract/inbox/conversation';
import { problem } from '@troupe/domain/problem';
import type { Api, CallContext } from '../../../platform/api.ts';
import {
  isLabelTaken,
  readSavedReplies,
  removeSavedReply,
  updateSavedReply,
  upsertSavedReply,
} from './saved-reply.queries.ts';

/** Replies that a team saves to use again. */
export function savedReplyRoutes(api: Api): void {
  const { implement, db } = api;
  implement(calls.listSavedReplies, async ({ brandId }) => ({
    savedReplies: await readSavedReplies(db, brandId),
  }));
  implement(calls.saveReply, (context) => saveReply(api, context));
  implement(calls.deleteSavedReply, async ({ brandId, params: { savedReplyId } }) => {
    if (!(await removeSavedReply(db, brandId, savedReplyId))) throw problem('not_found');
    return { success: true };
  });
}

async function saveReply({ db, clock }: Api, { brandId, body }: CallContext<typeof calls.saveReply>) {
  const { savedReplyId } = body;
  const now = clock.now();
  const saved = savedReplyId
    ? await db.transaction(async (tx) => {
        if (await isLabelTaken(tx, brandId, savedReplyId, body.label))
          throw problem('invalid', {
            fields: { label: 'Another reply has this name. Choose a different one.' },
          });
        return updateSavedReply(tx, brandId, savedReplyId, body, now);
      })
    : await upsertSavedReply(db, brandId, body, now);
  if (!saved) throw problem('not_found');
  return saved;
}
