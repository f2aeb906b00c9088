import { Id } from '@troupe/domain/shape';
import { Waiting, WelcomeState } from '@troupe/domain/site/welcome';
import { z } from 'zod';
import { defineCall } from '../call.ts';

export const getWelcome = defineCall({
  name: 'getWelcome',
  noun: 'welcome',
  method: 'GET',
  path: '/brand/:brandId/welcome',
  access: 'brand',
  summary: 'How far a brand is set up, step by step, and what waits for its people.',
  params: z.object({ brandId: Id }),
  output: z.object({ steps: z.array(WelcomeState), waiting: Waiting }),
});
