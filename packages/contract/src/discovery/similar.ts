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
    'Finds creators like given ones, like those of a list, or like the best of a campaign. Pass `creator` (up to 20), `list` (its newest 20) or `campaign` (the 10 whose live posts have the most engagements). Compares topics, audience, size, engagement, language and place; `parts` has the value and weight of each. The audience counts only where your brand has a delivered report on both sides. Out of many creators, those of the same topics that are nearest in size are compared (`bounded`). Creators on your lists, with an invite or an opt-in are left out unless `known=true`.',
  params: z.object({ brandId: Id }),
  query: SimilarityQuery,
  output: SimilarCreators,
  problems: ['not_found'],
});
