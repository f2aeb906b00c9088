import * as contract from '@troupe/contract/campaigns/untagged-post';
import { parsePostUrl } from '@troupe/domain/campaigns/post-url';
import type { ReadHeardPosts } from '@troupe/domain/campaigns/untagged-post';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import type { Api } from '../../../platform/api.ts';
import { connectionOf, type Database, withTransaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { isCampaignOf, readShoutout } from './campaign-content.queries.ts';
import {
  type AttributedPost,
  forgetUntaggedPosts,
  lockUntaggedPost,
  readUntaggedPosts,
  storeUntaggedPosts,
  writeDismissal,
} from './untagged-post.queries.ts';

/** Stores posts that social listening heard of creators, and announces those that campaigns are offered. */
export function subscribeUntaggedPosts({ events }: Pick<Api, 'events'>): void {
  events.subscribe('mention.attributed', async (tx, published, now) => {
    for (const { brandId, data } of published) {
      const posts = data.posts.flatMap(({ mentionId, url, published, creatorIds }): AttributedPost[] => {
        const address = parsePostUrl(url);
        if (!address) return [];
        return [{ mentionId, url: address.url, platform: address.platform, published, creatorIds }];
      });
      if (posts.length === 0) continue;
      for (const offered of await storeUntaggedPosts(connectionOf(tx), brandId, posts, now))
        await publish(tx, { type: 'untagged_post.changed', brandId, data: offered }, now);
    }
  });
}

/** What calls about untagged posts take from other parts. */
interface UntaggedPostParts {
  readHeardPosts: ReadHeardPosts;
  /** Adds a live post for the brand, as by its URL; returns its ID. */
  addLivePost: (
    api: Api,
    tx: Database,
    of: { brandId: string; campaignId: string; userId: string },
    post: { optInId: string; url: string },
    now: Date,
  ) => Promise<string>;
}

/** Registers the calls about untagged posts, and the job that forgets them with their mentions. */
export function untaggedPostRoutes(api: Api, { readHeardPosts, addLivePost }: UntaggedPostParts): void {
  const { implement, pool, clock, jobs } = api;

  implement(contract.listUntaggedPosts, async ({ brandId, params: { campaignId }, query }) => {
    if (!(await isCampaignOf(pool, brandId, campaignId))) throw problem('not_found');
    const { posts, counts } = await readUntaggedPosts(pool, { brandId, campaignId }, query);
    const ids = posts.map(({ mentionId }) => mentionId);
    const heard = new Map((await readHeardPosts(brandId, ids)).map((post) => [post.mentionId, post]));
    const untaggedPosts = posts.flatMap((post) => {
      const known = heard.get(post.mentionId);
      return known ? [Object.assign(post, known)] : [];
    });
    return { untaggedPosts, counts, ...pagesOf(query.page, counts[query.state]) };
  });

  implement(contract.addUntaggedPost, async ({ brandId, params, caller }) => {
    const { campaignId } = params;
    const now = clock.now();
    const id = await withTransaction(pool, async (tx, connection) => {
      const post = await lockUntaggedPost(connection, params);
      if (!post) throw problem('not_found');
      if (post.isContent) throw problem('conflict', { message: ALREADY_ADDED });
      if (post.dismissed)
        throw problem('conflict', { message: 'Someone dismissed this post. Restore it first.' });
      const of = { brandId, campaignId, userId: caller.userId };
      const added = await addLivePost(api, tx, of, { optInId: post.optInId, url: post.url }, now);
      await publish(tx, { type: 'untagged_post.changed', brandId, data: { campaignId, found: 0 } }, now);
      return added;
    });
    const shoutout = await readShoutout(pool, id);
    if (!shoutout) throw problem('not_found');
    return { shoutout };
  });

  implement(contract.changeUntaggedPost, async ({ brandId, params, body, caller }) => {
    const { campaignId, untaggedPostId } = params;
    const now = clock.now();
    await withTransaction(pool, async (tx, connection) => {
      const post = await lockUntaggedPost(connection, params);
      if (!post) throw problem('not_found');
      if (post.isContent) throw problem('conflict', { message: ALREADY_ADDED });
      if (post.dismissed === body.dismissed) return;
      await writeDismissal(
        connection,
        untaggedPostId,
        body.dismissed ? { userId: caller.userId, now } : null,
      );
      await publish(tx, { type: 'untagged_post.changed', brandId, data: { campaignId, found: 0 } }, now);
    });
    return { success: true };
  });

  jobs.every('35 * * * *', 'untagged-posts-forget', () => forgetUntaggedPosts(pool, clock.now()), {
    policy: 'short',
  });
}

const ALREADY_ADDED = 'Someone already added this post to a campaign.';
