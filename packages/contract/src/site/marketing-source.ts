import { MarketingSource } from '@troupe/domain/site/marketing-source';
import { z } from 'zod';
import { defineCall } from '../call.ts';

export const keepMarketingSource = defineCall({
  name: 'keepMarketingSource',
  noun: 'marketing-source',
  method: 'POST',
  path: '/me/marketing-source',
  access: 'user',
  audit: 'Saved marketing source',
  summary:
    'Records how the user found the product. Saved once, within a day of sign-up; later requests have no effect.',
  body: MarketingSource,
  output: z.object({ kept: z.boolean() }),
});
