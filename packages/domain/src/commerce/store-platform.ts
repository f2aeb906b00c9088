import type { ShippingAddress } from '../campaigns/opt-in.ts';
import type { GiftProduct } from './gift.ts';
import type { OrderAttribute, OrderDiscount, OrderLine, RefundLine } from './order.ts';

/** OAuth tokens of a store. Expiry times are ISO 8601; null if they don't expire. */
export interface StoreTokens {
  accessToken: string;
  expires: string | null;
  refreshToken: string | null;
  refreshExpires: string | null;
  /** Granted scopes. */
  scopes: string[];
}

/** A store and its access token. */
export interface StoreAccess {
  shop: string;
  accessToken: string;
}

/** Shop details from the platform. */
export interface PlatformShop {
  name: string;
  currency: string;
}

/** A refund from the platform. */
export interface PlatformRefund {
  id: string;
  /** Minor units of `currency`. */
  money: number;
  currency: string;
  /** Value of returned goods in the store currency; null if only the amount is known. */
  goods: number | null;
  /** Tax on them, included in `goods` if prices include tax. */
  goodsTax: number;
  /** Refund per line; null if only totals are known. */
  lines: RefundLine[] | null;
  created: string | null;
}

/** Where a dispute of a payment stands; with `lost` the buyer keeps the money. */
export type DisputeState = 'open' | 'won' | 'lost';

/** A dispute of an order's payment, such as a chargeback. */
export interface PlatformDispute {
  id: string;
  /** Id of the order at the store. */
  orderId: string;
  state: DisputeState;
  /** Such as `fraudulent`. */
  reason: string | null;
  opened: string | null;
  finalized: string | null;
}

/** An order from the platform. Amounts in minor units of `currency`. */
export interface PlatformOrder {
  externalId: string;
  name: string;
  placed: string;
  /** When it last changed at the store; the later of two versions wins. */
  updated: string;
  cancelled: string | null;
  financialStatus: string | null;
  fulfillmentStatus: string | null;
  test: boolean;
  currency: string;
  total: number;
  subtotal: number;
  discount: number;
  tax: number;
  shipping: number;
  taxesIncluded: boolean;
  presentment: { currency: string; total: number } | null;
  discounts: OrderDiscount[];
  attributes: OrderAttribute[];
  /** Null if some lines are missing. */
  lines: OrderLine[] | null;
  ref: string | null;
  landingSite: string | null;
  referringSite: string | null;
  /** Buyer's id at the store; null if there is none or it is withheld. */
  customerId: string | null;
  /** Buyer's email address, to tell purchases of creators themselves; only a keyed hash of it is stored. */
  buyerEmail: string | null;
  refunds: PlatformRefund[];
}

/** A visit before an order, as the platform saw it. */
export interface PlatformVisit {
  at: string;
  /** The reference in the address of the visit's first page. */
  ref: string | null;
  /** A path of the shop. */
  landingPage: string | null;
}

/** The visits that led to an order. */
export interface PlatformJourney {
  /** Whether the platform has finished looking; until then, visits may be missing. */
  ready: boolean;
  first: PlatformVisit | null;
  last: PlatformVisit | null;
}

/** A page of orders, oldest change first. */
export interface PlatformOrderPage {
  orders: PlatformOrder[];
  /** Ids of orders in an unknown format. */
  unreadable: string[];
  /** Cursor of the next page; null after the last. */
  next: string | null;
}

/** A discount to create, with one code. */
export interface NewDiscount {
  /** Shown to merchants; also tells our own discount from another one with the same code. */
  title: string;
  code: string;
  value: DiscountValue;
  startsAt: string;
  endsAt: string | null;
  usageLimit: number | null;
  oncePerBuyer: boolean;
}

/** What a discount takes off: basis points, or minor units of a currency. */
export type DiscountValue =
  | { kind: 'percent'; valueBp: number }
  | { kind: 'amount'; valueMinor: number; currency: string };

/** A discount at the platform. */
export interface PlatformDiscount {
  id: string;
  title: string;
  /** Its codes, the first ten. */
  codes: string[];
  codeCount: number;
  /** Whether buyers can use it now or once it starts. */
  active: boolean;
  /** Null for kinds that we don't create, such as free shipping. */
  value: DiscountValue | null;
  startsAt: string;
  endsAt: string | null;
  usageLimit: number | null;
  oncePerBuyer: boolean;
}

/** A page of products. */
export interface PlatformProductPage {
  products: GiftProduct[];
  /** Cursor of the next page; null after the last. */
  next: string | null;
}

/** A draft order of goods that cost nothing, sent free of charge. */
export interface NewDraftOrder {
  /** Finds the draft again. */
  tag: string;
  /** Shown to the store's staff, who can filter orders by it. */
  label: string;
  note: string;
  attributes: OrderAttribute[];
  lines: { variantId: string; quantity: number }[];
  address: ShippingAddress;
}

/** A draft order; `order` is null until it is completed. */
export interface PlatformDraftOrder {
  id: string;
  order: { id: string; name: string } | null;
}

/** How far the shipment of an order is. Times are ISO 8601. */
export interface PlatformShipment {
  cancelled: string | null;
  shipped: string | null;
  /** Null also if the carrier doesn't report deliveries to the store. */
  delivered: string | null;
  company: string | null;
  number: string | null;
  url: string | null;
  /**
   * Price of shipping before discounts; null if the order names none. Free shipping says nothing about what it cost,
   * so it is null as well.
   */
  shippingPrice: { amount: number; currency: string } | null;
}

