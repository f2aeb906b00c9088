import type { PlatformOrder, PlatformRefund } from '@troupe/domain/commerce/store-platform';

/** Where something stands in a file; `line` is null where there are no lines. */
export interface Place {
  row: number;
  line: number | null;
}

/** Something that belongs to an order which another file brought. Amounts as the file writes them. */
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

/** What rows of a file say together. The first of `places` brings the order, the others more of it. */
export type ImportEntry = { places: Place[]; name: string } & (
  | { kind: 'order'; order: PlatformOrder }
  | { kind: 'refund'; orderId: string; refund: PlatformRefund }
  | { kind: 'piece'; orderId: string; piece: OrderPiece }
  | { kind: 'skipped' | 'rejected'; reason: string }
);

/** What a file is, and how it is read. */
export interface OrderFile {
  /** Such as 'Shopify orders export'. */
  kind: string;
  /** Rows below the headers. */
  rows: number;
  /** Amounts are in a currency that the file does not name. */
  needsCurrency: boolean;
  /** Orders are told apart by names alone, which two shops may both have given. */
  needsStore: boolean;
}

/** One row by the names of its columns. */
export type Cells = (column: string) => string;
