import { NO_STORE, OrderImport, OrderImportRow, OrderRowOutcome } from '@troupe/domain/commerce/order-import';
import { Id, PageNumber, paging } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const one = params.extend({ orderImportId: Id });

export const createOrderImport = defineCall({
  name: 'createOrderImport',
  noun: 'order-import',
  method: 'POST',
  path: '/brand/:brandId/order-imports',
  access: 'brand',
  audit: 'Imported orders',
  summary:
    'Takes a file of orders over (field `file`, up to 50 MB) in the background: an orders export of Shopify, its tables as CSV, JSON of its API or of its webhooks. `storeId` says which store they are of (`none`: of no store) and is needed where the brand has one, `currency` what amounts are in where the file does not say.',
  params,
  query: z.object({
    storeId: z.union([z.literal(NO_STORE), Id]).optional(),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'Use three capital letters such as EUR')
      .optional(),
  }),
  multipart: true,
  output: z.object({ orderImport: OrderImport }),
  problems: ['unreadable_file', 'too_large', 'not_found'],
});

export const listOrderImports = defineCall({
  name: 'listOrderImports',
  noun: 'order-import',
  method: 'GET',
  path: '/brand/:brandId/order-imports',
  access: 'brand',
  summary: 'One page of the files of orders that a brand imported, newest first.',
  params,
  query: z.object({ page: PageNumber.default(1) }),
  output: z.object({ orderImports: z.array(OrderImport), ...paging }),
});

export const getOrderImport = defineCall({
  name: 'getOrderImport',
  noun: 'order-import',
  method: 'GET',
  path: '/brand/:brandId/order-imports/:orderImportId',
  access: 'brand',
  summary: 'An import of orders with its progress and one page of its rows, in the order of the file.',
  params: one,
  query: z.object({ page: PageNumber.default(1), outcome: OrderRowOutcome.optional() }),
  output: z.object({ orderImport: OrderImport, rows: z.array(OrderImportRow), ...paging }),
  problems: ['not_found'],
});
