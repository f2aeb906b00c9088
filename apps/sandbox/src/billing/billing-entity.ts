/**
 * What the billing vendor keeps, in the words of its wire format (snake_case, unix seconds, minor units of money).
 * `resource_version` grows with every change of anything.
 */

/** What is common to everything that can be asked for by id and changes. */
interface Kept {
  id: string;
  resource_version: number;
  updated_at: number;
}

export interface BillingCard {
  customer_id: string;
  payment_source_id: string;
  status: 'valid' | 'expired';
  gateway: 'chargebee';
  gateway_account_id: string;
  first_name?: string;
  last_name?: string;
  iin: string;
  last4: string;
  masked_number: string;
  card_type: 'visa' | 'mastercard' | 'other';
  funding_type: 'credit';
  expiry_month: number;
  expiry_year: number;
  created_at: number;
  updated_at: number;
  resource_version: number;
  object: 'card';
}

export interface BillingAddress {
  first_name?: string;
  last_name?: string;
  email?: string;
  company?: string;
  line1?: string;
  city?: string;
  state?: string;
  zip?: string;
  country?: string;
  validation_status: 'not_validated';
  object: 'billing_address';
}

export interface BillingCustomer extends Kept {
  first_name?: string;
  last_name?: string;
  email?: string;
  phone?: string;
  company?: string;
  locale?: string;
  auto_collection: 'on' | 'off';
  net_term_days: number;
  allow_direct_debit: boolean;
  taxability: 'taxable';
  created_at: number;
  pii_cleared: 'active';
  channel: 'web';
  card_status: 'no_card' | 'valid' | 'expired';
  promotional_credits: number;
  refundable_credits: number;
  excess_payments: number;
  unbilled_charges: number;
  preferred_currency_code: string;
  primary_payment_source_id?: string;
  payment_method?: Record<string, unknown>;
  billing_address?: BillingAddress;
  meta_data?: unknown;
  deleted: false;
  object: 'customer';
}

export type ItemType = 'plan' | 'addon' | 'charge';

export interface SubscriptionItem {
  item_price_id: string;
  item_type: ItemType;
  quantity: number;
  unit_price: number;
  amount: number;
  free_quantity: number;
  object: 'subscription_item';
}

export type SubscriptionStatus =
  | 'future'
  | 'in_trial'
  | 'active'
  | 'non_renewing'
  | 'paused'
  | 'cancelled'
  | 'transferred';

export interface BillingSubscription extends Kept {
  customer_id: string;
  currency_code: string;
  status: SubscriptionStatus;
  billing_period: number;
  billing_period_unit: 'day' | 'week' | 'month' | 'year';
  current_term_start: number;
  current_term_end: number;
  next_billing_at?: number;
  created_at: number;
  started_at: number;
  activated_at: number;
  cancelled_at?: number;
  cancel_schedule_created_at?: number;
  cancel_reason?: 'not_paid' | 'no_card';
  cancel_reason_code?: string;
  changes_scheduled_at?: number;
  has_scheduled_changes: boolean;
  has_scheduled_advance_invoices: boolean;
  due_invoices_count: number;
  due_since?: number;
  total_dues?: number;
  mrr: number;
  exchange_rate: number;
  base_currency_code: string;
  channel: 'web';
  auto_close_invoices: boolean;
  create_pending_invoices: boolean;
  override_relationship: boolean;
  deleted: boolean;
  meta_data?: unknown;
  subscription_items: SubscriptionItem[];
  charged_items?: { item_price_id: string; last_charged_at: number; object: 'charged_item' }[];
  object: 'subscription';
}

export interface LineItem {
  id: string;
  date_from: number;
  date_to: number;
  unit_amount: number;
  quantity: number;
  amount: number;
  pricing_model: 'flat_fee' | 'per_unit';
  is_taxed: boolean;
  tax_amount: number;
  discount_amount: number;
  item_level_discount_amount: number;
  metered: boolean;
  subscription_id?: string;
  customer_id?: string;
  description: string;
  entity_type: 'plan_item_price' | 'addon_item_price' | 'charge_item_price' | 'adhoc';
  entity_id?: string;
  tax_exempt_reason: 'tax_not_configured';
  object: 'line_item';
}

export type InvoiceStatus = 'paid' | 'posted' | 'payment_due' | 'not_paid' | 'voided' | 'pending';

export interface LinkedPayment {
  txn_id: string;
  applied_amount: number;
  applied_at: number;
  txn_status: 'success' | 'failure';
  txn_date: number;
  txn_amount: number;
}

