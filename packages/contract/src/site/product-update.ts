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
  summary: 'Lists product updates, newest first.',
  output: z.object({ updates: z.array(ProductUpdate) }),
});

export const readProductUpdates = defineCall({
  name: 'readProductUpdates',
  noun: 'product-update',
  method: 'PUT',
  path: '/me/product-updates',
  access: 'user',
  summary: 'Records the newest product update the user has read. Older updates have no effect.',
  body: z.object({ read: ProductUpdateId }),
  output: z.object({ read: ProductUpdateId.nullable() }),
});
