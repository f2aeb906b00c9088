import { getCreatorHistory } from '@troupe/contract/discovery/creator';
import { averageViews, figureHistory } from '@troupe/domain/discovery/insight/figure-history';
import { problem } from '@troupe/domain/problem';
import type { Api, CallContext } from '../../platform/api.ts';
import { readNewestPosts } from './content/content.queries.ts';
import { readCreator } from './creator/creator.queries.ts';
import { readFigureDays } from './safety-flag/safety-check.queries.ts';

/** Registers the call that returns how a creator's figures changed. */
export function creatorHistory(api: Api): void {
  api.implement(getCreatorHistory, (context) => getHistory(api, context));
}

async function getHistory(
  { db, pool }: Api,
  { brandId, params: { profileId } }: CallContext<typeof getCreatorHistory>,
) {
  if (!(await readCreator(db, brandId, profileId))) throw problem('not_found');
  const [days, posts] = await Promise.all([readFigureDays(pool, profileId), readNewestPosts(db, profileId)]);
  return Object.assign(figureHistory(days), { averageViews: averageViews(posts) });
}
