import * as contract from '@troupe/contract/listening/mention';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import type { Api } from '../../platform/api.ts';
import { withTransaction } from '../../platform/database.ts';
import type { LiveMentions } from './mention/live-mentions.ts';
import {
  deleteMentions,
  findMentionsOf,
  lockIntake,
  removeAuthors,
} from './mention/store-mentions.queries.ts';
import { addOptOut, readAuthor, readOptOuts, removeOptOut } from './mention-author/mention-author.queries.ts';

/** Registers the calls about authors. */
export function mentionAuthors(api: Api, live: LiveMentions): void {
  const { implement, pool, clock } = api;
  implement(contract.getMentionAuthor, async ({ brandId, params: { authorId } }) => {
    const author = await readAuthor(pool, brandId, authorId, clock.now());
    if (!author) throw problem('not_found');
    return { author };
  });
  implement(contract.listAuthorOptOuts, async ({ query: { text, page } }) => {
    const { optOuts, total } = await readOptOuts(pool, text, page);
    return Object.assign({ optOuts }, pagesOf(page, total));
  });
  implement(contract.addAuthorOptOut, async ({ body }) => {
    const now = clock.now();
    const { id, gone, deleted } = await withTransaction(pool, async (_tx, connection) => {
      await lockIntake(connection);
      const { id, authors } = await addOptOut(connection, body, now);
      const mentionIds = await findMentionsOf(connection, body.source, authors);
      const gone = await deleteMentions(connection, mentionIds, now);
      await removeAuthors(connection, body.source, authors);
      return { id, gone, deleted: mentionIds.length };
    });
    for (const { brandId, monitorId } of gone) live.announce(brandId, [monitorId]);
    return { id, deleted };
  });
  implement(contract.removeAuthorOptOut, async ({ params: { optOutId } }) => {
    if (!(await removeOptOut(pool, optOutId))) throw problem('not_found');
    return { success: true };
  });
}
