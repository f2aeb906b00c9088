import { z } from 'zod';
import { Id, Instant } from '../shape.ts';

/** State of an order import; if `failed`, see `error`. */
export const OrderImportState = z.enum(['waiting', 'running', 'done', 'failed']);
export type OrderImportState = z.infer<typeof OrderImportState>;

/**
 * Outcome of a row: `imported` (a new order), `merged` (added to an order: another line, a code, a
 * refund or newer amounts), `skipped` (nothing new, or not an order), `rejected` (unreadable). The
 * four add up to the rows of the file.
 */
export const ORDER_ROW_OUTCOMES = ['imported', 'merged', 'skipped', 'rejected'] as const;
export const OrderRowOutcome = z.enum(ORDER_ROW_OUTCOMES);
export type OrderRowOutcome = z.infer<typeof OrderRowOutcome>;

/** An import of orders from a file. */
export const OrderImport = z.object({
  id: Id,
  fileName: z.string(),
  /** Detected format, such as 'Shopify orders export'. */
  kind: z.string(),
  state: OrderImportState,
  /** Store the orders are assigned to; null for none. */
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

/** A row that didn't become a new order, with the reason. */
export const OrderImportRow = z.object({
  row: z.int(),
  /** Line of the text file where the row starts; null for formats without lines. */
  line: z.int().nullable(),
  outcome: OrderRowOutcome,
  /** Name of the order, if known. */
  name: z.string(),
  reason: z.string().nullable(),
  orderId: Id.nullable(),
});
export type OrderImportRow = z.infer<typeof OrderImportRow>;

/** Used as store id for orders that belong to no store. */
export const NO_STORE = 'none';

/** Maximum size of an order file in bytes. */
export const MAX_ORDER_IMPORT_BYTES = 50 * 1024 * 1024;
