import { Collaboration, Month, Usage } from '@troupe/domain/campaigns/usage';
import { Id, PageNumber, paging } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });

export const getUsage = defineCall({
  name: 'getUsage',
  noun: 'usage',
  method: 'GET',
  path: '/brand/:brandId/usage',
  access: 'brand',
  summary: "Retrieves the brand's plan usage. Includes seats, collaborations by month and credits by day.",
  params,
  output: Usage,
});

export const listCollaborations = defineCall({
  name: 'listCollaborations',
  noun: 'usage',
  method: 'GET',
  path: '/brand/:brandId/usage/collaborations',
  access: 'brand',
  summary: 'Lists the opt-ins that count as collaborations in a calendar month (UTC), newest first.',
  params,
  query: z.object({ month: Month, page: PageNumber.default(1) }),
  output: z.object({ collaborations: z.array(Collaboration), ...paging }),
});