/**
 * Why a store platform request failed.
 * - `unavailable`: unreachable or invalid response; may work later
 * - `unauthorised`: the token is no longer valid
 * - `refused`: the request was rejected; see `code`
 */
export class StoreFailure extends Error {
  readonly kind: 'unavailable' | 'unauthorised' | 'refused';
  readonly code: string;

  constructor(kind: StoreFailure['kind'], code: string) {
    super(`store platform: ${kind} (${code})`);
    this.name = 'StoreFailure';
    this.kind = kind;
    this.code = code;
  }
}

/** A store platform: authorization and reading orders. Every method throws {@link StoreFailure}. */
export interface StorePlatformPort {
  configured: boolean;
  /** Scopes to request. */
  scopes: readonly string[];
  /** Verifies the signature of a query string. @param query without `?`, exactly as received */
  isSigned(query: string): boolean;
  /** Verifies the signature of a webhook. @param body exact bytes received */
  isSignedBody(body: Buffer, signature: string): boolean;
  /** Returns the consent page for the store's owner. */
  consentUrl(shop: string, state: string, redirectUrl: string): string;
  /** Exchanges an authorization code, which works once. */
  exchangeCode(shop: string, code: string): Promise<StoreTokens>;
  /** Refreshes tokens. The old refresh token stays valid until the new one is used. */
  refresh(shop: string, refreshToken: string): Promise<StoreTokens>;
  readShop(access: StoreAccess): Promise<PlatformShop>;
  /** Subscribes an endpoint to webhooks, as far as the granted scopes allow. Idempotent. */
  subscribe(access: StoreAccess, address: string, allowed: readonly string[]): Promise<void>;
  /** Uninstalls the app from the store, which revokes its tokens and webhooks. */
  uninstall(access: StoreAccess): Promise<void>;
  /** Reads orders changed at or after a time. @param after cursor of the previous page */
  readOrders(access: StoreAccess, since: Date, after: string | null): Promise<PlatformOrderPage>;
  /** Returns the journeys of orders by id; those that the platform doesn't know are missing. */
  readJourneys(access: StoreAccess, orderIds: readonly string[]): Promise<Map<string, PlatformJourney>>;
  /** Creates a discount. Refused with the code `TAKEN` if the store has its code. */
  createDiscount(access: StoreAccess, discount: NewDiscount): Promise<PlatformDiscount>;
  /** Returns the discount of a code; null if the store has none. */
  findDiscount(access: StoreAccess, code: string): Promise<PlatformDiscount | null>;
  /** Returns discounts by id; those that were deleted are missing. */
  readDiscounts(access: StoreAccess, ids: readonly string[]): Promise<Map<string, PlatformDiscount>>;
  /** Makes a discount usable or unusable. Making it usable removes its end. */
  setDiscountActive(access: StoreAccess, id: string, active: boolean): Promise<void>;
  /** Ends a discount at a time. */
  endDiscount(access: StoreAccess, id: string, endsAt: string): Promise<void>;
  /** Returns active products whose words match, with their first variants. @param after cursor of the previous page */
  readProducts(access: StoreAccess, search: string, after: string | null): Promise<PlatformProductPage>;
  /** Returns products by id; those that were deleted are missing. */
  readProductsById(access: StoreAccess, ids: readonly string[]): Promise<Map<string, GiftProduct>>;
  /** Returns whether variants are in stock, by id; those that were deleted are missing. */
  readStock(access: StoreAccess, variantIds: readonly string[]): Promise<Map<string, boolean>>;
  /** Returns unit costs in minor units by variant id; null where the store keeps none or withholds it. */
  readUnitCosts(access: StoreAccess, variantIds: readonly string[]): Promise<Map<string, number | null>>;
  /**
   * Creates a draft order. Never repeated: after a failure, look for it by its tag. Refused with the code `ADDRESS` or
   * `LINES` for what the store doesn't accept.
   */
  createDraftOrder(access: StoreAccess, draft: NewDraftOrder): Promise<PlatformDraftOrder>;
  /** Returns the oldest draft order with a tag; null if there is none. */
  findDraftOrder(access: StoreAccess, tag: string): Promise<PlatformDraftOrder | null>;
  /** Returns a draft order; null if it was deleted. */
  readDraftOrder(access: StoreAccess, id: string): Promise<PlatformDraftOrder | null>;
  /** Completes a draft order as paid. Never repeated: after a failure, read the draft order. */
  completeDraftOrder(access: StoreAccess, id: string): Promise<PlatformDraftOrder>;
  /** Returns how far an order's shipment is; null if the order was deleted. */
  readShipment(access: StoreAccess, orderId: string): Promise<PlatformShipment | null>;
  /** Parses an order from a webhook or export. Throws if it isn't one. */
  readOrder(body: unknown): PlatformOrder;
  /**
   * Parses a refund from a webhook, with the id of its order. Throws if it isn't one.
   * @param books currency of the order, for refunds that don't name one
   */
  readRefund(body: unknown, books: string | null): { orderId: string; refund: PlatformRefund };
  /** Parses a dispute from a webhook; null for one about no order. Throws if it isn't one. */
  readDispute(body: unknown): PlatformDispute | null;
}
