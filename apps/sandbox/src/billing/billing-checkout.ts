import {
  bill,
  lineOf,
  type PaymentOutcome,
  payWith,
  priceOf,
  saveCard,
  sumOf,
  type UsableCard,
} from './billing-payment.ts';
import {
  type BillingCustomer,
  type BillingPortal,
  type BillingStore,
  type HostedPage,
  newId,
  type StoredPage,
  seconds,
} from './billing-store.ts';
import { createSubscription } from './billing-subscription.ts';
import { type CustomerInput, missing, wrongState } from './billing-wire.ts';

const CHECKOUT_SECONDS = 3 * 3600;
/** Lifetime of an unused portal link, and of a portal visit. */
const PORTAL_SECONDS = 3600;

/** Creates a customer and emits an event. */
export function newCustomer(store: BillingStore, input: CustomerInput): BillingCustomer {
  const customer = store.keep(store.state.customers, {
    ...input,
    id: input.id ?? newId('', 16),
    card_status: 'no_card',
    refundable_credits: 0,
    object: 'customer',
  });
  store.emit('customer_created', { customer });
  return customer;
}

/** Creates a checkout page. Nothing else is created before payment. */
export function createPage(
  store: BillingStore,
  { type, passThru, origin }: { type: HostedPage['type']; passThru: string | undefined; origin: string },
  order: Omit<StoredPage, 'page'>,
): HostedPage {
  const id = newId('', 40);
  const page: HostedPage = {
    id,
    type,
    url: `${origin}/billing/pages/v3/${id}/`,
    state: 'created',
    ...(passThru !== undefined && { pass_thru_content: passThru }),
    created_at: seconds(),
    expires_at: seconds() + CHECKOUT_SECONDS,
    ...store.kept(),
    object: 'hosted_page',
  };
  store.state.pages.set(id, { page, ...order });
  return page;
}

export const pageOf = ({ state }: BillingStore, id: string): StoredPage =>
  state.pages.get(id) ?? missing('Page', id);

/** Returns whether a page can still be paid or cancelled. */
export const isOpen = ({ page }: StoredPage): boolean =>
  (page.state === 'created' || page.state === 'requested') && page.expires_at > seconds();

function change(store: BillingStore, stored: StoredPage, state: HostedPage['state']): void {
  if (!isOpen(stored)) throw wrongState(`Page ${stored.page.id} is no longer open.`);
  stored.page.state = state;
  store.touch(stored.page);
}

/** Marks a page as viewed. */
export const openPage = (store: BillingStore, stored: StoredPage) => change(store, stored, 'requested');
export const cancelPage = (store: BillingStore, stored: StoredPage) => change(store, stored, 'cancelled');

/** Acknowledges a purchase. Works once. */
export function acknowledgePage(store: BillingStore, { page }: StoredPage): void {
  if (page.state !== 'succeeded')
    throw wrongState(`Page ${page.id} cannot be acknowledged as its state is ${page.state}.`);
  page.state = 'acknowledged';
  store.touch(page);
}

/** Returns the amounts due today and monthly; null if nothing is due. */
export function summaryOf({ items }: StoredPage) {
  const lines = items.map((item) => lineOf(item));
  const plans = lines.filter((line) => priceOf(line.entity_id).itemType === 'plan');
  return { lines, due: sumOf(lines), monthly: plans.length > 0 ? sumOf(plans) : null };
}

/**
 * Pays a page. On failure it stays open with an error; on success everything ordered is created.
 * @param outcome replaces the card's behavior
 */
export function payPage(
  store: BillingStore,
  stored: StoredPage,
  card: UsableCard,
  outcome: PaymentOutcome = payWith(card.behavior),
): PaymentOutcome {
  openPage(store, stored);
  const { page, items, customer: input } = stored;
  if (!outcome.ok) {
    page.failure_reason = outcome.reason;
    return outcome;
  }
  const customer = store.state.customers.get(input.id ?? '') ?? newCustomer(store, input);
  saveCard(store, customer, card);
  const lines = items.map((item) => lineOf(item));
  const bought =
    page.type === 'checkout_one_time'
      ? { invoice: bill(store, customer, lines, outcome) }
      : createSubscription(store, customer, items, { outcome });
  page.content = structuredClone({ customer, ...bought, object: 'content' });
  delete page.failure_reason;
  change(store, stored, 'succeeded');
  return outcome;
}

/** Creates a single-use portal link for a customer. */
export function createPortal(
  store: BillingStore,
  { id }: BillingCustomer,
  { origin, redirectUrl }: { origin: string; redirectUrl: string | undefined },
) {
  const token = newId('', 40);
  const session: BillingPortal = {
    id: newId('portal'),
    token,
    access_url: `${origin}/billing/pages/portal/authenticate/${token}`,
    redirect_url: redirectUrl,
    status: 'created',
    expires_at: seconds() + PORTAL_SECONDS,
    customer_id: id,
    object: 'portal_session',
  };
  store.state.portals.set(session.id, session);
  return session;
}

/** Uses a portal link for a one-hour visit; null if it is unknown, used or expired. */
export function enterPortal({ state }: BillingStore, token: string): BillingPortal | null {
  const session = [...state.portals.values()].find((one) => one.token === token);
  if (session?.status !== 'created' || session.expires_at <= seconds()) return null;
  session.status = 'logged_in';
  session.expires_at = seconds() + PORTAL_SECONDS;
  return session;
}

/** Returns a browser's portal visit; null if it has ended. */
export function visitOf({ state }: BillingStore, id: string | undefined): BillingPortal | null {
  const session = state.portals.get(id ?? '');
  return session?.status === 'logged_in' && session.expires_at > seconds() ? session : null;
}
