import { NewBrand } from '@troupe/domain/account/brand';
import { Id } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });

export const updateBrand = defineCall({
  name: 'updateBrand',
  noun: 'brand',
  method: 'PUT',
  path: '/brand/:brandId',
  access: 'owner',
  audit: ({ name }: { name?: unknown }) =>
    typeof name === 'string' ? `Changed brand details (${name.trim().slice(0, 120)})` : null,
  summary: "Updates the brand's name, website and description.",
  params,
  body: NewBrand,
  output: z.object({ name: z.string(), website: z.string(), description: z.string() }),
  problems: ['not_found'],
  messageField: 'error',
});

export const createBrand = defineCall({
  name: 'createBrand',
  noun: 'brand',
  method: 'POST',
  path: '/admin/brands',
  access: 'administrator',
  summary: 'Creates a brand without members.',
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
  audit: 'Created brand',
  summary:
    'Creates a brand for the caller and makes them its owner. The caller must not belong to a brand yet.',
  body: NewBrand,
  output: z.object({ brandId: Id }),
  problems: ['conflict'],
  messageField: 'error',
});
