import { Id } from '@troupe/domain/shape';
import { PendingCounts, WelcomeState } from '@troupe/domain/site/welcome';
import { z } from 'zod';
import { defineCall } from '../call.ts';

export const getWelcome = defineCall({
  name: 'getWelcome',
  noun: 'welcome',
  method: 'GET',
  path: '/brand/:brandId/welcome',
  access: 'brand',
  summary: "Returns the brand's setup checklist and pending items.",
  params: z.object({ brandId: Id }),
  output: z.object({ steps: z.array(WelcomeState), waiting: PendingCounts }),
});
