import { join } from 'node:path';
import { EventLog } from '../platform/event-log.ts';
import { KeptState } from '../platform/kept-state.ts';
import type { CardBehaviour } from './billing-card.ts';
import type { CheckoutOrder } from './billing-checkout-order.ts';
import type {
  BillingCard,
  BillingCreditNote,
  BillingCustomer,
  BillingEvent,
  BillingInvoice,
  BillingSubscription,
  BillingTransaction,
  EventSource,
  HostedPage,
  PortalSession,
} from './billing-entity.ts';
import { newId, seconds } from './billing-id.ts';
import type { AskedItem } from './billing-items.ts';
import { type BillingOrder, BillingOrders } from './billing-order.ts';
import type { Delivery, WebhookOrder, WebhookSettings } from './billing-webhook-order.ts';

/** So many events are kept; the oldest go first. */
const KEPT_EVENTS = 10_000;
const KEPT_CALLS = 100;

/** How the next payments of a subscription end, whatever its card would do. */
export type PaymentOrder = 'succeeds' | 'fails';

/** A change that waits for the end of the term. */
export interface ScheduledChange {
  items: AskedItem[];
}

/** An answer that a repeated key gets again. */
export interface KeptAnswer {
  key: string;
  /** When it was given, in ms. */
  at: number;
  /** What was asked, so that another question under the same key is noticed. */
  asked: string;
  status: number;
  body: string;
}

/** One call that came in, as the page shows it. */
export interface SeenBillingCall {
  at: string;
  call: string;
  /** 0 when no answer was given. */
  status: number;
  note: string | null;
}

/** A hosted page with what it will do when it is paid. */
export interface StoredPage {
  page: HostedPage;
  order: CheckoutOrder;
  /** What `content` holds, from success on. */
  content: Record<string, unknown> | null;
}

interface State {
  version: number;
  numbers: { invoice: number; creditNote: number };
  customers: BillingCustomer[];
  cards: BillingCard[];
  behaviours: [string, CardBehaviour][];
  subscriptions: BillingSubscription[];
  scheduled: [string, ScheduledChange][];
  payments: [string, PaymentOrder][];
  invoices: BillingInvoice[];
  transactions: BillingTransaction[];
  creditNotes: BillingCreditNote[];
  pages: StoredPage[];
  portals: PortalSession[];
  deliveries: Delivery[];
  webhooks: Partial<WebhookSettings>;
  webhookOrders: WebhookOrder[];
  orders: BillingOrder[];
  answers: KeptAnswer[];
  perMinute: number;
}

const PER_MINUTE = 1000;

/** All that the billing vendor remembers: one file that is replaced as a whole, and one that events are added to. */
export class BillingStore {
  readonly customers = new Map<string, BillingCustomer>();
  /** By customer: each has one card at most. */
  readonly cards = new Map<string, BillingCard>();
  readonly behaviours = new Map<string, CardBehaviour>();
  readonly subscriptions = new Map<string, BillingSubscription>();
  readonly scheduled = new Map<string, ScheduledChange>();
  readonly payments = new Map<string, PaymentOrder>();
  readonly invoices = new Map<string, BillingInvoice>();
  readonly transactions = new Map<string, BillingTransaction>();
  readonly creditNotes = new Map<string, BillingCreditNote>();
  readonly pages = new Map<string, StoredPage>();
  readonly portals = new Map<string, PortalSession>();
  readonly deliveries = new Map<string, Delivery>();
  readonly answers = new Map<string, KeptAnswer>();
  readonly orders = new BillingOrders();
  webhookOrders: WebhookOrder[] = [];
  /** What was changed while it ran; the rest is configuration. */
  webhooks: Partial<WebhookSettings> = {};
  /** Calls that are answered in a minute. */
  perMinute = PER_MINUTE;
  /** Newest first; forgotten when the sandbox stops. */
  readonly calls: SeenBillingCall[] = [];
  /** Told of every event as it happens. */
  onEvent: ((event: BillingEvent) => void) | null = null;

  readonly #kept: KeptState<State, BillingEvent>;
  readonly #log = new EventLog<BillingEvent>(({ id }) => id, KEPT_EVENTS);
  #version = 0;
  #numbers = { invoice: 0, creditNote: 0 };

