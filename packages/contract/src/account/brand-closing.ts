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
  summary: 'What closing the account of a brand does, and for how many days it can be undone.',
  params,
  output: z.object({ days: z.int(), steps: z.array(z.string()) }),
});

export const closeBrand = defineCall({
  name: 'closeBrand',
  noun: 'brand-closing',
  method: 'POST',
  path: '/brand/:brandId/closing',
  access: 'owner',
  audit: 'Closed the account',
  summary: 'Closes the account of a brand, whose name must be given as it is written.',
  params,
  body: z.object({ name: text({ max: 200, required: 'Please enter the name of the brand' }) }),
  output: z.object({ closing: BrandClosing }),
  problems: ['invalid_transition'],
});

export const readClosing = defineCall({
  name: 'readClosing',
  noun: 'brand-closing',
  method: 'GET',
  path: '/closing/:token',
  access: 'user',
  summary: 'The account that the link in an owner’s mail can open again.',
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
  audit: 'Reopened the account',
  summary: 'Undoes the closing of an account, for one of its owners with the link of the mail.',
  params: z.object({ token: z.string().max(1000) }),
  output: z.object({ brandId: Id }),
  problems: ['not_found'],
});

export const reopenBrandById = defineCall({
  name: 'reopenBrandById',
  noun: 'brand-closing',
  method: 'POST',
  path: '/admin/brands/:brandId/reopen',
  access: 'administrator',
  audit: 'Reopened the account for the brand',
  summary: 'Undoes the closing of an account.',
  params,
  output: z.object({ brandId: Id }),
  problems: ['not_found'],
});
