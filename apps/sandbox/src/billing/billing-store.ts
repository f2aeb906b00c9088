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
 * Behavior of a test card:
 * - `pays`: all payments succeed
 * - `declines`: the bank always declines
 * - `declines_later`: the first payment succeeds, later ones don't
 * - `server_error`: charging fails with an error
 */
export type CardBehavior = 'pays' | 'declines' | 'declines_later' | 'server_error';

/** The client's own type without its index signature. */
type Known<T> = { [Name in keyof T as string extends Name ? never : Name]: T[Name] };

type Stamped = { id: string; object: string; resource_version: number; updated_at: number };

/**
 * The provider's entities in wire format (snake_case, Unix seconds, minor units), using the
 * client's types; only the named fields are always present. `resource_version` increases with every
 * change.
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

/** A hosted page with what happens on payment. */
export interface StoredPage {
  page: HostedPage;
  customer: CustomerInput;
  items: OrderedItem[];
  redirectUrl?: string | undefined;
  cancelUrl?: string | undefined;
}

type PortalField = 'id' | 'token' | 'access_url' | 'redirect_url' | 'status' | 'customer_id';
export type BillingPortal = Pick<PortalSession, PortalField> & { expires_at: number; object: string };

/** An event; `content` is a snapshot. */
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
  /** Cards by customer, at most one each. */
  cards: new Map<string, BillingCard>(),
  behaviors: new Map<string, CardBehavior>(),
  subscriptions: new Map<string, BillingSubscription>(),
  /** Items scheduled for the end of a subscription's term. */
  scheduled: new Map<string, OrderedItem[]>(),
  invoices: new Map<string, BillingInvoice>(),
  transactions: new Map<string, BillingTransaction>(),
  pages: new Map<string, StoredPage>(),
  portals: new Map<string, BillingPortal>(),
  events: new Map<string, BillingEvent>(),
  deliveries: new Map<string, Delivery>(),
  /** Responses by idempotency key. */
  answers: new Map<string, { at: number; question: string; answer: Answer }>(),
  /** Runtime changes to the configuration. */
  webhooks: {} as Partial<BillingConfig['webhooks']>,
});

/** The billing provider's persistent state. */
export class BillingStore extends KeptState<ReturnType<typeof fresh>> {
  readonly calls = new CallLog<{ call: string; status: number; note: string | null }>();
  /** Called with every event. */
  onEvent: ((event: BillingEvent) => void) | null = null;

  readonly #configured: BillingConfig['webhooks'];

  constructor(dataDir: string, configured: BillingConfig['webhooks']) {
    super(join(dataDir, 'billing'), fresh);
    this.#configured = configured;
  }

  /** The configuration with runtime changes. */
  get settings() {
    return { ...this.#configured, ...this.state.webhooks };
  }

  /** Resets the state. Versions and numbers continue, so new data never looks old. */
  forget(): void {
    const { version, invoiceNumber, creditNoteNumber } = this.state;
    this.reset({ version, invoiceNumber, creditNoteNumber });
    this.calls.clear();
  }

  /**
   * Common fields of entities. The version increases with every change, and is about the time in ms
   * like the provider's.
   */
  kept(): { resource_version: number; updated_at: number } {
    this.state.version = Math.max(Date.now(), this.state.version + 1);
    return { resource_version: this.state.version, updated_at: seconds() };
  }

  /** Adds an entity. */
  keep<T extends Stamped>(kind: Map<string, T>, entity: Omit<T, 'resource_version' | 'updated_at'>): T {
    const kept = { ...entity, ...this.kept() } as T;
    kind.set(kept.id, kept);
    return kept;
  }

  /** Marks an entity as changed. */
  touch<T extends Stamped>(entity: T): T {
    return Object.assign(entity, this.kept());
  }

  /** Records an event with a snapshot and sends it to the webhook. */
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

  /** Related entities included in an event. */
  about(entity: BillingSubscription | BillingInvoice): object {
    const { customers, cards, subscriptions } = this.state;
    const shared = { customer: customers.get(entity.customer_id), card: cards.get(entity.customer_id) };
    return 'line_items' in entity
      ? { invoice: entity, ...shared, subscription: subscriptions.get(entity.subscription_id ?? '') }
      : { subscription: entity, ...shared };
  }
}
