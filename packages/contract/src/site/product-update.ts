import { ProductUpdateId } from '@troupe/domain/account/product-update-id';
import { ProductUpdate } from '@troupe/domain/site/product-update';
import { z } from 'zod';
import { defineCall } from '../call.ts';

export const listProductUpdates = defineCall({
  name: 'listProductUpdates',
  noun: 'product-update',
  method: 'GET',
  path: '/product-updates',
  access: 'public',
  summary: 'What is new in the product, newest first.',
  output: z.object({ updates: z.array(ProductUpdate) }),
});

export const readProductUpdates = defineCall({
  name: 'readProductUpdates',
  noun: 'product-update',
  method: 'PUT',
  path: '/me/product-updates',
  access: 'user',
  summary: 'Remembers with the person the newest product update they saw. An older one changes nothing.',
  body: z.object({ read: ProductUpdateId }),
  output: z.object({ read: ProductUpdateId.nullable() }),
});
