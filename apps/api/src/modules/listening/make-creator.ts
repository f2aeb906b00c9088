import { makeMentionCreator } from '@troupe/contract/listening/mention';
import { type Platform, platformFacts } from '@troupe/domain/discovery/platforms';
import { SOURCES, type SourceKind } from '@troupe/domain/listening/listening-source';
import { Problem, problem } from '@troupe/domain/problem';
import type { Api, Caller, ChangeContext } from '../../platform/api.ts';
import { inviteCreator } from '../campaigns/invite-creators.ts';
import { addCreators } from '../discovery/creator-list/creator-list-item.queries.ts';
import {
  findCreatorOf,
  findListItem,
  insertCreatorOf,
  linkCreator,
  lockAuthor,
  readAuthorOfMention,
} from './mention-author/author-creator.queries.ts';

/** Where authors of a source are creators. */
const AUTHOR_PLATFORMS: Partial<Record<SourceKind, Platform>> = {
  bluesky: 'bluesky',
  mastodon: 'mastodon',
  reddit: 'reddit',
  x: 'x',
  youtube: 'youtube',
};

/** Registers the call that makes a creator of a mention's author. */
export const makeCreators = (api: Api): void =>
  api.implementChange(makeMentionCreator, (context) => makeCreator(api, context));

async function makeCreator(
  api: Api,
  { brandId, caller, params: { mentionId }, body, commit }: ChangeContext<typeof makeMentionCreator>,
) {
  const now = api.clock.now();
  const made = await commit(async (tx, connection) => {
    const found = await readAuthorOfMention(connection, brandId, mentionId);
    if (!found) throw problem('not_found');
    await lockAuthor(connection, found.id);
    const author = (await readAuthorOfMention(connection, brandId, mentionId)) ?? found;
    const platform = AUTHOR_PLATFORMS[author.source];
    if (!platform)
      throw problem('invalid_transition', {
        message: `Authors on ${SOURCES[author.source].name} don't have profiles you can add.`,
      });
    const known = author.creatorId ?? (await findCreatorOf(connection, brandId, platform, author));
    const profileUrl = author.url ?? platformFacts(platform).profileUrl(author.handle);
    const creatorId =
      known ?? (await insertCreatorOf(connection, brandId, platform, author, { profileUrl, now }));
    await linkCreator(connection, brandId, author.id, creatorId, now);
    let listItemId: string | null = null;
    if (body.listId) {
      const writer = { brandId, userId: caller.userId, now: now.toISOString() };
      await addCreators(tx, writer, body.listId, [creatorId]);
      listItemId = await findListItem(connection, brandId, body.listId, creatorId);
    }
    return { creatorId, created: known === null, listItemId };
  });
  const invite = body.campaignId
    ? await inviteTo(
        api,
        { brandId, caller, campaignId: body.campaignId, listId: body.listId },
        made.creatorId,
      )
    : null;
  return { creatorId: made.creatorId, created: made.created, listItemId: made.listItemId, invite };
}

/** The creator stays even if they can't be invited; the answer tells why. */
async function inviteTo(
  api: Api,
  request: { brandId: string; caller: Caller; campaignId: string; listId: string | null },
  creatorId: string,
): Promise<'queued' | 'no-email' | 'already-invited' | 'not-allowed'> {
  try {
    const reason = await inviteCreator(api, Object.assign({ creatorId }, request));
    if (reason === null) return 'queued';
    if (reason === 'already_invited') return 'already-invited';
    return reason === 'no_contact' ? 'no-email' : 'not-allowed';
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return 'not-allowed';
    throw error;
  }
}
