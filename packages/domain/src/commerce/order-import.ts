import { z } from 'zod';
import { Id, Instant } from '../shape.ts';

/** Where an import of orders stands; `failed` says why in `error`. */
export const OrderImportState = z.enum(['waiting', 'running', 'done', 'failed']);
export type OrderImportState = z.infer<typeof OrderImportState>;

/**
 * What became of a row: `imported` (an order that was not known), `merged` (it added to an order: a further line, a
 * code, a refund, or newer figures), `skipped` (nothing new in it, or nothing that belongs into a ledger), `rejected`
 * (it could not be read). The four add up to the rows of the file.
 */
export const ORDER_ROW_OUTCOMES = ['imported', 'merged', 'skipped', 'rejected'] as const;
export const OrderRowOutcome = z.enum(ORDER_ROW_OUTCOMES);
export type OrderRowOutcome = z.infer<typeof OrderRowOutcome>;

/** What a file of orders turned out to be, in words. */
export const OrderImport = z.object({
  id: Id,
  fileName: z.string(),
  /** Such as 'Shopify orders export'. */
  kind: z.string(),
  state: OrderImportState,
  /** The store that its orders are put down to; null for none. */
  storeId: Id.nullable(),
  storeName: z.string().nullable(),
  rows: z.int(),
  imported: z.int(),
  merged: z.int(),
  skipped: z.int(),
  rejected: z.int(),
  error: z.string().nullable(),
  created: Instant,
  finished: Instant.nullable(),
});
export type OrderImport = z.infer<typeof OrderImport>;

/** A row that was not taken over as a new order, with the reason. */
export const OrderImportRow = z.object({
  row: z.int(),
  /** Line of the text file on which the row begins; null where there are no lines. */
  line: z.int().nullable(),
  outcome: OrderRowOutcome,
  /** The order it is about, where it names one. */
  name: z.string(),
  reason: z.string().nullable(),
  orderId: Id.nullable(),
});
export type OrderImportRow = z.infer<typeof OrderImportRow>;

/** Said instead of a store's id for orders that are of none. */
export const NO_STORE = 'none';

/** The largest file of orders, in bytes. */
export const MAX_ORDER_IMPORT_BYTES = 50 * 1024 * 1024;
