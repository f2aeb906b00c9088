import type { Delivery } from '../platform/webhooks.ts';

/** Money is kept in minor units of the store's currency: cents, whole yen. */
export type Minor = number;

/** One thing a store sells. */
export interface ShopProduct {
  id: number;
  variantId: number;
  title: string;
  handle: string;
  vendor: string;
  type: string;
  sku: string;
  price: Minor;
  /** What the picture shows: a motif of /thumb. */
  motif: string;
  createdAt: string;
  updatedAt: string;
}

/** A merchant's store. */
export interface Shop {
  /** `name.myshopify.com`. */
  domain: string;
  id: number;
  name: string;
  email: string;
  currency: string;
  timezone: string;
  country: string;
  /** Scopes that consent never gives, whatever the app asks for. */
  withheld: string[];
  /** Since when the app is installed, and what the merchant let it do. */
  installation: { at: string; scopes: string[] } | null;
  products: ShopProduct[];
  /** The number of the newest order: `#1001`. */
  lastNumber: number;
}

export interface OrderLine {
  id: number;
  productId: number;
  variantId: number;
  title: string;
  sku: string;
  quantity: number;
  price: Minor;
  /** What the order's code takes off this line. */
  discount: Minor;
}

export interface OrderRefund {
  id: number;
  at: string;
  note: string | null;
  lines: { id: number; lineId: number; quantity: number; subtotal: Minor }[];
  shipping: Minor;
  transactionId: number;
  /** Lines and shipping together. */
  amount: Minor;
}

export interface OrderCustomer {
  id: number;
  email: string;
  firstName: string;
  lastName: string;
}

export interface OrderDiscount {
  code: string;
  kind: 'percentage' | 'fixed_amount';
  /** Percent (15), or minor units. */
  value: number;
}

/** An order as it stands. */
export interface ShopOrder {
  id: number;
  shop: string;
  number: number;
  createdAt: string;
  updatedAt: string;
  cancelledAt: string | null;
  cancelReason: string | null;
  paid: boolean;
  /** What the shopper paid in, and how much of it one unit of the store's currency is. */
  presentmentCurrency: string;
  rate: number;
  lines: OrderLine[];
  shipping: Minor;
  tax: Minor;
  discount: OrderDiscount | null;
  customer: OrderCustomer | null;
  landingSite: string | null;
  referringSite: string | null;
  noteAttributes: { name: string; value: string }[];
  note: string | null;
  tags: string[];
  test: boolean;
  refunds: OrderRefund[];
}

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

/** Codes that were added to a discount together. */
export interface BulkCreation {
  id: number;
  shop: string;
  discountId: number;
  /** When it is said to be done, in ms. */
  doneAt: number;
  createdAt: string;
  codes: { code: string; codeId: number | null; error: string | null }[];
}

/** What a person's consent gave, to be exchanged once. */
export interface AuthorizationCode {
  code: string;
  shop: string;
  scopes: string[];
  /** In ms. */
  expiresAt: number;
}

export interface AccessToken {
  token: string;
  shop: string;
  scopes: string[];
  /** In ms. */
  expiresAt: number;
}

export interface RefreshToken extends AccessToken {
  /** The one it replaces, which may be used again until this one is. */
  replaces: string | null;
}

/** A webhook subscription that the app made through the API. */
export interface Subscription {
  id: number;
  shop: string;
  /** `orders/create`. */
  topic: string;
  url: string;
  apiVersion: string;
}

/** What became of one webhook; `id` is its `X-Shopify-Webhook-Id`. */
export interface ShopDelivery extends Delivery {
  /** `X-Shopify-Event-Id`: one for all topics that one act brought about. */
  eventId: string;
  /** As it was when it happened. */
  body: string;
  triggeredAt: string;
  shop: string;
  topic: string;
  /** Null for those of the app's configuration: the compliance calls. */
  subscriptionId: number | null;
  url: string;
  apiVersion: string;
}

/** What may be changed while the sandbox runs; a restart keeps it. */
export interface ShopifySettings {
  /** Where the app's configuration sends the compliance calls; empty: nowhere. */
  webhookUrl: string;
  /** Origin of the app: where installs begin, and the only one people are sent back to. */
  webOrigin: string;
  /** Seconds after each failed webhook until the next attempt; after the last one its subscription is deleted. */
  retrySeconds: number[];
  /** While true no webhook is sent; what happens meanwhile goes out afterwards. */
  stopped: boolean;
  /** From an uninstall until `shop/redact`. */
  redactSeconds: number;
}

/** Configuration of the store platform. */
export interface ShopifyConfig {
  /** The app's client id. */
  key: string;
  secret: string;
  settings: ShopifySettings;
}
