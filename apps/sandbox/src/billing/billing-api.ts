import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Answer, answerCall, answerOf, type Faults, ok } from '../platform/faults.ts';
import { acknowledgePage, createPage, createPortal, newCustomer, pageOf } from './billing-checkout.ts';
import { downloadAddress } from './billing-pages.ts';
import { priceOf, refund, sumOf } from './billing-payment.ts';
import { type BillingStore, type BillingSubscription, type HostedPage, seconds } from './billing-store.ts';
import {
  cancelSubscription,
  changeSubscription,
  checkPlanFirst,
  createSubscription,
  planChange,
  removeScheduledCancellation,
  removeScheduledChange,
  withScheduledChanges,
} from './billing-subscription.ts';
import { BillingForm, listPage, notFound, type OrderedItem, refusal, wrongValue } from './billing-wire.ts';

/** Path of the provider's API. */
const BASE = '/billing/api/v2';

const KEY_HEADER = 'chargebee-idempotency-key';
const KEY_KEPT_MS = 30 * 60_000;

/**
 * Input of a call: its form (body of a POST, query of a GET), the id in its path, and the sandbox's
 * origin.
 */
interface Call {
  form: BillingForm;
  id: string;
  /** Such as `http://localhost:4002`. */
  origin: string;
}

/** Registers a call of the provider's API. */
type AddCall = (url: string, work: (call: Call) => object) => void;

/** Registers calls with shared handling of keys, faults, idempotency and errors. */
type BillingCalls = Record<'get' | 'post', AddCall>;

const FAILED = { type: 'operation_failed' } as const;
const WRONG_KEY = refusal(401, 'api_authentication_failed', 'Sorry, authentication failed. Invalid api key');
const ANSWERS: Record<string, Answer> = {
  error_500: refusal(500, 'internal_error', 'Sorry, something went wrong.', FAILED),
  rate_limit: {
    ...refusal(429, 'api_request_limit_exceeded', 'You have exceeded the API request limit.', FAILED),
    headers: { 'retry-after': '1' },
  },
  wrong_key: WRONG_KEY,
};

