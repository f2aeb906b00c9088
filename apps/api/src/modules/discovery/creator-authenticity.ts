import { getCreatorAuthenticity } from '@troupe/contract/discovery/creator';
import { creatorSize } from '@troupe/domain/discovery/creator-fit';
import { authenticityOf } from '@troupe/domain/discovery/insight/authenticity';
import { problem } from '@troupe/domain/problem';
import type { Api, CallContext } from '../../platform/api.ts';
import { readHeldReport } from './audience-report/audience-report.queries.ts';
import { readContent } from './content/content.queries.ts';
import { readCreator, readPeers } from './creator/creator.queries.ts';
import { readFigureDays } from './safety-flag/safety-check.queries.ts';

const YEAR_MS = 365 * 86_400_000;

/** Registers the call that scores how authentic a creator's followers and reactions seem. */
export function creatorAuthenticity(api: Api): void {
  api.implement(getCreatorAuthenticity, (context) => getAuthenticity(api, context));
}

async function getAuthenticity(
  { db, pool, clock }: Api,
  { brandId, params: { profileId } }: CallContext<typeof getCreatorAuthenticity>,
) {
  const creator = await readCreator(db, brandId, profileId);
  if (!creator) throw problem('not_found');
  const [history, contents, peers, held] = await Promise.all([
    readFigureDays(pool, profileId),
    readContent(db, [profileId]),
    readPeers(pool),
    readHeldReport(db, brandId, profileId),
  ]);
  const since = new Date(clock.now().getTime() - YEAR_MS).toISOString();
  const { followerCount, engagement, platform } = creator;
  return authenticityOf({
    history,
    followers: followerCount,
    engagement,
    typical: peers.get(`${platform} ${creatorSize(followerCount)}`) ?? null,
    posts: (contents.get(profileId) ?? [])
      .filter(({ published_at }) => published_at >= since)
      .map((item) => ({
        url: item.url,
        title: item.title,
        published: item.published_at,
        comments: item.engagement.comment_count,
      })),
    reachability: held && {
      shares: held.report.audience_followers.data?.audience_reachability ?? null,
      created: held.createdAt,
    },
  });
}
