import type { PlatformOrder, PlatformRefund } from '@troupe/domain/commerce/store-platform';

/** Position in a file; `line` is null for formats without lines. */
export interface Place {
  row: number;
  line: number | null;
}

/** A part of an order from another file. Amounts as written in the file. */
export type OrderPiece =
  | {
      kind: 'line';
      id: string;
      title: string;
      sku: string;
      quantity: number;
      price: string;
      discount: string;
    }
  | { kind: 'code'; code: string; amount: string; type: string }
  | { kind: 'attribute'; name: string; value: string }
  | { kind: 'refund'; id: string; money: string; currency: string; created: string | null };

/** Rows that belong together. The first place has the order, the others its further parts. */
export type ImportEntry = { places: Place[]; name: string } & (
  | { kind: 'order'; order: PlatformOrder }
  | { kind: 'refund'; orderId: string; refund: PlatformRefund }
  | { kind: 'piece'; orderId: string; piece: OrderPiece }
  | { kind: 'skipped' | 'rejected'; reason: string }
);

/** A detected order file. */
export interface OrderFile {
  /** Such as 'Shopify orders export'. */
  kind: string;
  /** Number of rows below the headers. */
  rows: number;
  /** Whether amounts are in a currency the file doesn't name. */
  needsCurrency: boolean;
  /** Whether orders have only names, which may repeat across shops. */
  needsStore: boolean;
}

/** Reads a row by column name. */
export type Cells = (column: string) => string;
