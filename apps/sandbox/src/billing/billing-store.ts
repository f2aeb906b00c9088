import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { KeptState, trim } from '../platform/state.ts';
import type {
  BillingCustomer,
  BillingEvent,
  BillingInvoice,
  BillingState,
  BillingSubscription,
} from './billing-entity.ts';
import { notFound } from './billing-wire.ts';

const EVENTS_KEPT = 2000;
const CALLS_KEPT = 100;

/** A random id such as `txn_AzZkYUS6`. */
export function newId(prefix: string, length = 24): string {
  const id = randomBytes(length).toString('base64url').replace(/[-_]/g, 'x').slice(0, length);
  return prefix === '' ? id : `${prefix}_${id}`;
}

/** Unix seconds. */
export const seconds = (): number => Math.floor(Date.now() / 1000);

const fresh = (): BillingState => ({
  version: 0,
  invoiceNumber: 0,
  creditNoteNumber: 0,
  customers: new Map(),
  cards: new Map(),
  behaviors: new Map(),
  subscriptions: new Map(),
  scheduled: new Map(),
  invoices: new Map(),
  transactions: new Map(),
  pages: new Map(),
  portals: new Map(),
  events: new Map(),
  deliveries: new Map(),
  answers: new Map(),
  webhooks: {},
});

/** All that the billing vendor remembers, kept over restarts. */
export class BillingStore extends KeptState<BillingState> {
  /** Calls that came in, newest first, forgotten when the sandbox stops; `status` 0 when no answer was given. */
  readonly calls: { at: string; call: string; status: number; note: string | null }[] = [];
  /** Called with every event as it happens. */
  onEvent: ((event: BillingEvent) => void) | null = null;

  constructor(dataDir: string) {
    super(join(dataDir, 'billing'), fresh);
  }

  /** Forgets everything. Versions and numbers continue, so nothing new looks old. */
  forget(): void {
    const { version, invoiceNumber, creditNoteNumber } = this.state;
    this.reset({ version, invoiceNumber, creditNoteNumber });
    this.calls.length = 0;
  }

  /** What every entity has. The version grows with every change, and is about the time in ms, as the vendor's is. */
  kept(): { resource_version: number; updated_at: number } {
    this.state.version = Math.max(Date.now(), this.state.version + 1);
    return { resource_version: this.state.version, updated_at: seconds() };
  }

  /** Marks an entity as changed now. */
  touch<T extends { resource_version: number; updated_at: number }>(entity: T): T {
    return Object.assign(entity, this.kept());
  }

  /** Records an event and sends it to the webhook. Its content is a copy of the present state. */
  emit(type: string, content: Record<string, unknown>): BillingEvent {
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

  seen(call: string, status: number, note: string | null): void {
    this.calls.unshift({ at: new Date().toISOString(), call, status, note });
    this.calls.length = Math.min(this.calls.length, CALLS_KEPT);
  }

  customer = (id: string): BillingCustomer => this.state.customers.get(id) ?? fail('Customer', id);
  subscription = (id: string): BillingSubscription =>
    this.state.subscriptions.get(id) ?? fail('Subscription', id);
  invoice = (id: string): BillingInvoice => this.state.invoices.get(id) ?? fail('Invoice', id);

  invoicesOf({ id }: BillingSubscription): BillingInvoice[] {
    return [...this.state.invoices.values()].filter(({ subscription_id }) => subscription_id === id);
  }

  /** What goes along with an event about a customer's things. */
  about(entity: BillingSubscription | BillingInvoice): Record<string, unknown> {
    const { customers, cards, subscriptions } = this.state;
    const shared = { customer: customers.get(entity.customer_id), card: cards.get(entity.customer_id) };
    return entity.object === 'subscription'
      ? { subscription: entity, ...shared }
      : { invoice: entity, ...shared, subscription: subscriptions.get(entity.subscription_id ?? '') };
  }
}

function fail(what: string, id: string): never {
  throw notFound(what, id);
}
