import { CampaignStatus } from '@troupe/domain/campaigns/campaign';
import { Brand } from '@troupe/domain/inbox/brand-overview';
import { Id, text } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

export const getBrand = defineCall({
  name: 'getBrand',
  noun: 'brand',
  method: 'GET',
  path: '/brand/:brandId',
  access: 'brand',
  whilePastDue: true,
  summary: "Retrieves a brand with its subscriptions, campaigns and the caller's permissions.",
  params: z.object({ brandId: Id }),
  output: Brand,
});

export const listBrands = defineCall({
  name: 'listBrands',
  noun: 'brand',
  method: 'GET',
  path: '/brands',
  access: 'administrator',
  summary:
    "Lists brands by number of campaigns (most first), then by name. Archived campaigns don't count. Use `search` to match brand names. Returns up to 50 brands.",
  query: z.object({ sort: z.enum(['campaigns-desc']).optional(), search: text({ max: 120 }).optional() }),
  output: z.object({
    brands: z.array(
      z.object({
        id: Id,
        name: z.string(),
        campaigns: z.array(z.object({ id: Id, title: z.string(), status: CampaignStatus })),
      }),
    ),
  }),
});
