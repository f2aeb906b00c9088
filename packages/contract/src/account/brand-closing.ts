import { BrandClosing } from '@troupe/domain/account/brand';
import { Id, text } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });

export const getClosingTerms = defineCall({
  name: 'getClosingTerms',
  noun: 'brand-closing',
  method: 'GET',
  path: '/brand/:brandId/closing',
  access: 'owner',
  summary:
    "Returns what happens when the brand's account is closed, and how many days you have to reopen it.",
  params,
  output: z.object({ days: z.int(), steps: z.array(z.string()) }),
});

export const closeBrand = defineCall({
  name: 'closeBrand',
  noun: 'brand-closing',
  method: 'POST',
  path: '/brand/:brandId/closing',
  access: 'owner',
  audit: 'Closed account',
  summary: "Closes the brand's account. The request must include the brand's exact name as confirmation.",
  params,
  body: z.object({ name: text({ max: 200, required: "Enter the brand's name" }) }),
  output: z.object({ closing: BrandClosing }),
  problems: ['invalid_transition'],
});

export const readClosing = defineCall({
  name: 'readClosing',
  noun: 'brand-closing',
  method: 'GET',
  path: '/closing/:token',
  access: 'user',
  summary: 'Retrieves the closed account that a reopen link refers to.',
  params: z.object({ token: z.string().max(1000) }),
  output: z.object({ closing: BrandClosing }),
  problems: ['not_found'],
});

export const reopenBrand = defineCall({
  name: 'reopenBrand',
  noun: 'brand-closing',
  method: 'POST',
  path: '/closing/:token/undo',
  access: 'user',
  audit: 'Reopened account',
  summary: 'Reopens a closed account. The caller must be an owner and use the link from the closing email.',
  params: z.object({ token: z.string().max(1000) }),
  output: z.object({ brandId: Id }),
  problems: ['not_found', 'invalid_transition'],
});

export const reopenBrandById = defineCall({
  name: 'reopenBrandById',
  noun: 'brand-closing',
  method: 'POST',
  path: '/admin/brands/:brandId/reopen',
  access: 'administrator',
  audit: 'Reopened account for brand',
  summary: 'Reopens a closed account. Returns 409 if the account is open.',
  params,
  output: z.object({ brandId: Id }),
  problems: ['not_found', 'invalid_transition'],
});
