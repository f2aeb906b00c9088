import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { breakOff, type Faults } from '../platform/faults.ts';
import type { BillingStore } from './billing-store.ts';
import { BillingError, BillingForm, notFound, wrongValue } from './billing-wire.ts';

/** Where the vendor's API is. */
export const BILLING_BASE = '/billing/api/v2';

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

const internal = () =>
  new BillingError(500, 'internal_error', 'Sorry, something went wrong.', { type: 'operation_failed' });
const wrongKey = () =>
  new BillingError(401, 'api_authentication_failed', 'Sorry, authentication failed. Invalid api key');
const tooMany = () =>
  new BillingError(429, 'api_request_limit_exceeded', 'You have exceeded the API request limit.', {
    type: 'operation_failed',
  });
const answer = (error: BillingError, headers = {}) => ({
  status: error.status,
  body: error.toBody(),
  headers,
});
const ANSWERS = {
  error_500: answer(internal()),
  rate_limit: answer(tooMany(), { 'retry-after': '1' }),
  wrong_key: answer(wrongKey()),
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
        if (!(error instanceof BillingError)) request.log.error({ err: error }, 'billing call failed');
        return refuse(reply, error instanceof BillingError ? error : internal());
      });
      scope.setNotFoundHandler((request, reply) =>
        refuse(reply, notFound('The address', request.url.split('?')[0] ?? '')),
      );
      const caller = new Caller(store, options.key, options.faults);
      const add = (method: 'GET' | 'POST', name: string, url: string, work: Work) =>
        scope.route({ method, url, handler: (request, reply) => caller.answer(name, work, request, reply) });
      options.register({
        get: (name, path, work) => add('GET', name, path, work),
        post: (name, path, work) => add('POST', name, path, work),
      });
    },
    { prefix: BILLING_BASE },
  );
}

const refuse = (reply: FastifyReply, error: BillingError) =>
  reply.code(error.status).header('cache-control', 'no-store').send(error.toBody());

const digest = (text: string) => createHash('sha256').update(text).digest();

type Done = { status: number; body: string };

class Caller {
  readonly #store: BillingStore;
  readonly #key: Buffer;
  readonly #faults: Faults;
  readonly #pending = new Map<string, Promise<void>>();

  constructor(store: BillingStore, key: string, faults: Faults) {
    this.#store = store;
    this.#key = digest(key);
    this.#faults = faults;
  }

  async answer(
    name: string,
    work: Work,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    if (!this.#isKey(request.headers.authorization ?? '')) {
      this.#store.seen(name, 401, 'wrong key');
      return refuse(reply, wrongKey());
    }
    const fault = this.#faults.take('billing', [name, name.split('.')[0] ?? '', '*']);
    const failed = await this.#faults.fail(fault, reply, ANSWERS);
    if (failed !== null) {
      this.#store.seen(name, failed, fault?.failure ?? null);
      return reply;
    }
    const isPost = request.method === 'POST';
    const query = new URLSearchParams(request.url.split('?')[1] ?? '');
    const call: Call = {
      form: new BillingForm(isPost ? (request.body as URLSearchParams | null) : query),
      id: (request.params as { id?: string }).id ?? '',
      origin: `${request.protocol}://${request.host}`,
    };
    const key = request.headers[KEY_HEADER];
    const { status, body, replayed } =
      isPost && typeof key === 'string' && key !== ''
        ? await this.#once(key, `${request.url} ${request.body ?? ''}`, () => run(work, call))
        : { ...run(work, call), replayed: false };
    await this.#store.save();
    this.#store.seen(name, status, fault?.failure ?? (replayed ? 'replayed' : null));
    if (fault?.failure === 'lost') return breakOff(reply);
    if (replayed) reply.header('chargebee-idempotency-replayed', 'true');
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(body);
  }

  /** A key that was seen in the last half hour gets the same answer, once that is there. */
  async #once(key: string, question: string, work: () => Done): Promise<Done & { replayed: boolean }> {
    if (key.length > 100)
      return { ...refused(wrongValue(KEY_HEADER, 'should not exceed 100 characters')), replayed: false };
    while (this.#pending.has(key)) await this.#pending.get(key);
    const { answers } = this.#store.state;
    const now = Date.now();
    for (const [old, { at }] of answers) if (at <= now - KEY_KEPT_MS) answers.delete(old);
    const known = answers.get(key);
    if (known?.question === question) return { status: known.status, body: known.body, replayed: true };
    if (known) return { ...refused(wrongValue(KEY_HEADER, 'was used for another request')), replayed: false };
    const done = work();
    // What broke down may be asked again.
    if (done.status < 500) answers.set(key, { at: now, question, ...done });
    const saving = this.#store.save().finally(() => this.#pending.delete(key));
    this.#pending.set(
      key,
      saving.catch(() => undefined),
    );
    await saving;
    return { ...done, replayed: false };
  }

  #isKey(header: string): boolean {
    const [scheme = '', value = ''] = header.split(' ');
    const [user = '', password = ''] = Buffer.from(value, 'base64').toString().split(':');
    return scheme.toLowerCase() === 'basic' && timingSafeEqual(digest(user), this.#key) && password === '';
  }
}

const refused = (error: BillingError): Done => ({
  status: error.status,
  body: JSON.stringify(error.toBody()),
});

/** A refusal is an answer too: a repeated key gets it again. */
function run(work: Work, call: Call): Done {
  try {
    return { status: 200, body: JSON.stringify(work(call)) };
  } catch (error) {
    if (!(error instanceof BillingError)) throw error;
    return refused(error);
  }
}
