import { type PaymentOutcome, payWith, saveCard, type UsableCard } from './billing-card.ts';
import type {
  BillingCustomer,
  BillingInvoice,
  CustomerInput,
  HostedPage,
  LineItem,
  PortalSession,
  StoredPage,
} from './billing-entity.ts';
import { bookPayment, emitInvoice, lineOf, makeInvoice, priceOf, sumOf } from './billing-invoice.ts';
import { type BillingStore, newId, seconds } from './billing-store.ts';
import { createSubscription } from './billing-subscription.ts';
import { notFound, wrongState } from './billing-wire.ts';

const CHECKOUT_SECONDS = 3 * 3600;
/** An unused portal link is good for so long, and a visit lasts so long. */
const PORTAL_SECONDS = 3600;

/** Creates a customer and emits it. */
export function newCustomer(store: BillingStore, input: CustomerInput, source: 'api' | 'hosted_page') {
  const now = seconds();
  const customer: BillingCustomer = {
    ...input,
    id: input.id ?? newId('', 16),
    created_at: now,
    card_status: 'no_card',
    refundable_credits: 0,
    deleted: false,
    updated_at: now,
    resource_version: store.nextVersion(),
    object: 'customer',
  };
  store.state.customers.set(customer.id, customer);
  store.emit('customer_created', { customer }, source);
  return customer;
}

/** Creates a page on which a person pays. Nothing else is created before the payment succeeds. */
export function createPage(
  store: BillingStore,
  type: HostedPage['type'],
  origin: string,
  order: Omit<StoredPage, 'page'> & { passThru: string | undefined },
): HostedPage {
  const now = seconds();
  const id = newId('', 40);
  const { passThru, ...rest } = order;
  const page: HostedPage = {
    id,
    type,
    url: `${origin}/billing/pages/v3/${id}/`,
    state: 'created',
    ...(passThru !== undefined && { pass_thru_content: passThru }),
    created_at: now,
    expires_at: now + CHECKOUT_SECONDS,
    updated_at: now,
    resource_version: store.nextVersion(),
    object: 'hosted_page',
  };
  store.state.pages.set(id, { page, ...rest });
  return page;
}

export function pageOf(store: BillingStore, id: string): StoredPage {
  const stored = store.state.pages.get(id);
  if (!stored) throw notFound('Page', id);
  return stored;
}

/** Whether it can still be paid or cancelled. */
export const isOpen = ({ page }: StoredPage): boolean =>
  (page.state === 'created' || page.state === 'requested') && page.expires_at > seconds();

/** A person looks at it. Returns whether it was for the first time. */
export function openPage(store: BillingStore, stored: StoredPage): boolean {
  if (stored.page.state !== 'created' || !isOpen(stored)) return false;
  stored.page.state = 'requested';
  store.touch(stored.page);
  return true;
}

export function cancelPage(store: BillingStore, stored: StoredPage): void {
  if (!isOpen(stored)) throw wrongState(`Page ${stored.page.id} can no longer be cancelled.`);
  stored.page.state = 'cancelled';
  store.touch(stored.page);
}

/** Acknowledges the purchase. Works once. */
export function acknowledgePage(store: BillingStore, { page }: StoredPage): void {
  if (page.state !== 'succeeded')
    throw wrongState(`Page ${page.id} cannot be acknowledged as its state is ${page.state}.`);
  page.state = 'acknowledged';
  store.touch(page);
}

/** What is paid today, and each month from then on; null when nothing is. */
export function summaryOf({ items }: StoredPage): { lines: LineItem[]; due: number; monthly: number | null } {
  const now = seconds();
  const lines = items.map((item) => lineOf(item, now, now));
  const plans = items.filter(({ itemPriceId }) => priceOf(itemPriceId).itemType === 'plan');
  const monthly = sumOf(plans.map((item) => lineOf(item, now, now)));
  return { lines, due: sumOf(lines), monthly: plans.length > 0 ? monthly : null };
}

/**
 * A person pays. A refusal leaves the page open and says why; a success creates everything that was ordered.
 * @param outcome instead of what the card would do
 */
export function payPage(
  store: BillingStore,
  stored: StoredPage,
  card: UsableCard,
  outcome: PaymentOutcome = payWith(card),
): PaymentOutcome {
  const { page } = stored;
  if (!isOpen(stored)) throw wrongState(`Page ${page.id} can no longer be paid.`);
  openPage(store, stored);
  if (!outcome.ok) {
    page.failure_reason = outcome.reason;
    store.touch(page);
    return outcome;
  }
  page.content = { ...structuredClone(fulfill(store, stored, card)), object: 'content' };
  delete page.failure_reason;
  page.state = 'succeeded';
  store.touch(page);
  return outcome;
}

function fulfill(
  store: BillingStore,
  { page, customer: input, items }: StoredPage,
  card: UsableCard,
): object {
  const known = store.state.customers.get(input.id ?? '');
  const customer = known ?? newCustomer(store, input, 'hosted_page');
  const saved = saveCard(store, customer, card, 'hosted_page');
  if (page.type === 'checkout_one_time')
    return { customer, card: saved, invoice: sellOnce(store, customer, items) };
  const made = createSubscription(store, customer, items, { source: 'hosted_page', outcome: { ok: true } });
  return { customer, card: saved, ...made };
}

/** A paid invoice for charges alone. */
function sellOnce(
  store: BillingStore,
  customer: BillingCustomer,
  items: StoredPage['items'],
): BillingInvoice {
  const now = seconds();
  const invoice = makeInvoice(
    store,
    customer,
    items.map((item) => lineOf(item, now, now)),
  );
  const transaction = invoice.amount_due > 0 ? bookPayment(store, invoice, { ok: true }) : undefined;
  emitInvoice(store, invoice, transaction, 'hosted_page');
  return invoice;
}

/** Creates a link into the portal for one customer, for one visit. */
export function createPortal(
  store: BillingStore,
  customer: BillingCustomer,
  options: { origin: string; redirectUrl: string | undefined },
): PortalSession {
  const now = seconds();
  const token = newId('', 40);
  const session: PortalSession = {
    id: newId('portal'),
    token,
    access_url: `${options.origin}/billing/pages/portal/authenticate/${token}`,
    ...(options.redirectUrl && { redirect_url: options.redirectUrl }),
    status: 'created',
    created_at: now,
    expires_at: now + PORTAL_SECONDS,
    customer_id: customer.id,
    object: 'portal_session',
  };
  store.state.portals.set(session.id, session);
  return session;
}

/** Uses a portal link up: the session, or why not. */
export function enterPortal(
  store: BillingStore,
  token: string,
): PortalSession | 'used' | 'expired' | 'unknown' {
  const session = [...store.state.portals.values()].find((one) => one.token === token);
  if (!session) return 'unknown';
  if (session.status !== 'created') return 'used';
  if (session.expires_at <= seconds()) return 'expired';
  session.status = 'logged_in';
  session.login_at = seconds();
  return session;
}

/** The visit a browser is in; null when it is over. */
export function visitOf(store: BillingStore, id: string | undefined): PortalSession | null {
  const session = store.state.portals.get(id ?? '');
  if (session?.status !== 'logged_in' || session.login_at === undefined) return null;
  return session.login_at + PORTAL_SECONDS > seconds() ? session : null;
}
