import type { HostedPage } from './checkout.ts';

/** A subscription as the provider tells it. Money in cents; moments are ISO 8601. */
export interface BillingSubscription {
  id: string;
  customerId: string;
  /** Grows with every change, so that of two words the newer one is known. */
  version: number;
  status: string;
  /** What it is for. */
  itemPriceId: string;
  /** A month's price. */
  price: number;
  currency: string;
  started: string;
  termEnds: string | null;
  /** It was cancelled, and ends or ended then. */
  ends: string | null;
  dueInvoices: number;
  due: number;
  dueSince: string | null;
  hasScheduledChanges: boolean;
  deleted: boolean;
}

/** An invoice as the provider tells it. */
export interface BillingInvoice {
  id: string;
  customerId: string;
  subscriptionId: string | null;
  version: number;
  status: 'paid' | 'posted' | 'payment_due' | 'not_paid' | 'voided' | 'pending';
  date: string;
  total: number;
  /** What was charged: the total less credit that was used. */
  paid: number;
  due: number;
  /** What of it went back, or need not be paid any more: as money, or as credit for later invoices. */
  refunded: number;
  currency: string;
  lines: { text: string; amount: number; itemPriceId: string | null; quantity: number }[];
  deleted: boolean;
}

/** What an event, a paid page or a change tells about the books. */
export interface BillingNews {
  subscriptions: BillingSubscription[];
  invoices: BillingInvoice[];
}

/** Some entries of a list. */
export interface BillingList<T> {
  entries: T[];
  /** Ids of those that came in a shape we do not know. */
  unreadable: string[];
}

/** Something the provider told us by itself. */
export interface BillingNotice {
  id: string;
  type: string;
  occurred: string;
  /** Whose it is; null when it is about nobody. */
  customerId: string | null;
  news: BillingNews;
}

/** A page to pay on, and what came of it. */
export interface BillingPage extends HostedPage {
  /** What we gave along when it was made. */
  passThrough: string | null;
  /** Who paid; null before that. */
  customerId: string | null;
  /** Empty before the payment. */
  news: BillingNews;
}

/** What a page is made for. */
export interface CheckoutWish {
  /** Makes the page once, however often it is asked for. */
  key: string;
  customer: { id: string; email: string; firstName: string; lastName: string; company: string };
  /** A subscription to the first of these, or single purchases. */
  kind: 'subscription' | 'single';
  itemPriceIds: string[];
  redirectUrl: string;
  cancelUrl: string;
  passThrough: string;
}

/** What a change would cost. */
export interface ChangeEstimate {
  /** To pay now. */
  dueNow: number;
  /** What is left of the present term, taken off. */
  credit: number;
}

/**
 * Why the provider did not do what it was asked.
 * - `refused`: it said no; nothing was done
 * - `payment`: the payment method was declined; nothing was done
 * - `unavailable`: it cannot be reached, or is held back after failures; it may have been done
 */
export class BillingFailure extends Error {
  readonly kind: 'refused' | 'payment' | 'unavailable';
  /** The provider's code, or what went wrong on the way. For the log. */
  readonly code: string;

  constructor(kind: BillingFailure['kind'], code: string, message = '') {
    super(`${kind}: ${code}${message ? ` ${message}` : ''}`);
    this.name = 'BillingFailure';
    this.kind = kind;
    this.code = code;
  }
}

/** The billing provider. Everything throws {@link BillingFailure}; what must not happen twice takes a key. */
export interface BillingProvider {
  openPage(wish: CheckoutWish): Promise<BillingPage>;
  /** Null for a page that the provider does not know. */
  readPage(id: string): Promise<BillingPage | null>;
  /** Takes note of a paid page; works once. */
  acknowledgePage(id: string): Promise<BillingPage>;
  /** Null for a customer that the provider does not know. */
  openPortal(
    customerId: string,
    redirectUrl: string,
  ): Promise<{ url: string; expiresAt: string | null } | null>;
  estimateChange(subscriptionId: string, itemPriceId: string): Promise<ChangeEstimate>;
  changeSubscription(
    subscriptionId: string,
    change: { itemPriceId: string; atTermEnd: boolean; key: string },
  ): Promise<BillingNews>;
  undoChange(subscriptionId: string): Promise<BillingNews>;
  /** The price that takes the place of the present one at the end of the term; null when none is known. */
  nextPrice(subscriptionId: string): Promise<string | null>;
  cancelSubscription(subscriptionId: string, at: Date): Promise<BillingNews>;
  resumeSubscription(subscriptionId: string): Promise<BillingNews>;
  /** Null for a subscription that the provider does not know. */
  readSubscription(subscriptionId: string): Promise<BillingSubscription | null>;
  /**
   * Ends a subscription now and gives back what was paid for it. Answers when that is done; `unavailable` while it is
   * not, also where the provider refused.
   */
  undoPurchase(subscriptionId: string, invoiceId: string | null, key: string): Promise<BillingNews>;
  /** Where an invoice can be downloaded; null for one that the provider does not know. */
  invoiceFile(invoiceId: string): Promise<string | null>;
  /** Everything the provider has, some at a time. */
  eachSubscription(): AsyncIterable<BillingList<BillingSubscription>>;
  /** Those that changed since. */
  eachInvoice(since: Date): AsyncIterable<BillingList<BillingInvoice>>;
  /** An event as it was sent; null when it is none. */
  readNotice(json: unknown): BillingNotice | null;
}

const CUSTOMER = /^brand_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** A brand as the provider's customer. */
export const customerIdOf = (brandId: string): string => `brand_${brandId}`;

/** The brand behind a customer; null for a customer who is none of ours. */
export const brandIdOf = (customerId: string): string | null => CUSTOMER.exec(customerId)?.[1] ?? null;

/** Whether what a subscription is for can be used: until it ends, whatever is owed meanwhile. */
export const isRunning = ({ status, deleted }: Pick<BillingSubscription, 'status' | 'deleted'>): boolean =>
  !deleted && ['active', 'in_trial', 'non_renewing'].includes(status);
