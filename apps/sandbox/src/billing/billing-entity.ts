import type { Delivery } from '../platform/webhooks.ts';

/**
 * What a test card does:
 * - `pays`: every payment goes through
 * - `declines`: the bank refuses it, always
 * - `declines_later`: the first payment goes through, those after it do not
 * - `server_error`: taking the payment breaks down
 */
export type CardBehavior = 'pays' | 'declines' | 'declines_later' | 'server_error';

/**
 * What the billing vendor keeps, in its wire format (snake_case, unix seconds, minor units of money): the fields that
 * adapters and pages read. `resource_version` grows with every change of anything.
 */
interface Kept {
  id: string;
  resource_version: number;
  updated_at: number;
}

export interface BillingCustomer extends Kept {
  first_name?: string;
  last_name?: string;
  email?: string;
  company?: string;
  card_status: 'no_card' | 'valid';
  /** Credit that the next invoice uses. */
  refundable_credits: number;
  object: 'customer';
}

export interface BillingCard {
  customer_id: string;
  last4: string;
  expiry_month: number;
  expiry_year: number;
  object: 'card';
}

export interface SubscriptionItem {
  item_price_id: string;
  item_type: 'plan' | 'addon' | 'charge';
  quantity: number;
  unit_price: number;
  amount: number;
}

export interface BillingSubscription extends Kept {
  customer_id: string;
  currency_code: string;
  status: 'active' | 'non_renewing' | 'cancelled';
  current_term_start: number;
  current_term_end: number;
  created_at: number;
  started_at: number;
  cancelled_at?: number;
  has_scheduled_changes: boolean;
  due_invoices_count: number;
  due_since?: number;
  total_dues?: number;
  meta_data?: { burst: number };
  subscription_items: SubscriptionItem[];
  object: 'subscription';
}

export interface LineItem {
  quantity: number;
  amount: number;
  description: string;
  entity_id: string;
}

export interface BillingInvoice extends Kept {
  customer_id: string;
  subscription_id?: string;
  recurring: boolean;
  status: 'paid' | 'posted' | 'payment_due' | 'not_paid';
  date: number;
  currency_code: string;
  total: number;
  amount_paid: number;
  credits_applied: number;
  amount_due: number;
  line_items: LineItem[];
  issued_credit_notes: { cn_id: string; cn_total: number; cn_status: 'refunded' | 'refund_due' }[];
  object: 'invoice';
}

export interface BillingTransaction extends Kept {
  customer_id: string;
  subscription_id?: string;
  invoice_id: string;
  type: 'payment' | 'refund';
  date: number;
  amount: number;
  status: 'success' | 'failure';
  error_code?: string;
  error_text?: string;
  object: 'transaction';
}

/** As it is sent; `content` from success on. */
export interface HostedPage extends Kept {
  type: 'checkout_new' | 'checkout_one_time';
  url: string;
  state: 'created' | 'requested' | 'succeeded' | 'cancelled' | 'acknowledged';
  failure_reason?: 'card_error' | 'server_error';
  pass_thru_content?: string;
  created_at: number;
  expires_at: number;
  content?: Record<string, unknown>;
  object: 'hosted_page';
}

/** An item of the catalogue as it is ordered. */
export interface OrderedItem {
  itemPriceId: string;
  quantity: number;
}

/** Who pays: a known id is used as it is, an unknown one is created when the payment succeeds. */
export type CustomerInput = Partial<
  Pick<BillingCustomer, 'id' | 'email' | 'first_name' | 'last_name' | 'company'>
>;

/** A hosted page with what it does when it is paid. */
export interface StoredPage {
  page: HostedPage;
  customer: CustomerInput;
  items: OrderedItem[];
  redirectUrl?: string | undefined;
  cancelUrl?: string | undefined;
}

export interface PortalSession {
  id: string;
  token: string;
  access_url: string;
  redirect_url?: string | undefined;
  status: 'created' | 'logged_in' | 'logged_out';
  expires_at: number;
  customer_id: string;
  object: 'portal_session';
}

export interface BillingEvent {
  id: string;
  occurred_at: number;
  object: 'event';
  api_version: 'v2';
  event_type: string;
  /** As it stood when the event happened. */
  content: Record<string, unknown>;
}

/** Where webhooks go, and how they are sent. */
export interface WebhookSettings {
  /** Empty: nowhere. */
  url: string;
  user: string;
  password: string;
  /** Seconds after each failed attempt until the next; as many retries as there are numbers. */
  retrySeconds: number[];
  /** While true nothing is sent; webhooks are sent once sending resumes. */
  stopped: boolean;
}

/** All that the vendor remembers. */
export interface BillingState {
  version: number;
  invoiceNumber: number;
  creditNoteNumber: number;
  customers: Map<string, BillingCustomer>;
  /** By customer: each has one card at most. */
  cards: Map<string, BillingCard>;
  behaviors: Map<string, CardBehavior>;
  subscriptions: Map<string, BillingSubscription>;
  /** Items that a subscription gets at the end of its term. */
  scheduled: Map<string, OrderedItem[]>;
  invoices: Map<string, BillingInvoice>;
  transactions: Map<string, BillingTransaction>;
  pages: Map<string, StoredPage>;
  portals: Map<string, PortalSession>;
  events: Map<string, BillingEvent>;
  deliveries: Map<string, Delivery>;
  /** Answers that a repeated idempotency key gets again. */
  answers: Map<string, { at: number; question: string; status: number; body: string }>;
  /** Changes at runtime, on top of the configuration. */
  webhooks: Partial<WebhookSettings>;
}
