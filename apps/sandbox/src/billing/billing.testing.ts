import { type Listener, startListener } from '../platform/listener.testing.ts';
import { startTestSandbox, type TestSandbox } from '../sandbox.testing.ts';

export const KEY = 'sandbox_chargebee_key';

export interface Answer<T = Record<string, never>> {
  status: number;
  headers: Headers;
  body: T;
}

/** A webhook event. */
export interface WebhookEvent {
  id: string;
  event_type: string;
  occurred_at: number;
  api_version: string;
  webhook_status: string;
  content: Record<string, { id: string; resource_version: number; meta_data?: { burst: number } }>;
}

/** A sandbox with its billing API and a webhook listener. */
export interface BillingWorld extends Pick<Listener<WebhookEvent>, 'hooks' | 'until'> {
  world: TestSandbox;
  /** Calls the provider's API; a form makes it a POST. */
  api<T>(
    path: string,
    form?: Record<string, string | number | boolean>,
    headers?: Record<string, string>,
  ): Promise<Answer<T>>;
  /** Calls the control API; throws on errors. */
  order<T = Record<string, never>>(method: string, path: string, body?: unknown): Promise<T>;
  /** Adds a fault. */
  fault(target: string, failure: string, more?: { times?: number; seconds?: number }): Promise<unknown>;
  /** Resets the provider, with webhooks sent to the listener. */
  anew(): Promise<void>;
  close(): Promise<void>;
}

export async function startBilling(): Promise<BillingWorld> {
  const world = await startTestSandbox();
  const listener = await startListener<WebhookEvent>(({ body }) => body.event_type);
  const billing: BillingWorld = {
    world,
    hooks: listener.hooks,
    until: listener.until,
    async api(path, form, headers = {}) {
      const response = await fetch(`${world.sandbox.origin}/billing/api/v2${path}`, {
        method: form ? 'POST' : 'GET',
        headers: { authorization: `Basic ${Buffer.from(`${KEY}:`).toString('base64')}`, ...headers },
        ...(form && {
          body: new URLSearchParams(Object.entries(form).map(([name, value]) => [name, String(value)])),
        }),
      });
      return { status: response.status, headers: response.headers, body: await response.json() };
    },
    order: (method, path, body) => world.order(method, `/api/billing${path}`, body),
    fault: (target, failure, more) =>
      world.order('POST', '/api/faults', { provider: 'billing', target, failure, ...more }),
    async anew() {
      await world.order('DELETE', '/api/faults');
      await billing.order('DELETE', '');
      listener.reset();
      await billing.order('PUT', '/webhooks', { url: listener.url });
    },
    async close() {
      await world.close();
      listener.close();
    },
  };
  await billing.anew();
  return billing;
}

export interface Page {
  hosted_page: {
    id: string;
    url: string;
    type: string;
    state: string;
    failure_reason?: string;
    pass_thru_content?: string;
    created_at: number;
    expires_at: number;
    content?: {
      customer: { id: string };
      subscription: { id: string; status: string };
      invoice: { id: string; status: string; total: number };
    };
  };
}

/** Creates a checkout page of a plan for a customer. */
export const checkout = async (
  { api }: BillingWorld,
  form: Record<string, string> = {},
): Promise<Page['hosted_page']> => {
  const { body, status } = await api<Page>('/hosted_pages/checkout_new_for_items', {
    'subscription_items[item_price_id][0]': 'starter-USD-Monthly',
    'customer[id]': 'brand_42',
    'customer[email]': 'ops@acme.test',
    pass_thru_content: 'brand:42',
    redirect_url: 'http://localhost:3000/return?x=1',
    cancel_url: 'http://localhost:3000/pricing',
    ...form,
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.hosted_page;
};

/** Creates a customer with a paid plan; returns the subscription's id. */
export async function subscribed(billing: BillingWorld, form: Record<string, string> = {}): Promise<string> {
  const { id } = await checkout(billing, form);
  const { hosted_page } = await billing.order<Page>('POST', `/hosted-pages/${id}/pay`);
  return hosted_page.content?.subscription.id ?? '';
}