export interface BillingInvoice extends Kept {
  customer_id: string;
  subscription_id?: string;
  recurring: boolean;
  status: InvoiceStatus;
  price_type: 'tax_exclusive';
  date: number;
  due_date: number;
  net_term_days: number;
  currency_code: string;
  base_currency_code: string;
  exchange_rate: number;
  total: number;
  sub_total: number;
  tax: number;
  amount_paid: number;
  amount_adjusted: number;
  write_off_amount: number;
  credits_applied: number;
  amount_due: number;
  amount_to_collect: number;
  paid_at?: number;
  dunning_status?: 'in_progress' | 'exhausted' | 'stopped' | 'success';
  next_retry_at?: number;
  voided_at?: number;
  first_invoice: boolean;
  new_sales_amount: number;
  has_advance_charges: boolean;
  term_finalized: boolean;
  is_gifted: boolean;
  generated_at: number;
  round_off_amount: number;
  channel: 'web';
  deleted: boolean;
  line_items: LineItem[];
  linked_payments: LinkedPayment[];
  dunning_attempts: {
    attempt: number;
    transaction_id: string;
    dunning_type: 'auto_collect';
    created_at: number;
    txn_status: 'success' | 'failure';
    txn_amount: number;
  }[];
  applied_credits: { cn_id: string; applied_amount: number; applied_at: number; cn_status: string }[];
  adjustment_credit_notes: { cn_id: string; cn_date: number; cn_total: number; cn_status: string }[];
  issued_credit_notes: { cn_id: string; cn_date: number; cn_total: number; cn_status: string }[];
  linked_orders: never[];
  billing_address?: BillingAddress;
  object: 'invoice';
}

export interface BillingTransaction extends Kept {
  customer_id: string;
  subscription_id?: string;
  payment_source_id?: string;
  payment_method: 'card';
  gateway: 'chargebee';
  gateway_account_id: string;
  id_at_gateway: string;
  type: 'payment' | 'refund';
  date: number;
  amount: number;
  amount_unused: number;
  currency_code: string;
  base_currency_code: string;
  exchange_rate: number;
  status: 'success' | 'failure';
  error_code?: string;
  error_text?: string;
  masked_card_number?: string;
  linked_invoices: {
    invoice_id: string;
    applied_amount: number;
    applied_at: number;
    invoice_date: number;
    invoice_total: number;
    invoice_status: InvoiceStatus;
  }[];
  linked_refunds: never[];
  reference_transaction_id?: string;
  deleted: boolean;
  object: 'transaction';
}

export interface BillingCreditNote extends Kept {
  customer_id: string;
  subscription_id?: string;
  reference_invoice_id: string;
  type: 'adjustment' | 'refundable';
  reason_code: 'subscription_change' | 'subscription_cancellation' | 'product_unsatisfactory';
  status: 'adjusted' | 'refunded' | 'refund_due';
  date: number;
  total: number;
  sub_total: number;
  amount_allocated: number;
  amount_refunded: number;
  amount_available: number;
  currency_code: string;
  base_currency_code: string;
  exchange_rate: number;
  price_type: 'tax_exclusive';
  generated_at: number;
  channel: 'web';
  deleted: boolean;
  line_items: LineItem[];
  allocations: { invoice_id: string; allocated_amount: number; allocated_at: number }[];
  object: 'credit_note';
}

export type HostedPageType =
  | 'checkout_new'
  | 'checkout_existing'
  | 'checkout_one_time'
  | 'manage_payment_sources'
  | 'collect_now';

export type HostedPageState = 'created' | 'requested' | 'succeeded' | 'cancelled' | 'acknowledged';

/** As it is sent, but for `content`, which is added while it is sent. */
export interface HostedPage extends Kept {
  type: HostedPageType;
  url: string;
  state: HostedPageState;
  failure_reason?: 'card_error' | 'server_error';
  embed: boolean;
  pass_thru_content?: string;
  created_at: number;
  expires_at: number;
  object: 'hosted_page';
}

export interface PortalSession {
  id: string;
  token: string;
  access_url: string;
  redirect_url?: string;
  status: 'created' | 'logged_in' | 'logged_out' | 'not_yet_activated' | 'activated';
  created_at: number;
  expires_at: number;
  customer_id: string;
  login_at?: number;
  logout_at?: number;
  login_ipaddress?: string;
  linked_customers: {
    customer_id: string;
    email?: string;
    has_billing_address: boolean;
    has_payment_method: boolean;
    has_active_subscription: boolean;
    object: 'linked_customer';
  }[];
  object: 'portal_session';
}

export type WebhookStatus =
  | 'not_configured'
  | 'scheduled'
  | 're_scheduled'
  | 'succeeded'
  | 'failed'
  | 'skipped'
  | 'not_applicable';

export type EventSource = 'api' | 'hosted_page' | 'portal' | 'scheduled_job' | 'admin_console' | 'system';

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
