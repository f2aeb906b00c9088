import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestSandbox, type TestSandbox } from '../sandbox.testing.ts';

export const KEY = 'sandbox_chargebee_key';

export interface Answer<T = Record<string, never>> {
  status: number;
  headers: Headers;
  body: T;
}

/** A webhook as it arrived. */
export interface Arrived {
  at: number;
  headers: IncomingHttpHeaders;
  body: {
    id: string;
    event_type: string;
    occurred_at: number;
    api_version: string;
    webhook_status: string;
    content: Record<string, { id: string; resource_version: number; meta_data?: { burst: number } }>;
  };
}

/** A sandbox, its billing API, and somebody who takes its webhooks. */
export interface BillingWorld {
  world: TestSandbox;
  /** Calls the vendor's API; a form makes it a POST. */
  api<T>(
    path: string,
    form?: Record<string, string | number | boolean>,
    headers?: Record<string, string>,
  ): Promise<Answer<T>>;
  /** Calls the control API; fails on a refusal. */
  order<T = Record<string, never>>(method: string, path: string, body?: unknown): Promise<T>;
  /** What came in, and what is answered to it. */
  hooks: { arrived: Arrived[]; status: number };
  /** Waits until webhooks fit. */
  until(fits: (arrived: Arrived[]) => boolean): Promise<Arrived[]>;
  close(): Promise<void>;
}

export async function startBilling(): Promise<BillingWorld> {
  const world = await startTestSandbox();
  const hooks: BillingWorld['hooks'] = { arrived: [], status: 200 };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      hooks.arrived.push({
        at: Date.now(),
        headers: request.headers,
        body: JSON.parse(Buffer.concat(parts).toString()),
      });
      response.writeHead(hooks.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;

  const billing: BillingWorld = {
    world,
    hooks,
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
    async order(method, path, body) {
      const response = await fetch(`${world.sandbox.origin}/api/billing${path}`, {
        method,
        ...(body !== undefined && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return JSON.parse(text);
    },
    async until(fits) {
      const end = Date.now() + 5000;
      while (!fits(hooks.arrived)) {
        if (Date.now() > end)
          throw new Error(`Arrived: ${hooks.arrived.map(({ body }) => body.event_type).join(', ')}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return hooks.arrived;
    },
    async close() {
      await world.close();
      server.close();
    },
  };
  await listen(billing, url);
  return billing;
}

const addresses = new WeakMap<BillingWorld, string>();

/** Webhooks go here again, after a new beginning. */
export async function listen(billing: BillingWorld, url = addresses.get(billing) ?? ''): Promise<void> {
  addresses.set(billing, url);
  billing.hooks.arrived.length = 0;
  billing.hooks.status = 200;
  await billing.order('PUT', '/webhooks', { url });
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

/** A plan's checkout page for a customer. */
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

/** A customer with a plan that is paid: the id of the subscription. */
export async function subscribed(billing: BillingWorld, form: Record<string, string> = {}): Promise<string> {
  const { id } = await checkout(billing, form);
  const { hosted_page } = await billing.order<Page>('POST', `/hosted-pages/${id}/pay`);
  return hosted_page.content?.subscription.id ?? '';
}
