import type { ReadCard } from './billing-card.ts';
import type { AskedCustomer, CheckoutOrder } from './billing-checkout-order.ts';
import { newCustomer } from './billing-customer.ts';
import type {
  BillingCustomer,
  BillingInvoice,
  HostedPage,
  HostedPageType,
  LineItem,
} from './billing-entity.ts';
import { notFound, wrongState } from './billing-error.ts';
import { newId, seconds } from './billing-id.ts';
import { around, collect, isUnpaid, makeInvoice } from './billing-invoice.ts';
import { itemOf, lineOf, plainLine, sumOf } from './billing-items.ts';
import { bookPayment, type PaymentOutcome, payWith, saveCard } from './billing-payment.ts';
import type { BillingStore, StoredPage } from './billing-store.ts';
import {
  type AskedChange,
  changeSubscription,
  createSubscription,
  planChange,
  subscriptionOf,
} from './billing-subscription.ts';

const CHECKOUT_SECONDS = 3 * 3600;
const OTHER_SECONDS = 5 * 86_400;

/** A page on which a person pays. Nothing else is made before the payment succeeds. */
export function createPage(
  store: BillingStore,
  type: HostedPageType,
  order: CheckoutOrder,
  options: { origin: string; passThru?: string; embed: boolean },
): StoredPage {
  const now = seconds();
  const id = newId('', 40);
  const stored: StoredPage = {
    page: {
      id,
      type,
      url: `${options.origin}/billing/pages/v3/${id}/`,
      state: 'created',
      embed: options.embed,
      ...(options.passThru !== undefined && { pass_thru_content: options.passThru }),
      created_at: now,
      expires_at: now + (type.startsWith('checkout') ? CHECKOUT_SECONDS : OTHER_SECONDS),
      updated_at: now,
      resource_version: store.nextVersion(),
      object: 'hosted_page',
    },
    order,
    content: null,
  };
  store.pages.set(id, stored);
  return stored;
}

export function pageOf(store: BillingStore, id: string): StoredPage {
  const stored = store.pages.get(id);
  if (!stored) throw notFound('Page', id);
  return stored;
}

export const isExpired = ({ page }: StoredPage): boolean => page.expires_at <= seconds();

/** Whether it can still be paid or cancelled. */
export const isOpen = (stored: StoredPage): boolean =>
  (stored.page.state === 'created' || stored.page.state === 'requested') && !isExpired(stored);

/** As it is sent; what was bought is there from success on. */
export function pageBody({ page, content }: StoredPage): HostedPage & { content?: unknown } {
  return content ? { ...page, content: { ...content, object: 'content' } } : { ...page };
}

/** A person looks at it. Says whether it was for the first time. */
export function openPage(store: BillingStore, stored: StoredPage): boolean {
  if (stored.page.state !== 'created' || isExpired(stored)) return false;
  stored.page.state = 'requested';
  store.touch(stored.page);
  return true;
}

export function cancelPage(store: BillingStore, stored: StoredPage): void {
  if (!isOpen(stored)) throw wrongState(`Page ${stored.page.id} can no longer be cancelled.`);
  stored.page.state = 'cancelled';
  store.touch(stored.page);
}

/** Takes note that the purchase arrived. Works once. */
export function acknowledgePage(store: BillingStore, stored: StoredPage): void {
  if (stored.page.state !== 'succeeded')
    throw wrongState(
      stored.page.state === 'acknowledged'
        ? `Page ${stored.page.id} is already acknowledged.`
        : `Page ${stored.page.id} cannot be acknowledged as its state is ${stored.page.state}.`,
    );
  stored.page.state = 'acknowledged';
  store.touch(stored.page);
}

/** What the order summary shows, and what is paid today. */
export interface Summary {
  lines: LineItem[];
  /** What is credited for what is given up. */
  credits: LineItem[];
  due: number;
  /** What is paid each month from then on; null when nothing is. */
  monthly: number | null;
}

