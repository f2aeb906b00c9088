import { MarketingSource } from '@troupe/domain/site/marketing-source';
import { z } from 'zod';
import { defineCall } from '../call.ts';

export const keepMarketingSource = defineCall({
  name: 'keepMarketingSource',
  noun: 'marketing-source',
  method: 'POST',
  path: '/me/marketing-source',
  access: 'user',
  summary:
    'Keeps where a person came from with their sign-up: once, within a day of it. Later ones change nothing.',
  body: MarketingSource,
  output: z.object({ kept: z.boolean() }),
});