  constructor(dataDir: string) {
    this.#kept = new KeptState(join(dataDir, 'billing'), {
      state: () => this.#state(),
      take: (state) => this.#take(state),
      begin: () => this.reset(),
      events: this.#log,
    });
  }

  get events(): ReadonlyMap<string, BillingEvent> {
    return this.#log.byKey;
  }

  /** Reads what is there. */
  open(): Promise<void> {
    return this.#kept.open();
  }

  /** Grows with every change, and is about the time in ms, as the vendor's is. */
  nextVersion(): number {
    this.#version = Math.max(this.#version + 1, Date.now());
    return this.#version;
  }

  nextInvoiceId(): string {
    this.#numbers.invoice += 1;
    return String(this.#numbers.invoice);
  }

  nextCreditNoteId(): string {
    this.#numbers.creditNote += 1;
    return `CN-${this.#numbers.creditNote}`;
  }

  /** Marks something as changed now. */
  touch<T extends { resource_version: number; updated_at: number }>(entity: T): T {
    entity.resource_version = this.nextVersion();
    entity.updated_at = seconds();
    return entity;
  }

  /** Something happened: kept for the events list and sent to the webhook. Its content is as it stands now. */
  emit(type: string, content: Record<string, unknown>, source: EventSource = 'api'): BillingEvent {
    const present = Object.entries(content).filter(([, value]) => value !== undefined && value !== null);
    const event: BillingEvent = {
      id: newId('ev'),
      occurred_at: seconds(),
      source,
      object: 'event',
      api_version: 'v2',
      event_type: type,
      content: structuredClone(Object.fromEntries(present)),
    };
    for (const id of this.#log.add(event)) this.deliveries.delete(id);
    this.onEvent?.(event);
    return event;
  }

  seen(call: SeenBillingCall): void {
    this.calls.unshift(call);
    this.calls.length = Math.min(this.calls.length, KEPT_CALLS);
  }

  /** Forgets everything but where webhooks go. Versions and numbers go on, so nothing new looks old. */
  reset(): void {
    for (const kept of [
      this.customers,
      this.cards,
      this.behaviours,
      this.subscriptions,
      this.scheduled,
      this.payments,
      this.invoices,
      this.transactions,
      this.creditNotes,
      this.pages,
      this.portals,
      this.#log,
      this.deliveries,
      this.answers,
    ])
      kept.clear();
    this.orders.clear();
    this.webhookOrders = [];
    this.webhooks = {};
    this.perMinute = PER_MINUTE;
    this.calls.length = 0;
  }

  save(): Promise<void> {
    return this.#kept.save();
  }

  #take(state: State): void {
    this.#version = state.version;
    this.#numbers = state.numbers;
    fill(this.customers, state.customers);
    for (const card of state.cards) this.cards.set(card.customer_id, card);
    for (const [id, behaviour] of state.behaviours) this.behaviours.set(id, behaviour);
    fill(this.subscriptions, state.subscriptions);
    for (const [id, change] of state.scheduled) this.scheduled.set(id, change);
    for (const [id, order] of state.payments) this.payments.set(id, order);
    fill(this.invoices, state.invoices);
    fill(this.transactions, state.transactions);
    fill(this.creditNotes, state.creditNotes);
    for (const stored of state.pages) this.pages.set(stored.page.id, stored);
    fill(this.portals, state.portals);
    for (const delivery of state.deliveries) this.deliveries.set(delivery.eventId, delivery);
    for (const answer of state.answers) this.answers.set(answer.key, answer);
    this.orders.list = state.orders;
    this.webhookOrders = state.webhookOrders;
    this.webhooks = state.webhooks;
    this.perMinute = state.perMinute;
  }

  #state(): State {
    return {
      version: this.#version,
      numbers: this.#numbers,
      customers: [...this.customers.values()],
      cards: [...this.cards.values()],
      behaviours: [...this.behaviours],
      subscriptions: [...this.subscriptions.values()],
      scheduled: [...this.scheduled],
      payments: [...this.payments],
      invoices: [...this.invoices.values()],
      transactions: [...this.transactions.values()],
      creditNotes: [...this.creditNotes.values()],
      pages: [...this.pages.values()],
      portals: [...this.portals.values()],
      deliveries: [...this.deliveries.values()],
      webhooks: this.webhooks,
      webhookOrders: this.webhookOrders,
      orders: this.orders.list,
      answers: [...this.answers.values()],
      perMinute: this.perMinute,
    };
  }
}

function fill<T extends { id: string }>(map: Map<string, T>, list: T[]): void {
  for (const one of list) map.set(one.id, one);
}
