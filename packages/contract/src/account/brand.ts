import { Brand, NewBrand } from '@troupe/domain/account/brand';
import { CampaignStatus } from '@troupe/domain/campaigns/campaign';
import { Id, text } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });

export const getBrand = defineCall({
  name: 'getBrand',
  noun: 'brand',
  method: 'GET',
  path: '/brand/:brandId',
  access: 'brand',
  whilePastDue: true,
  summary: 'A brand, its subscriptions and campaigns, and what the caller may do in it.',
  params,
  output: Brand,
});

export const updateBrand = defineCall({
  name: 'updateBrand',
  noun: 'brand',
  method: 'PUT',
  path: '/brand/:brandId',
  access: 'owner',
  audit: ({ name }: { name?: unknown }) =>
    typeof name === 'string' ? `Changed the brand's details (${name.trim().slice(0, 120)})` : null,
  summary: "Changes the brand's name, website and description. For owners.",
  params,
  body: NewBrand,
  output: z.object({ name: z.string(), website: z.string(), description: z.string() }),
  problems: ['not_found'],
  messageField: 'error',
});

export const listBrands = defineCall({
  name: 'listBrands',
  noun: 'brand',
  method: 'GET',
  path: '/brands',
  access: 'administrator',
  summary:
    'Brands by their campaigns that are not archived, most first, then by name; `search` looks in their names. At most 50.',
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

export const createBrand = defineCall({
  name: 'createBrand',
  noun: 'brand',
  method: 'POST',
  path: '/admin/brands',
  access: 'administrator',
  summary: 'Creates a brand.',
  body: NewBrand,
  output: z.object({ brandId: Id }),
  messageField: 'error',
});

export const createOwnBrand = defineCall({
  name: 'createOwnBrand',
  noun: 'brand',
  method: 'POST',
  path: '/me/brand',
  access: 'user',
  audit: 'Created the brand',
  summary: 'Creates the brand of a person who has none, and makes them its owner.',
  body: NewBrand,
  output: z.object({ brandId: Id }),
  problems: ['conflict'],
  messageField: 'error',
});
