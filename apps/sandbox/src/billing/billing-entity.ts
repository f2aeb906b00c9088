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
  created_at: number;
  card_status: 'no_card' | 'valid' | 'expired';
  /** Credit that the next invoice uses. */
  refundable_credits: number;
  deleted: false;
  object: 'customer';
}

export interface BillingCard {
  customer_id: string;
  payment_source_id: string;
  status: 'valid' | 'expired';
  last4: string;
  masked_number: string;
  card_type: 'visa' | 'mastercard';
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
  object: 'subscription_item';
}

export interface BillingSubscription extends Kept {
  customer_id: string;
  currency_code: string;
  status: 'active' | 'non_renewing' | 'cancelled';
  current_term_start: number;
  current_term_end: number;
  next_billing_at?: number;
  created_at: number;
  started_at: number;
  activated_at: number;
  cancelled_at?: number;
  has_scheduled_changes: boolean;
  due_invoices_count: number;
  due_since?: number;
  total_dues?: number;
  mrr: number;
  deleted: false;
  meta_data?: { burst: number };
  subscription_items: SubscriptionItem[];
  object: 'subscription';
}

export interface LineItem {
  id: string;
  date_from: number;
  date_to: number;
  unit_amount: number;
  quantity: number;
  amount: number;
  description: string;
  entity_type: 'plan_item_price' | 'addon_item_price' | 'charge_item_price' | 'adhoc';
  entity_id?: string;
  object: 'line_item';
}

export interface BillingInvoice extends Kept {
  customer_id: string;
  subscription_id?: string;
  recurring: boolean;
  status: 'paid' | 'posted' | 'payment_due' | 'not_paid';
  date: number;
  due_date: number;
  currency_code: string;
  total: number;
  amount_paid: number;
  amount_adjusted: number;
  credits_applied: number;
  amount_due: number;
  paid_at?: number;
  dunning_status?: 'in_progress' | 'exhausted' | 'success';
  next_retry_at?: number;
  deleted: false;
  line_items: LineItem[];
  dunning_attempts: { attempt: number; txn_status: 'success' | 'failure' }[];
  adjustment_credit_notes: LinkedNote[];
  issued_credit_notes: LinkedNote[];
  object: 'invoice';
}

export interface LinkedNote {
  cn_id: string;
  cn_date: number;
  cn_total: number;
  cn_status: 'adjusted' | 'refunded' | 'refund_due';
}

export interface BillingTransaction extends Kept {
  customer_id: string;
  subscription_id?: string;
  invoice_id: string;
  type: 'payment' | 'refund';
  date: number;
  amount: number;
  currency_code: string;
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
  redirectUrl?: string;
  cancelUrl?: string;
}

export interface PortalSession {
  id: string;
  token: string;
  access_url: string;
  redirect_url?: string;
  status: 'created' | 'logged_in' | 'logged_out';
  created_at: number;
  expires_at: number;
  customer_id: string;
  login_at?: number;
  object: 'portal_session';
}

export type EventSource = 'api' | 'hosted_page' | 'portal' | 'scheduled_job' | 'admin_console';

export interface BillingEvent {
  id: string;
  occurred_at: number;
  source: EventSource;
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
  /** While true nothing is sent; what happens meanwhile goes out afterwards. */
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
  /** What was changed while it ran; the rest is configuration. */
  webhooks: Partial<WebhookSettings>;
}
