import type { HostedPage } from './checkout.ts';

/** A subscription at the provider. Money in cents; times are ISO 8601. */
export interface BillingSubscription {
  id: string;
  customerId: string;
  /** Increases with every change, to tell which of two versions is newer. */
  version: number;
  status: string;
  /** Price it is subscribed to. */
  itemPriceId: string;
  /** Monthly price. */
  price: number;
  currency: string;
  started: string;
  termEnds: string | null;
  /** When a cancelled subscription ends or ended. */
  ends: string | null;
  dueInvoices: number;
  due: number;
  dueSince: string | null;
  hasScheduledChanges: boolean;
  deleted: boolean;
}

/** An invoice at the provider. */
export interface BillingInvoice {
  id: string;
  customerId: string;
  subscriptionId: string | null;
  version: number;
  status: 'paid' | 'posted' | 'payment_due' | 'not_paid' | 'voided' | 'pending';
  date: string;
  total: number;
  /** Amount charged: the total minus credit used. */
  paid: number;
  due: number;
  /** Amount refunded or no longer due, as money or as credit for later invoices. */
  refunded: number;
  currency: string;
  lines: { text: string; amount: number; itemPriceId: string | null; quantity: number }[];
  deleted: boolean;
}

/** Billing records changed by an event, a paid page or a plan change. */
export interface BillingUpdate {
  subscriptions: BillingSubscription[];
  invoices: BillingInvoice[];
}

/** One page of a list. */
export interface BillingList<T> {
  entries: T[];
  /** Ids of entries in an unknown format. */
  unreadable: string[];
}

/** A webhook event sent by the provider. */
export interface BillingProviderEvent {
  id: string;
  type: string;
  occurred: string;
  /** Null if the event isn't about a customer. */
  customerId: string | null;
  news: BillingUpdate;
}

/** A checkout page and its result. */
export interface BillingPage extends HostedPage {
  /** Opaque data we attached when creating the page. */
  passThrough: string | null;
  /** Customer who paid; null before payment. */
  customerId: string | null;
  /** Empty before payment. */
  news: BillingUpdate;
}

/** Input for creating a checkout page. */
export interface CheckoutInput {
  /** Idempotency key. */
  key: string;
  customer: { id: string; email: string; firstName: string; lastName: string; company: string };
  /** Subscribes to the first item, or charges all items once. */
  kind: 'subscription' | 'single';
  itemPriceIds: string[];
  redirectUrl: string;
  cancelUrl: string;
  passThrough: string;
}

/** Cost of a plan change. */
export interface ChangeEstimate {
  /** Amount due now. */
  dueNow: number;
  /** Credit for the unused part of the current term. */
  credit: number;
}

/**
 * Why a provider request failed.
 * - `refused`: rejected; nothing was done
 * - `payment`: the payment method was declined; nothing was done
 * - `unavailable`: unreachable or circuit open; it may have been done
 */
export class BillingFailure extends Error {
  readonly kind: 'refused' | 'payment' | 'unavailable';
  /** Provider code or network error, for the log. */
  readonly code: string;

  constructor(kind: BillingFailure['kind'], code: string, message = '') {
    super(`${kind}: ${code}${message ? ` ${message}` : ''}`);
    this.name = 'BillingFailure';
    this.kind = kind;
    this.code = code;
  }
}

/**
 * The billing provider. All methods throw {@link BillingFailure}; requests that must not run twice
 * take an idempotency key.
 */
export interface BillingProvider {
  openPage(wish: CheckoutInput): Promise<BillingPage>;
  /** Returns null if the page doesn't exist. */
  readPage(id: string): Promise<BillingPage | null>;
  /** Acknowledges a paid page; works once. */
  acknowledgePage(id: string): Promise<BillingPage>;
  /** Returns null if the customer doesn't exist. */
  openPortal(
    customerId: string,
    redirectUrl: string,
  ): Promise<{ url: string; expiresAt: string | null } | null>;
  estimateChange(subscriptionId: string, itemPriceId: string): Promise<ChangeEstimate>;
  changeSubscription(
    subscriptionId: string,
    change: { itemPriceId: string; atTermEnd: boolean; key: string },
  ): Promise<BillingUpdate>;
  undoChange(subscriptionId: string): Promise<BillingUpdate>;
  /** Returns the price scheduled for the end of the term, or null. */
  nextPrice(subscriptionId: string): Promise<string | null>;
  cancelSubscription(subscriptionId: string, at: Date): Promise<BillingUpdate>;
  resumeSubscription(subscriptionId: string): Promise<BillingUpdate>;
  /** Returns null if the subscription doesn't exist. */
  readSubscription(subscriptionId: string): Promise<BillingSubscription | null>;
  /**
   * Ends a subscription immediately and refunds its payment. Resolves once both are done; throws
   * `unavailable` until then, even if the provider refused.
   */
  undoPurchase(subscriptionId: string, invoiceId: string | null, key: string): Promise<BillingUpdate>;
  /** Returns the download URL of an invoice, or null if it doesn't exist. */
  invoiceFile(invoiceId: string): Promise<string | null>;
  /** Iterates over all subscriptions, one page at a time. */
  eachSubscription(): AsyncIterable<BillingList<BillingSubscription>>;
  /** Iterates over invoices changed since a time. */
  eachInvoice(since: Date): AsyncIterable<BillingList<BillingInvoice>>;
  /** Parses a webhook event; null if it isn't one. */
  parseEvent(json: unknown): BillingProviderEvent | null;
}

const CUSTOMER = /^brand_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Returns the provider's customer id of a brand. */
export const customerIdOf = (brandId: string): string => `brand_${brandId}`;

/** Returns the brand of a customer; null if the customer isn't ours. */
export const brandIdOf = (customerId: string): string | null => CUSTOMER.exec(customerId)?.[1] ?? null;

/** Returns whether the subscription is active: until it ends, regardless of amounts due. */
export const isRunning = ({ status, deleted }: Pick<BillingSubscription, 'status' | 'deleted'>): boolean =>
  !deleted && ['active', 'in_trial', 'non_renewing'].includes(status);
