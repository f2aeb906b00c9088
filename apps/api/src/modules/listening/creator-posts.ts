import type { SourceEvent, SourcePost } from '@troupe/domain/listening/source-event';
import type { Api } from '../../platform/api.ts';
import { type CreatorPost, readCreatorPosts } from './listening-source/creator-post.queries.ts';
import type { ClaimedSource } from './listening-source/listening-source.queries.ts';
import { readCursors } from './listening-source/source-cursor.queries.ts';
import type { MentionIntake } from './receive-mentions.ts';

const PAGE = 500;
const MOST_PAGES = 40;
const EVERY_MS = 5 * 60_000;
/** Older posts aren't mentions anymore, even if Troupe reads them only now. */
const OLDEST_MS = 30 * 86_400_000;

/**
 * Takes posts that Troupe stored of creators since the last time. Posts of a brand's private creators are for its monitors
 * only. Returns when to look again.
 */
export async function pollContent(
  { pool, clock }: Pick<Api, 'pool' | 'clock'>,
  intake: MentionIntake,
  source: Pick<ClaimedSource, 'id' | 'kind'>,
): Promise<Date> {
  const now = clock.now().getTime();
  const [saved] = await readCursors(pool, source.id);
  let after = saved?.cursor ?? '';
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const posts = await readCreatorPosts(pool, { after, since: new Date(now - OLDEST_MS), limit: PAGE });
    const last = posts.at(-1);
    if (!last) break;
    after = last.id;
    const byBrand = [...Map.groupBy(posts, ({ brandId }) => brandId)];
    for (const [place, [brandId, own]] of byBrand.entries()) {
      const events = own.map((post): SourceEvent => ({ type: 'post', post: postOf(post) }));
      const isLast = place === byBrand.length - 1;
      const position = isLast ? { host: '', cursor: after, eventAt: now } : null;
      const origin = { sourceId: source.id, kind: source.kind, brandId };
      await intake.receive(origin, events, { position, last: true });
    }
    if (posts.length < PAGE) return new Date(now + EVERY_MS);
  }
  return new Date(now + (after === '' ? EVERY_MS : 1000));
}

function postOf(post: CreatorPost): SourcePost {
  const isTitle = post.platform === 'youtube';
  return {
    externalId: post.url,
    kind: 'post',
    title: isTitle ? post.title : null,
    text: isTitle ? '' : post.title,
    url: post.url,
    author: {
      externalId: `${post.platform}:${post.socialId ?? post.username.toLowerCase()}`,
      handle: post.username.replace(/^@/, '').toLowerCase(),
      name: post.fullname || null,
      url: post.profileUrl,
      followers: post.followers,
    },
    language: null,
    publishedAt: Date.parse(post.publishedAt),
    editedAt: null,
    replyTo: null,
    links: [],
    tags: [],
    names: [],
    figures: {
      likes: post.likes,
      replies: post.comments,
      reposts: post.shares,
      quotes: null,
      views: post.views,
    },
  };
}
