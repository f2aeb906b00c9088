import * as contract from '@troupe/contract/listening/creator-privacy';
import { MOST_OWN_MENTIONS } from '@troupe/domain/listening/creator-privacy';
import type { OptOutOrigin } from '@troupe/domain/listening/mention-author';
import { problem } from '@troupe/domain/problem';
import type pg from 'pg';
import type { Api } from '../../platform/api.ts';
import { connectionOf, type Database, withTransaction } from '../../platform/database.ts';
import type { LiveMentions } from './mention/live-mentions.ts';
import {
  deleteMentions,
  findMentionsOf,
  lockIntake,
  removeAuthors,
} from './mention/store-mentions.queries.ts';
import {
  addOwnOptOuts,
  readAuthorKeys,
  readOwnFindings,
  readOwnMentions,
  readOwnPosts,
  readOwnProfiles,
  removeOwnOptOuts,
} from './mention-author/creator-privacy.queries.ts';

/** Registers the calls with which creators see what brands see of them, and opt out. */
export function creatorPrivacy({ implement, pool, clock }: Api, live: LiveMentions): void {
  implement(contract.getOwnListening, async ({ caller: { userId } }) => ({
    listening: {
      profiles: await readOwnProfiles(pool, userId),
      mentions: await readOwnMentions(pool, userId, MOST_OWN_MENTIONS),
    },
  }));
  implement(
    contract.changeOwnListening,
    async ({ caller: { userId }, params: { socialProfileId }, body }) => {
      const profileOf = async () =>
        (await readOwnProfiles(pool, userId)).find((one) => one.socialProfileId === socialProfileId);
      if (!(await profileOf())) throw problem('not_found');
      const now = clock.now();
      const gone = await withTransaction(pool, async (_tx, connection) => {
        await lockIntake(connection);
        if (body.optedOut) return optOut(connection, userId, { socialProfileId, origin: 'creator', now });
        await removeOwnOptOuts(connection, socialProfileId);
        return [];
      });
      for (const { brandId, monitorId } of gone) live.announce(brandId, [monitorId]);
      const profile = await profileOf();
      if (!profile) throw problem('not_found');
      return { profile };
    },
  );
}

async function optOut(
  connection: Pick<pg.ClientBase, 'query'>,
  userId: string,
  { socialProfileId, origin, now }: { socialProfileId: string | null; origin: OptOutOrigin; now: Date },
): Promise<{ brandId: string; monitorId: string }[]> {
  const authors = await readAuthorKeys(connection, userId, socialProfileId);
  await addOwnOptOuts(connection, authors, { userId, origin, now });
  const gone: { brandId: string; monitorId: string }[] = [];
  for (const [source, own] of Map.groupBy(authors, (author) => author.source)) {
    const ids = own.map(({ externalId }) => externalId);
    const mentionIds = await findMentionsOf(connection, source, ids);
    gone.push(...(await deleteMentions(connection, mentionIds, now)));
    await removeAuthors(connection, source, ids);
  }
  return gone;
}

/** Returns what listening and brand safety hold of a creator, for the export of their data. */
export async function readCreatorPrivacy({ pool }: Pick<Api, 'pool'>, userId: string): Promise<object> {
  const [profiles, posts, mentions, safetyFindings] = await Promise.all([
    readOwnProfiles(pool, userId),
    readOwnPosts(pool, userId),
    readOwnMentions(pool, userId, null),
    readOwnFindings(pool, userId),
  ]);
  return { profiles, posts, mentions, safetyFindings };
}

/** Deletes a creator's mentions, and keeps them from being collected again. Call it before the account is deleted. */
export async function eraseMentions(tx: Database, userId: string, now: Date): Promise<void> {
  const connection = connectionOf(tx);
  await lockIntake(connection);
  await optOut(connection, userId, { socialProfileId: null, origin: 'account-deletion', now });
}
