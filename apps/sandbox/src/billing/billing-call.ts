import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { breakOff, type Faults } from '../platform/faults.ts';
import type { BillingStore } from './billing-store.ts';
import { BillingError, BillingForm, notFound, wrongValue } from './billing-wire.ts';

/** Where the vendor's API is. */
const BASE = '/billing/api/v2';

const KEY_HEADER = 'chargebee-idempotency-key';
const KEY_KEPT_MS = 30 * 60_000;

/** What a call is given: its form (body of a POST, query of a GET), the id in its address, and its own origin. */
export interface Call {
  form: BillingForm;
  id: string;
  /** Such as `http://localhost:4002`. */
  origin: string;
}

type Work = (call: Call) => object;

/** The vendor's API as calls are added to it: key, faults, repeated keys and refusals are common. */
export interface BillingCalls {
  /** @param name resource and method as the vendor's clients name them, such as `hosted_page.retrieve` */
  get(name: string, path: string, work: Work): void;
  post(name: string, path: string, work: Work): void;
}

const failed = (status: number, code: string, message: string, headers = {}) => {
  const error = new BillingError(status, code, message, status === 401 ? {} : { type: 'operation_failed' });
  return { status, body: error.toBody(), headers };
};
const ANSWERS = {
  error_500: failed(500, 'internal_error', 'Sorry, something went wrong.'),
  rate_limit: failed(429, 'api_request_limit_exceeded', 'You have exceeded the API request limit.', {
    'retry-after': '1',
  }),
  wrong_key: failed(401, 'api_authentication_failed', 'Sorry, authentication failed. Invalid api key'),
};

/** @param register adds the calls */
export async function registerBillingCalls(
  app: FastifyInstance,
  store: BillingStore,
  options: { key: string; faults: Faults; register: (calls: BillingCalls) => void },
): Promise<void> {
  await app.register(
    async (scope) => {
      scope.setErrorHandler((error, request, reply) => {
        const known = error instanceof BillingError;
        if (!known) request.log.error({ err: error }, 'billing call failed');
        const { status, body } = known ? { status: error.status, body: error.toBody() } : ANSWERS.error_500;
        return reply.code(status).send(body);
      });
      scope.setNotFoundHandler((request) => {
        throw notFound('The address', request.url);
      });
      const add = (method: 'GET' | 'POST') => (name: string, url: string, work: Work) =>
        scope.route({
          method,
          url,
          handler: (request, reply) => answer(store, options, { name, work }, request, reply),
        });
      options.register({ get: add('GET'), post: add('POST') });
    },
    { prefix: BASE },
  );
}

async function answer(
  store: BillingStore,
  { key, faults }: { key: string; faults: Faults },
  { name, work }: { name: string; work: Work },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!isKey(key, request.headers.authorization ?? '')) {
    store.seen(name, 401, 'wrong key');
    return reply.code(401).send(ANSWERS.wrong_key.body);
  }
  const fault = faults.take('billing', [name, name.split('.')[0] ?? '', '*']);
  const ended = await faults.fail(fault, reply, ANSWERS);
  if (ended !== null) {
    store.seen(name, ended, fault?.failure ?? null);
    return reply;
  }
  const { status, body, replayed } = once(store, request, () => run(work, request));
  await store.save();
  store.seen(name, status, fault?.failure ?? (replayed ? 'replayed' : null));
  if (fault?.failure === 'lost') return breakOff(reply);
  if (replayed) reply.header('chargebee-idempotency-replayed', 'true');
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(body);
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The key is the user name; there is no password. */
function isKey(key: string, header: string): boolean {
  const [scheme = '', encoded = ''] = header.split(' ');
  const given = Buffer.from(encoded, 'base64').toString();
  return scheme.toLowerCase() === 'basic' && timingSafeEqual(digest(given), digest(`${key}:`));
}

type Done = { status: number; body: string; replayed?: boolean };

/** A key that was seen in the last half hour gets the same answer. */
function once({ state: { answers } }: BillingStore, request: FastifyRequest, work: () => Done): Done {
  const key = request.headers[KEY_HEADER];
  if (request.method !== 'POST' || typeof key !== 'string' || key === '') return work();
  const question = createHash('sha256')
    .update(`${request.url} ${request.body ?? ''}`)
    .digest('hex');
  for (const [old, { at }] of answers) if (at < Date.now() - KEY_KEPT_MS) answers.delete(old);
  const known = answers.get(key);
  if (known && known.question !== question)
    return refused(wrongValue(KEY_HEADER, 'was used for another request'));
  if (known) return { ...known, replayed: true };
  const done = work();
  answers.set(key, { at: Date.now(), question, ...done });
  return done;
}

const refused = (error: BillingError): Done => ({
  status: error.status,
  body: JSON.stringify(error.toBody()),
});

/** A refusal is an answer too: a repeated key gets it again. */
function run(work: Work, request: FastifyRequest): Done {
  const query = new URLSearchParams(request.url.split('?')[1] ?? '');
  const call: Call = {
    form: new BillingForm(request.method === 'POST' ? (request.body as URLSearchParams | null) : query),
    id: (request.params as { id?: string }).id ?? '',
    origin: `${request.protocol}://${request.host}`,
  };
  try {
    return { status: 200, body: JSON.stringify(work(call)) };
  } catch (error) {
    if (!(error instanceof BillingError)) throw error;
    return refused(error);
  }
}
