import type {
  BillingInvoice,
  BillingPage,
  BillingProviderEvent,
  BillingSubscription,
  BillingUpdate,
} from '@troupe/domain/billing/billing-provider';
import { z } from 'zod';

/** Unix time in seconds. */
const Moment = z.number().int().min(0).max(32_503_680_000);
const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();
const isoOrNull = (seconds: number | null | undefined): string | null =>
  seconds === null || seconds === undefined ? null : iso(seconds);

const Count = z.number().int();
const Id = z.string().min(1).max(200);

const Subscription = z.object({
  id: Id,
  customer_id: Id,
  resource_version: z.number(),
  status: z.string(),
  currency_code: z.string().default('USD'),
  created_at: Moment.nullish(),
  started_at: Moment.nullish(),
  activated_at: Moment.nullish(),
  start_date: Moment.nullish(),
  current_term_end: Moment.nullish(),
  cancelled_at: Moment.nullish(),
  due_invoices_count: Count.default(0),
  due_since: Moment.nullish(),
  total_dues: Count.nullish(),
  has_scheduled_changes: z.boolean().default(false),
  deleted: z.boolean().default(false),
  subscription_items: z
    .array(
      z.object({
        item_price_id: z.string(),
        item_type: z.string(),
        amount: Count.nullish(),
        unit_price: Count.nullish(),
        quantity: z.number().nullish(),
      }),
    )
    .default([]),
});

const CreditNotes = z.array(z.object({ cn_total: Count.default(0), cn_status: z.string() })).default([]);

const Invoice = z.object({
  id: Id,
  customer_id: Id,
  subscription_id: z.string().nullish(),
  resource_version: z.number(),
  status: z.enum(['paid', 'posted', 'payment_due', 'not_paid', 'voided', 'pending']),
  date: Moment.nullish(),
  generated_at: Moment.nullish(),
  updated_at: Moment.nullish(),
  total: Count.default(0),
  amount_paid: Count.default(0),
  amount_due: Count.default(0),
  currency_code: z.string().default('USD'),
  deleted: z.boolean().default(false),
  issued_credit_notes: CreditNotes,
  adjustment_credit_notes: CreditNotes,
  line_items: z
    .array(
      z.object({
        description: z.string().default(''),
        amount: Count.default(0),
        entity_id: z.string().nullish(),
        quantity: z.number().nullish(),
      }),
    )
    .default([]),
});

const UpdateContent = z.object({
  subscription: Subscription.nullish(),
  invoice: Invoice.nullish(),
  customer: z.object({ id: Id }).nullish(),
});

const Page = z.object({
  id: Id,
  type: z.string(),
  url: z.string().default(''),
  // Unknown states count as unpaid and are checked again.
  state: z.enum(['created', 'requested', 'succeeded', 'acknowledged', 'cancelled']).catch('requested'),
  expires_at: Moment.nullish(),
  pass_thru_content: z.string().nullish(),
  content: UpdateContent.nullish(),
});

const Event = z.object({ id: Id, event_type: z.string(), occurred_at: Moment, content: UpdateContent });

function toSubscription(told: z.output<typeof Subscription>): BillingSubscription {
  const item = told.subscription_items.find(({ item_type }) => item_type === 'plan');
  return {
    id: told.id,
    customerId: told.customer_id,
    version: told.resource_version,
    status: told.status,
    itemPriceId: item?.item_price_id ?? '',
    price: item?.amount ?? (item?.unit_price ?? 0) * (item?.quantity ?? 1),
    currency: told.currency_code,
    started: iso(told.started_at ?? told.activated_at ?? told.start_date ?? told.created_at ?? 0),
    termEnds: isoOrNull(told.current_term_end),
    ends: isoOrNull(told.cancelled_at),
    dueInvoices: told.due_invoices_count,
    due: told.total_dues ?? 0,
    dueSince: isoOrNull(told.due_since),
    hasScheduledChanges: told.has_scheduled_changes,
    deleted: told.deleted,
  };
}

