import type { BillingCustomer, PortalSession } from './billing-entity.ts';
import { newId, seconds } from './billing-id.ts';
import type { BillingStore } from './billing-store.ts';

/** A link that nobody used is good for so long, and a visit lasts so long. */
const HOUR = 3600;

/** A link into the portal for one customer, for one visit. */
export function createPortal(
  store: BillingStore,
  customer: BillingCustomer,
  options: { origin: string; redirectUrl?: string },
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
    expires_at: now + HOUR,
    customer_id: customer.id,
    linked_customers: [
      {
        customer_id: customer.id,
        ...(customer.email && { email: customer.email }),
        has_billing_address: customer.billing_address !== undefined,
        has_payment_method: store.cards.has(customer.id),
        has_active_subscription: [...store.subscriptions.values()].some(
          (one) => one.customer_id === customer.id && one.status !== 'cancelled',
        ),
        object: 'linked_customer',
      },
    ],
    object: 'portal_session',
  };
  store.portals.set(session.id, session);
  return session;
}

/** Uses the link up: the session, or why not. */
export function enterPortal(
  store: BillingStore,
  token: string,
): PortalSession | 'used' | 'expired' | 'unknown' {
  const session = [...store.portals.values()].find((one) => one.token === token);
  if (!session) return 'unknown';
  if (session.status !== 'created') return 'used';
  if (session.expires_at <= seconds()) return 'expired';
  session.status = 'logged_in';
  session.login_at = seconds();
  return session;
}

/** The visit a browser is in; null when it is over. */
export function visitOf(store: BillingStore, id: string | undefined): PortalSession | null {
  const session = id === undefined ? undefined : store.portals.get(id);
  if (session?.status !== 'logged_in' || session.login_at === undefined) return null;
  return session.login_at + HOUR > seconds() ? session : null;
}

export function leavePortal(session: PortalSession): void {
  session.status = 'logged_out';
  session.logout_at = seconds();
}
