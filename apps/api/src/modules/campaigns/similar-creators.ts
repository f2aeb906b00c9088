import { findSimilarCreators } from '@troupe/contract/discovery/similar';
import {
  commonProfile,
  type KnownAs,
  MAX_SEEDS,
  MAX_SIMILAR,
  type SimilarCreators,
  type SimilarityQuery,
  similarity,
} from '@troupe/domain/discovery/similarity';
import { problem } from '@troupe/domain/problem';
import type { Api } from '../../platform/api.ts';
import {
  type ComparedCreator,
  readCandidates,
  readCompared,
  readListSeeds,
} from '../discovery/similar-creators.queries.ts';
import { readBestCreators } from './campaign-content/best-creators.queries.ts';

/** Registers the route of creators like others, which may come from a campaign. */
export function similarCreators(api: Api): void {
  api.implement(findSimilarCreators, ({ brandId, query }) => findSimilar(api, brandId, query));
}

async function findSimilar(api: Api, brandId: string, query: SimilarityQuery): Promise<SimilarCreators> {
  const ids = await seedIds(api, brandId, query);
  const seeds = await readCompared(api.pool, brandId, ids);
  const common = commonProfile(seeds);
  const { creators, bounded } =
    seeds.length > 0
      ? await readCandidates(api.pool, brandId, common, ids)
      : { creators: [], bounded: false };
  const others = creators.map((one) => ({ one, known: knownAs(one) }));
  const wanted = query.known ? others : others.filter(({ known }) => known.length === 0);
  const compared = wanted
    .map(({ one, known }) => Object.assign({ creator: one.creator, known }, similarity(one, common)))
    .toSorted(
      (a, b) =>
        b.score - a.score ||
        (b.creator.followerCount ?? 0) - (a.creator.followerCount ?? 0) ||
        (a.creator.id < b.creator.id ? -1 : 1),
    );
  return {
    seeds: seeds.map(({ creator }) => creator),
    missingSeeds: ids.length - seeds.length,
    creators: compared.slice(0, MAX_SIMILAR),
    compared: wanted.length,
    bounded,
    knownLeftOut: others.length - wanted.length,
    common: {
      topics: [...common.topics.keys()],
      followers: common.followers,
      engagement: common.engagement,
      languages: [...common.languages.keys()],
      countries: [...common.countries.keys()],
      reports: common.audiences.length,
    },
  };
}

/** The creators that others are compared with: those given, of a list, and the best of a campaign. */
async function seedIds(
  { pool }: Api,
  brandId: string,
  { creator, list, campaign }: SimilarityQuery,
): Promise<string[]> {
  const [ofList, ofCampaign] = await Promise.all([
    list ? readListSeeds(pool, brandId, list) : [],
    campaign ? readBestCreators(pool, brandId, campaign) : [],
  ]);
  if (!ofList || !ofCampaign) throw problem('not_found');
  return [...new Set([...creator, ...ofCampaign, ...ofList])].slice(0, MAX_SEEDS);
}

const knownAs = ({ onList, invited, optedIn }: ComparedCreator): KnownAs[] => [
  ...(onList ? ['list' as const] : []),
  ...(invited ? ['invite' as const] : []),
  ...(optedIn ? ['opt-in' as const] : []),
];
