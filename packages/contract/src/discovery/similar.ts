import { SimilarCreators, SimilarityQuery } from '@troupe/domain/discovery/similarity';
import { Id } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

export const findSimilarCreators = defineCall({
  name: 'findSimilarCreators',
  noun: 'creator',
  method: 'GET',
  path: '/brand/:brandId/similar-creators',
  access: 'brand',
  summary:
    "Finds creators similar to specific creators, to those on a list, or to a campaign's top performers. Pass `creator` (up to 20), `list` (its newest 20) or `campaign` (the 10 whose live posts have the most engagements). Compares topics, audience, size, engagement, language and country; `parts` has the value and weight of each. Audience counts only if your brand has an audience report for both creators. If there are too many candidates, only those with the same topics that are closest in size are compared (`bounded`). Creators who are on your lists, invited or opted in are excluded unless `known=true`.",
  params: z.object({ brandId: Id }),
  query: SimilarityQuery,
  output: SimilarCreators,
  problems: ['not_found'],
});
