import type { Minor } from './shopify-order.ts';

/** A discount with one or many codes. */
export interface ShopDiscount {
  id: number;
  shop: string;
  title: string;
  codes: { id: number; code: string; used: number }[];
  value: { percentage: number } | { amount: Minor; eachItem: boolean };
  startsAt: string;
  endsAt: string | null;
  active: boolean;
  usageLimit: number | null;
  oncePerCustomer: boolean;
  createdAt: string;
  updatedAt: string;
}

/** Codes added to a discount in bulk. */
export interface BulkCreation {
  id: number;
  shop: string;
  discountId: number;
  /** When it completes, in ms. */
  doneAt: number;
  createdAt: string;
  codes: { code: string; codeId: number | null; error: string | null }[];
}