/** Registers the Chargebee API v2 operations used by our adapter and the demo data. */
export async function registerBillingApi(
  app: FastifyInstance,
  store: BillingStore,
  { key, faults }: { key: string; faults: Faults },
): Promise<void> {
  const unknown = (request: FastifyRequest, reply: FastifyReply) => {
    const { status, body } = notFound('The address', request.url);
    return reply.code(status).send(body);
  };
  await app.register(
    async (scope) => {
      scope.setNotFoundHandler(unknown);
      const add =
        (method: 'GET' | 'POST'): AddCall =>
        (url, work) =>
          scope.route({
            method,
            url,
            handler(request, reply) {
              const name = nameOf(method, url);
              const { save } = store;
              const seen = (status: number, note: string | null) =>
                store.calls.add({ call: name, status, note });
              return answerCall(reply, { faults, answers: ANSWERS, seen, save }, () => {
                if (!isKey(key, request.headers.authorization ?? '')) throw WRONG_KEY;
                const fault = faults.take('billing', [name, name.split('.')[0] ?? '', '*']);
                return { fault, work: () => once(store, request, () => ok(work(callOf(request)))) };
              });
            },
          });
      const calls = { get: add('GET'), post: add('POST') };
      registerCustomers(calls, store);
      registerPages(calls, store);
      registerSubscriptions(calls, store);
      registerInvoices(calls, store);
    },
    { prefix: BASE },
  );
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Returns a call's name as in the provider's clients: `GET /hosted_pages/:id` is
 * `hosted_page.retrieve`.
 */
function nameOf(method: 'GET' | 'POST', url: string): string {
  const [, resources = '', ...more] = url.split('/');
  const own = more.at(-1) ?? ':id';
  const plain = method === 'POST' ? 'create' : more.length > 0 ? 'retrieve' : 'list';
  return `${resources.replace(/s$/, '')}.${own === ':id' ? plain : own}`;
}

/** The key is the username; there is no password. */
function isKey(key: string, header: string): boolean {
  const [scheme = '', encoded = ''] = header.split(' ');
  const given = Buffer.from(encoded, 'base64').toString();
  return scheme.toLowerCase() === 'basic' && timingSafeEqual(digest(given), digest(`${key}:`));
}

function callOf({ method, url, body, params, protocol, host }: FastifyRequest): Call {
  const query = new URLSearchParams(url.split('?')[1] ?? '');
  return {
    form: new BillingForm(method === 'POST' ? (body as URLSearchParams | null) : query),
    id: (params as { id?: string }).id ?? '',
    origin: `${protocol}://${host}`,
  };
}

/** Repeats the response of an idempotency key used in the last half hour, including errors. */
async function once({ state: { answers } }: BillingStore, request: FastifyRequest, work: () => Answer) {
  const key = request.headers[KEY_HEADER];
  if (request.method !== 'POST' || typeof key !== 'string' || key === '') return work();
  const question = digest(`${request.url} ${request.body ?? ''}`).toString('hex');
  for (const [old, { at }] of answers) if (at < Date.now() - KEY_KEPT_MS) answers.delete(old);
  const known = answers.get(key);
  if (known && known.question !== question) throw wrongValue(KEY_HEADER, 'was used for another request');
  if (known)
    return { ...known.answer, headers: { 'chargebee-idempotency-replayed': 'true' }, note: 'replayed' };
  // Copied, because its entities change later.
  const answer = structuredClone(await answerOf(work));
  answers.set(key, { at: Date.now(), question, answer });
  return answer;
}

function registerCustomers(calls: BillingCalls, store: BillingStore): void {
  calls.post('/customers', ({ form }) => {
    const input = form.customer((field) => field);
    if (store.state.customers.has(input.id ?? ''))
      throw wrongValue('id', `The value ${input.id} is already present.`);
    return { customer: newCustomer(store, input) };
  });
  calls.get('/customers/:id', ({ id }) => ({ customer: store.customer(id) }));
  calls.post('/portal_sessions', ({ form, origin }) => {
    const customer = store.customer(form.text('customer[id]') ?? '');
    return {
      portal_session: createPortal(store, customer, { origin, redirectUrl: form.url('redirect_url') }),
    };
  });
}

function registerPages(calls: BillingCalls, store: BillingStore): void {
  const open =
    (type: HostedPage['type'], itemsName: string, check: (items: OrderedItem[]) => void) =>
    ({ form, origin }: Call) => {
      const items = form.items(itemsName);
      check(items);
      const passThru = form.text('pass_thru_content', 2048);
      const urls = { redirectUrl: form.url('redirect_url'), cancelUrl: form.url('cancel_url') };
      const order = { customer: form.customer(), items, ...urls };
      const page = createPage(store, { type, passThru, origin }, order);
      return { hosted_page: page };
    };
  calls.post(
    '/hosted_pages/checkout_new_for_items',
    open('checkout_new', 'subscription_items', checkPlanFirst),
  );
  calls.post(
    '/hosted_pages/checkout_one_time_for_items',
    open('checkout_one_time', 'item_prices', (items) => {
      if (items.length === 0 || items.some(({ itemPriceId }) => priceOf(itemPriceId).itemType !== 'charge'))
        throw wrongValue('item_prices[item_price_id][0]', 'should be a charge item price');
    }),
  );
  calls.get('/hosted_pages/:id', ({ id }) => ({
    hosted_page: pageOf(store, id).page,
  }));
  calls.post('/hosted_pages/:id/acknowledge', ({ id }) => {
    const stored = pageOf(store, id);
    acknowledgePage(store, stored);
    return { hosted_page: stored.page };
  });
}

function registerSubscriptions(calls: BillingCalls, store: BillingStore): void {
  const body = (subscription: BillingSubscription) => store.about(subscription);
  const on = (name: string, work: (subscription: BillingSubscription, form: BillingForm) => unknown) =>
    calls.post(`/subscriptions/:id/${name}`, ({ id, form }) => {
      const subscription = store.subscription(id);
      const invoice = work(subscription, form);
      return { ...body(subscription), ...(invoice ? { invoice } : {}) };
    });

  calls.get('/subscriptions', ({ form }) => {
    const { page, ...more } = listPage(store.state.subscriptions.values(), form, 'created_at');
    return { list: page.map(body), ...more };
  });
  calls.get('/subscriptions/:id', ({ id }) => body(store.subscription(id)));
  calls.get('/subscriptions/:id/retrieve_with_scheduled_changes', ({ id }) =>
    body(withScheduledChanges(store, store.subscription(id))),
  );
  calls.post('/customers/:id/subscription_for_items', ({ id, form }) => {
    const own = form.text('id', 50);
    const items = form.items('subscription_items');
    const made = createSubscription(store, store.customer(id), items, own ? { id: own } : {});
    return { ...body(made.subscription), invoice: made.invoice };
  });
  on('update_for_items', (one, form) =>
    changeSubscription(store, one, form.items('subscription_items'), form.text('end_of_term') === 'true'),
  );
  on('cancel_for_items', (one, form) => {
    const isDated = form.text('cancel_option') === 'specific_date';
    const at = isDated ? form.whole('cancel_at') : 0;
    if (at === undefined) throw wrongValue('cancel_at', 'cannot be blank');
    cancelSubscription(store, one, at);
  });
  on('remove_scheduled_cancellation', (one) => removeScheduledCancellation(store, one));
  on('remove_scheduled_changes', (one) => removeScheduledChange(store, one));

  calls.post('/estimates/update_subscription_for_items', ({ form }) => {
    const subscription = store.subscription(form.text('subscription[id]') ?? '');
    const plan = planChange(store, subscription, form.items('subscription_items'));
    const total = sumOf(plan.charges);
    const invoice = { total, credits_applied: plan.creditsUsed, amount_due: plan.due };
    return {
      estimate: {
        created_at: seconds(),
        ...(total > 0 && { invoice_estimate: invoice }),
        ...(plan.credit > 0 && { credit_note_estimates: [{ total: plan.credit }] }),
        object: 'estimate',
      },
    };
  });
}

function registerInvoices(calls: BillingCalls, store: BillingStore): void {
  calls.get('/invoices', ({ form }) => {
    const { page, ...more } = listPage(store.state.invoices.values(), form, 'date');
    return { list: page.map((invoice) => ({ invoice })), ...more };
  });
  calls.get('/invoices/:id', ({ id }) => ({ invoice: store.invoice(id) }));
  calls.post('/invoices/:id/refund', ({ id, form }) => {
    const invoice = store.invoice(id);
    const transaction = refund(store, invoice, form.whole('refund_amount', 1));
    return { invoice, transaction };
  });
  calls.post('/invoices/:id/pdf', ({ id, origin }) => ({
    download: { ...downloadAddress(store.invoice(id), origin), object: 'download' },
  }));
}
