import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type {
  Card,
  Customer,
  Event,
  Invoice,
  PortalSession,
  Subscription,
  Transaction,
  HostedPage as VendorPage,
} from 'chargebee';
import type { BillingConfig } from '../config.ts';
import type { Answer } from '../platform/faults.ts';
import { CallLog, KeptState, trim } from '../platform/state.ts';
import type { Delivery } from '../platform/webhooks.ts';
import { type CustomerInput, missing, type OrderedItem } from './billing-wire.ts';

/**
 * What a test card does:
 * - `pays`: every payment goes through
 * - `declines`: the bank refuses it, always
 * - `declines_later`: the first payment goes through, those after it do not
 * - `server_error`: taking the payment breaks down
 */
export type CardBehavior = 'pays' | 'declines' | 'declines_later' | 'server_error';

/** The vendor's own type without its leave for unknown fields. */
type Known<T> = { [Name in keyof T as string extends Name ? never : Name]: T[Name] };

type Stamped = { id: string; object: string; resource_version: number; updated_at: number };

/**
 * What the vendor keeps, in its wire format (snake_case, unix seconds, minor units of money): fields of its own types,
 * of which only the named ones are always there. `resource_version` grows with every change of anything.
 */
type Kept<T, Named extends keyof Known<T>> = Partial<Known<T>> & Required<Pick<Known<T>, Named>> & Stamped;

export type BillingCustomer = Kept<Customer, 'refundable_credits'>;
export type BillingCard = Partial<Known<Card>> & { object: 'card' };
type Term = 'current_term_start' | 'current_term_end';
export type BillingSubscription = Kept<Subscription, Term | 'customer_id' | 'status' | 'subscription_items'>;
export type BillingTransaction = Kept<Transaction, 'amount' | 'type' | 'status'> & { invoice_id: string };
type Amount = 'total' | 'amount_paid' | 'credits_applied' | 'amount_due';
export type BillingInvoice = Kept<
  Omit<Known<Invoice>, 'line_items'>,
  Amount | 'customer_id' | 'status' | 'date' | 'issued_credit_notes'
> & { line_items: LineItem[] };
export type HostedPage = Kept<Known<Omit<VendorPage, 'content'>>, 'type' | 'state' | 'expires_at'> & {
  content?: object;
};

export interface LineItem {
  quantity: number;
  amount: number;
  description: string;
  entity_id: string;
}

/** A hosted page with what it does when it is paid. */
export interface StoredPage {
  page: HostedPage;
  customer: CustomerInput;
  items: OrderedItem[];
  redirectUrl?: string | undefined;
  cancelUrl?: string | undefined;
}

type PortalField = 'id' | 'token' | 'access_url' | 'redirect_url' | 'status' | 'customer_id';
export type BillingPortal = Pick<PortalSession, PortalField> & { expires_at: number; object: string };

/** An event; `content` is as it stood when the event happened. */
export type BillingEvent = Pick<Event, 'id' | 'occurred_at' | 'api_version'> & {
  event_type: string;
  content: object;
  object: 'event';
};

const EVENTS_KEPT = 2000;

/** A random id such as `txn_AzZkYUS6`. */
export function newId(prefix: string, length = 24): string {
  const id = randomBytes(length).toString('base64url').replace(/[-_]/g, 'x').slice(0, length);
  return prefix === '' ? id : `${prefix}_${id}`;
}

/** Unix seconds. */
export const seconds = (): number => Math.floor(Date.now() / 1000);

