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
    "Imports orders from a file. Upload the file in the `file` field, up to 50 MB: a Shopify order export, a CSV of a Shopify table from a data warehouse (such as `order` or `refund`), or JSON from the Shopify API or webhooks. Rows are imported in the background. `storeId` assigns the orders to a store (`none` for no store) and is required if the brand has a store. `currency` applies where the file doesn't name a currency.",
  params,
  query: z.object({
    storeId: z.union([z.literal(NO_STORE), Id]).optional(),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'Use an ISO currency code such as EUR')
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
  summary: "Lists the brand's order imports, newest first.",
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
  summary: 'Retrieves an order import with its progress and one page of its rows, in file order.',
  params: one,
  query: z.object({ page: PageNumber.default(1), outcome: OrderRowOutcome.optional() }),
  output: z.object({ orderImport: OrderImport, rows: z.array(OrderImportRow), ...paging }),
  problems: ['not_found'],
});
