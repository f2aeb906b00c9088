import type { OrderAttribute, OrderDiscount, OrderLine } from './order.ts';

/** What opens a store's data for a while. Moments are ISO 8601; null where it does not expire. */
export interface StoreTokens {
  accessToken: string;
  expires: string | null;
  refreshToken: string | null;
  refreshExpires: string | null;
  /** What the store's owner allowed. */
  scopes: string[];
}

/** A store, and what opens it. */
export interface StoreAccess {
  shop: string;
  accessToken: string;
}

/** A store about itself. */
export interface ToldShop {
  name: string;
  currency: string;
}

/** Money that went back, as a store tells it. */
export interface ToldRefund {
  id: string;
  /** Minor units of `currency`. */
  money: number;
  currency: string;
  /** The value of the returned goods in the currency of the order's books; null where only the money is told. */
  goods: number | null;
  /** The tax on them, which `goods` holds where prices hold it. */
  goodsTax: number;
  created: string | null;
}

/** An order as a store tells it. Amounts in minor units of `currency`. */
export interface ToldOrder {
  externalId: string;
  name: string;
  placed: string;
  /** When it last changed at the store: of two words, the later one is true. */
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
  /** Null where not all of them were told. */
  lines: OrderLine[] | null;
  ref: string | null;
  landingSite: string | null;
  referringSite: string | null;
  /** The buyer's id at the store; null where there is none or it is not told. */
  customerId: string | null;
  refunds: ToldRefund[];
}

/** A page of orders, oldest change first. */
export interface ToldOrders {
  orders: ToldOrder[];
  /** Ids of orders in a shape that is not known. */
  unreadable: string[];
  /** Where the next page begins; null after the last. */
  next: string | null;
}

/**
 * Why a store platform did not do what it was asked for.
 * - `unavailable`: it could not be reached, or answered nonsense; later it may
 * - `unauthorised`: it does not take the token (any more)
 * - `refused`: it took the question and said no; `code` says why
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

/** What stores run on: the way in, and reading orders. Every call throws {@link StoreFailure}. */
export interface StorePlatformPort {
  configured: boolean;
  /** What is asked for, to be compared with what is allowed. */
  scopes: readonly string[];
  /** Whether a query is signed by the platform. @param query as it stood in the address, without `?` */
  isSigned(query: string): boolean;
  /** Whether a webhook is signed by the platform. @param body byte for byte as it came */
  isSignedBody(body: Buffer, signature: string): boolean;
  /** Where the store's owner gives consent. */
  consentUrl(shop: string, state: string, redirectUrl: string): string;
  /** Takes the code of a consent, which works once. */
  exchangeCode(shop: string, code: string): Promise<StoreTokens>;
  /** New tokens for a refresh token; the one given works again until the new one is used. */
  refresh(shop: string, refreshToken: string): Promise<StoreTokens>;
  readShop(access: StoreAccess): Promise<ToldShop>;
  /** Has the platform tell an address of what happens, as far as that is allowed; doing it again changes nothing. */
  subscribe(access: StoreAccess, address: string, allowed: readonly string[]): Promise<void>;
  /** Gives the access back: the app is removed from the store, which tells nothing more and takes no token of it. */
  leave(access: StoreAccess): Promise<void>;
  /** Orders that changed at or after a moment. @param after where a page before ended */
  readOrders(access: StoreAccess, since: Date, after: string | null): Promise<ToldOrders>;
  /** An order as webhooks and exports hold it. Throws for what is none. */
  readOrder(body: unknown): ToldOrder;
  /**
   * A refund as webhooks hold it, with the id of its order. Throws for what is none.
   * @param books currency of the order, for a refund that names none
   */
  readRefund(body: unknown, books: string | null): { orderId: string; refund: ToldRefund };
}
