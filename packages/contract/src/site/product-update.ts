import { ProductUpdateId } from '@troupe/domain/account/product-update-id';
import { ProductUpdate } from '@troupe/domain/site/product-update';
import { LANGUAGE_TAGS } from '@troupe/i18n/language';
import { z } from 'zod';
import { defineCall } from '../call.ts';

export const listProductUpdates = defineCall({
  name: 'listProductUpdates',
  noun: 'product-update',
  method: 'GET',
  path: '/product-updates',
  access: 'public',
  summary:
    'Lists product updates, newest first. With `language`, texts are in that language if they are translated.',
  query: z.object({ language: z.enum(LANGUAGE_TAGS).optional() }),
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