export function summaryOf(store: BillingStore, { page, order }: StoredPage): Summary {
  const now = seconds();
  const scope = { from: now, to: now };
  if (page.type === 'checkout_existing') {
    const plan = planChange(store, subscriptionOf(store, order.subscriptionId ?? ''), changeOf(order));
    const monthly = sumOf(plan.items.map(itemOf).filter(({ type }) => type !== 'charge'));
    return { lines: plan.proration.charges, credits: plan.proration.credits, due: plan.due, monthly };
  }
  if (page.type === 'manage_payment_sources') return { lines: [], credits: [], due: 0, monthly: null };
  if (page.type === 'collect_now') {
    const lines = duesOf(store, order.customer.id).map((one) =>
      plainLine(`Invoice ${one.id}`, one.amount_due, scope),
    );
    return { lines, credits: [], due: sumOf(lines), monthly: null };
  }
  const lines = [
    ...order.items.map((item) => lineOf(itemOf(item), scope)),
    ...order.charges.map(({ amount, description }) => plainLine(description, amount, scope)),
  ];
  const recurring = order.items.map(itemOf).filter(({ type }) => type !== 'charge');
  return { lines, credits: [], due: sumOf(lines), monthly: recurring.length > 0 ? sumOf(recurring) : null };
}

const duesOf = (store: BillingStore, customerId: string | undefined): BillingInvoice[] =>
  [...store.invoices.values()].filter((one) => one.customer_id === customerId && isUnpaid(one));

const changeOf = ({ items, replace }: CheckoutOrder): AskedChange => ({
  items,
  replace,
  prorate: true,
  endOfTerm: false,
  resetTerm: false,
});

/**
 * A person pays. A refusal leaves the page open and says why; a success makes everything that was ordered.
 * @param outcome instead of what the card would do
 */
export function payPage(
  store: BillingStore,
  stored: StoredPage,
  card: ReadCard,
  outcome: PaymentOutcome = payWith(card),
): PaymentOutcome {
  const { page } = stored;
  if (!isOpen(stored)) throw wrongState(`Page ${page.id} can no longer be paid.`);
  if (page.state === 'created') openPage(store, stored);
  const due = summaryOf(store, stored).due;
  if (!outcome.ok && (due > 0 || page.type === 'manage_payment_sources')) {
    page.failure_reason = outcome.reason;
    store.touch(page);
    return outcome;
  }
  stored.content = fulfil(store, stored, card);
  delete page.failure_reason;
  page.state = 'succeeded';
  store.touch(page);
  return { ok: true };
}

function fulfil(store: BillingStore, { page, order }: StoredPage, card: ReadCard): Record<string, unknown> {
  const customer = customerFor(store, order.customer);
  const saved = saveCard(store, customer, card, 'hosted_page');
  const options = { source: 'hosted_page' as const, outcome: { ok: true } as const };
  const made = (content: Record<string, unknown>) => structuredClone({ customer, card: saved, ...content });
  if (page.type === 'checkout_new') {
    const id = order.subscriptionId;
    return made(createSubscription(store, customer, order.items, { ...options, ...(id && { id }) }));
  }
  if (page.type === 'checkout_existing') {
    const subscription = subscriptionOf(store, order.subscriptionId ?? '');
    const { invoice, creditNote } = changeSubscription(store, subscription, changeOf(order), options);
    return made({
      subscription,
      ...(invoice && { invoice }),
      ...(creditNote && { credit_notes: [creditNote] }),
    });
  }
  if (page.type === 'checkout_one_time') return made({ invoice: sellOnce(store, customer, order) });
  if (page.type === 'collect_now') {
    const invoices = duesOf(store, customer.id);
    for (const invoice of invoices) collect(store, invoice, options);
    return made({ invoices });
  }
  return made({});
}

/** An invoice for charges alone, paid. */
function sellOnce(store: BillingStore, customer: BillingCustomer, order: CheckoutOrder): BillingInvoice {
  const now = seconds();
  const scope = { from: now, to: now, customerId: customer.id };
  const lines = [
    ...order.items.map((item) => lineOf(itemOf(item), scope)),
    ...order.charges.map(({ amount, description }) => plainLine(description, amount, scope)),
  ];
  const invoice = makeInvoice(store, customer, lines, { recurring: false });
  const transaction =
    invoice.amount_due > 0 ? bookPayment(store, invoice, invoice.amount_due, { ok: true }) : undefined;
  store.emit('invoice_generated', around(store, invoice), 'hosted_page');
  if (transaction) store.emit('payment_succeeded', { ...around(store, invoice), transaction }, 'hosted_page');
  return invoice;
}

function customerFor(store: BillingStore, asked: AskedCustomer): BillingCustomer {
  const known = asked.id === undefined ? undefined : store.customers.get(asked.id);
  return known ?? newCustomer(store, asked, 'hosted_page');
}
