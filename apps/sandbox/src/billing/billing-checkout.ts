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
/** An unused portal link is good for so long, and a visit lasts so long. */
const PORTAL_SECONDS = 3600;

/** Creates a customer and emits it. */
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

/** Creates a page on which a person pays. Nothing else is created before the payment succeeds. */
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

/** Whether it can still be paid or cancelled. */
export const isOpen = ({ page }: StoredPage): boolean =>
  (page.state === 'created' || page.state === 'requested') && page.expires_at > seconds();

function change(store: BillingStore, stored: StoredPage, state: HostedPage['state']): void {
  if (!isOpen(stored)) throw wrongState(`Page ${stored.page.id} is no longer open.`);
  stored.page.state = state;
  store.touch(stored.page);
}

/** A person looks at it. */
export const openPage = (store: BillingStore, stored: StoredPage) => change(store, stored, 'requested');
export const cancelPage = (store: BillingStore, stored: StoredPage) => change(store, stored, 'cancelled');

/** Acknowledges the purchase. Works once. */
export function acknowledgePage(store: BillingStore, { page }: StoredPage): void {
  if (page.state !== 'succeeded')
    throw wrongState(`Page ${page.id} cannot be acknowledged as its state is ${page.state}.`);
  page.state = 'acknowledged';
  store.touch(page);
}

/** What is paid today, and each month from then on; null when nothing is. */
export function summaryOf({ items }: StoredPage) {
  const lines = items.map((item) => lineOf(item));
  const plans = lines.filter((line) => priceOf(line.entity_id).itemType === 'plan');
  return { lines, due: sumOf(lines), monthly: plans.length > 0 ? sumOf(plans) : null };
}

/**
 * A person pays. A refusal leaves the page open and says why; a success creates everything that was ordered.
 * @param outcome instead of what the card would do
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

/** Creates a link into the portal for one customer, for one visit. */
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

/** Uses a portal link up, for a visit of an hour; null where it is unknown, used or expired. */
export function enterPortal({ state }: BillingStore, token: string): BillingPortal | null {
  const session = [...state.portals.values()].find((one) => one.token === token);
  if (session?.status !== 'created' || session.expires_at <= seconds()) return null;
  session.status = 'logged_in';
  session.expires_at = seconds() + PORTAL_SECONDS;
  return session;
}

/** The visit a browser is in; null when it is over. */
export function visitOf({ state }: BillingStore, id: string | undefined): BillingPortal | null {
  const session = state.portals.get(id ?? '');
  return session?.status === 'logged_in' && session.expires_at > seconds() ? session : null;
}