/** A new site. */
const fresh = () => ({
  version: 0,
  invoiceNumber: 0,
  creditNoteNumber: 0,
  customers: new Map<string, BillingCustomer>(),
  /** By customer: each has one card at most. */
  cards: new Map<string, BillingCard>(),
  behaviors: new Map<string, CardBehavior>(),
  subscriptions: new Map<string, BillingSubscription>(),
  /** Items that a subscription gets at the end of its term. */
  scheduled: new Map<string, OrderedItem[]>(),
  invoices: new Map<string, BillingInvoice>(),
  transactions: new Map<string, BillingTransaction>(),
  pages: new Map<string, StoredPage>(),
  portals: new Map<string, BillingPortal>(),
  events: new Map<string, BillingEvent>(),
  deliveries: new Map<string, Delivery>(),
  /** Answers that a repeated idempotency key gets again. */
  answers: new Map<string, { at: number; question: string; answer: Answer }>(),
  /** Changes at runtime, on top of the configuration. */
  webhooks: {} as Partial<BillingConfig['webhooks']>,
});

/** All that the billing vendor remembers, kept over restarts. */
export class BillingStore extends KeptState<ReturnType<typeof fresh>> {
  readonly calls = new CallLog<{ call: string; status: number; note: string | null }>();
  /** Called with every event as it happens. */
  onEvent: ((event: BillingEvent) => void) | null = null;

  readonly #configured: BillingConfig['webhooks'];

  constructor(dataDir: string, configured: BillingConfig['webhooks']) {
    super(join(dataDir, 'billing'), fresh);
    this.#configured = configured;
  }

  /** The configuration, with changes at runtime on top. */
  get settings() {
    return { ...this.#configured, ...this.state.webhooks };
  }

  /** Forgets everything. Versions and numbers continue, so nothing new looks old. */
  forget(): void {
    const { version, invoiceNumber, creditNoteNumber } = this.state;
    this.reset({ version, invoiceNumber, creditNoteNumber });
    this.calls.clear();
  }

  /** What every entity has. The version grows with every change, and is about the time in ms, as the vendor's is. */
  kept(): { resource_version: number; updated_at: number } {
    this.state.version = Math.max(Date.now(), this.state.version + 1);
    return { resource_version: this.state.version, updated_at: seconds() };
  }

  /** Adds an entity to those of its kind. */
  keep<T extends Stamped>(kind: Map<string, T>, entity: Omit<T, 'resource_version' | 'updated_at'>): T {
    const kept = { ...entity, ...this.kept() } as T;
    kind.set(kept.id, kept);
    return kept;
  }

  /** Marks an entity as changed now. */
  touch<T extends Stamped>(entity: T): T {
    return Object.assign(entity, this.kept());
  }

  /** Records an event and sends it to the webhook. Its content is a copy of the present state. */
  emit(type: string, content: object): BillingEvent {
    const present = Object.entries(content).filter(([, value]) => value !== undefined && value !== null);
    const event: BillingEvent = {
      id: newId('ev'),
      occurred_at: seconds(),
      object: 'event',
      api_version: 'v2',
      event_type: type,
      content: structuredClone(Object.fromEntries(present)),
    };
    this.state.events.set(event.id, event);
    trim(this.state.events, EVENTS_KEPT);
    this.onEvent?.(event);
    return event;
  }

  customer = (id: string): BillingCustomer => this.state.customers.get(id) ?? missing('Customer', id);
  subscription = (id: string): BillingSubscription =>
    this.state.subscriptions.get(id) ?? missing('Subscription', id);
  invoice = (id: string): BillingInvoice => this.state.invoices.get(id) ?? missing('Invoice', id);

  invoicesOf({ id }: BillingSubscription): BillingInvoice[] {
    return [...this.state.invoices.values()].filter(({ subscription_id }) => subscription_id === id);
  }

  /** What goes along with an event about a customer's things. */
  about(entity: BillingSubscription | BillingInvoice): object {
    const { customers, cards, subscriptions } = this.state;
    const shared = { customer: customers.get(entity.customer_id), card: cards.get(entity.customer_id) };
    return 'line_items' in entity
      ? { invoice: entity, ...shared, subscription: subscriptions.get(entity.subscription_id ?? '') }
      : { subscription: entity, ...shared };
  }
}