function toInvoice(told: z.output<typeof Invoice>): BillingInvoice {
  return {
    id: told.id,
    customerId: told.customer_id,
    subscriptionId: told.subscription_id ?? null,
    version: told.resource_version,
    status: told.status,
    date: iso(told.date ?? told.generated_at ?? told.updated_at ?? 0),
    total: told.total,
    paid: told.amount_paid,
    due: told.amount_due,
    refunded: refundedOf(told),
    currency: told.currency_code,
    lines: told.line_items.map(({ description, amount, entity_id, quantity }) => ({
      text: description,
      amount,
      itemPriceId: entity_id ?? null,
      quantity: quantity ?? 1,
    })),
    deleted: told.deleted,
  };
}

function refundedOf(told: z.output<typeof Invoice>): number {
  if (told.status === 'voided' || told.deleted) return told.total;
  return [...told.issued_credit_notes, ...told.adjustment_credit_notes]
    .filter(({ cn_status }) => cn_status !== 'voided')
    .reduce((sum, { cn_total }) => sum + cn_total, 0);
}

const toUpdate = (told: z.output<typeof UpdateContent> | null | undefined): BillingUpdate => ({
  subscriptions: told?.subscription ? [toSubscription(told.subscription)] : [],
  invoices: told?.invoice ? [toInvoice(told.invoice)] : [],
});

/** Parses the subscriptions and invoices of a response. Throws a ZodError for an unknown format. */
export const parseUpdate = (answer: unknown): BillingUpdate => toUpdate(UpdateContent.parse(answer));

export const readSubscription = (answer: unknown): BillingSubscription =>
  toSubscription(z.object({ subscription: Subscription }).parse(answer).subscription);

export const readInvoice = (answer: unknown): BillingInvoice =>
  toInvoice(z.object({ invoice: Invoice }).parse(answer).invoice);

const Refund = z.object({
  invoice: z.object({ amount_paid: Count.default(0), issued_credit_notes: CreditNotes }),
});

/** An invoice and whether it was fully refunded. A refund in progress doesn't count. */
export function readRefund(answer: unknown): { invoice: BillingInvoice; givenBack: boolean } {
  const invoice = readInvoice(answer);
  const { amount_paid, issued_credit_notes } = Refund.parse(answer).invoice;
  const refunded = issued_credit_notes
    .filter(({ cn_status }) => cn_status === 'refunded')
    .reduce((sum, { cn_total }) => sum + cn_total, 0);
  const givenBack = invoice.status === 'voided' || (invoice.status === 'paid' && refunded >= amount_paid);
  return { invoice, givenBack };
}

/** Returns the id of a list entry in any format. */
export const idOf = (entry: unknown, name: 'subscription' | 'invoice'): string =>
  z.object({ [name]: z.object({ id: Id }) }).safeParse(entry).data?.[name]?.id ?? 'without an id';

/** Parses a checkout page. */
export function readPage(answer: unknown): BillingPage {
  const told = z.object({ hosted_page: Page }).parse(answer).hosted_page;
  const { content } = told;
  return {
    id: told.id,
    url: told.url,
    type: told.type,
    state: told.state,
    expiresAt: isoOrNull(told.expires_at),
    passThrough: told.pass_thru_content ?? null,
    customerId:
      content?.customer?.id ?? content?.subscription?.customer_id ?? content?.invoice?.customer_id ?? null,
    news: toUpdate(content),
  };
}

/** Parses an event; null if it isn't one. */
export function parseEvent(json: unknown): BillingProviderEvent | null {
  const parsed = Event.safeParse(json);
  if (!parsed.success) return null;
  const { id, event_type, occurred_at, content } = parsed.data;
  return {
    id,
    type: event_type,
    occurred: iso(occurred_at),
    customerId:
      content.customer?.id ?? content.subscription?.customer_id ?? content.invoice?.customer_id ?? null,
    news: toUpdate(content),
  };
}

export const Portal = z.object({
  portal_session: z.object({ access_url: z.string(), expires_at: Moment.nullish() }),
});

export const Download = z.object({ download: z.object({ download_url: z.string() }) });

/** Cost of a change: the immediate invoice and the credit for the current term. */
export const Estimate = z.object({
  estimate: z.object({
    invoice_estimate: z.object({ amount_due: Count.default(0) }).nullish(),
    credit_note_estimates: z.array(z.object({ total: Count.default(0) })).nullish(),
  }),
});

export { isoOrNull };
