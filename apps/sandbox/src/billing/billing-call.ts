import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BillingError, notFound, wrongValue } from './billing-error.ts';
import { BillingForm } from './billing-form.ts';
import type { BillingOrder } from './billing-order.ts';
import type { BillingStore } from './billing-store.ts';

/** Where the vendor's API is. */
export const BILLING_BASE = '/billing/api/v2';

const KEY_HEADER = 'chargebee-idempotency-key';
const REPLAYED_HEADER = 'chargebee-idempotency-replayed';
const KEPT_MS = 30 * 60_000;
const BODY_LIMIT = 1_000_000;

const PAGE_INSTEAD = '<html><body><h1>502 Bad Gateway</h1></body></html>';

/** What a call is given: its form (body of a POST, query of a GET), the id in its address, and where it was asked. */
export interface Asked {
  form: BillingForm;
  id: string;
  /** Such as `http://localhost:4002`. */
  origin: string;
  request: FastifyRequest;
}

type Work = (asked: Asked) => object;

/** The vendor's API as calls are added to it: key, pace, ordered failures, repeated keys and refusals are common. */
export interface BillingCalls {
  /** @param name resource and method as the vendor's clients name them, e.g. `hosted_page.retrieve` */
  get(name: string, path: string, work: Work): void;
  post(name: string, path: string, work: Work): void;
}

/** @param register adds the calls */
export async function registerBillingCalls(
  app: FastifyInstance,
  store: BillingStore,
  options: { key: string; register: (calls: BillingCalls) => void },
): Promise<void> {
  const hanging = new Set<FastifyReply>();
  app.addHook('preClose', async () => {
    for (const reply of hanging) reply.raw.destroy();
  });
  await app.register(
    async (scope) => {
      scope.removeContentTypeParser('application/x-www-form-urlencoded');
      scope.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: BODY_LIMIT },
        (_request, body, done) => done(null, new URLSearchParams(String(body))),
      );
      scope.setErrorHandler((error, request, reply) => {
        if (!(error instanceof BillingError)) request.log.error({ err: error }, 'billing call failed');
        return refuse(reply, asBillingError(error));
      });
      scope.setNotFoundHandler((request, reply) =>
        refuse(reply, notFound('The address', request.url.split('?')[0] ?? '')),
      );
      const caller = new Caller(store, options.key, hanging);
      const add = (method: 'GET' | 'POST', name: string, path: string, work: Work) => {
        scope.route({
          method,
          url: path,
          handler: (request, reply) => caller.answer(name, work, request, reply),
        });
      };
      options.register({
        get: (name, path, work) => add('GET', name, path, work),
        post: (name, path, work) => add('POST', name, path, work),
      });
    },
    { prefix: BILLING_BASE },
  );
}

function asBillingError(error: unknown): BillingError {
  if (error instanceof BillingError) return error;
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status < 500 && error instanceof Error)
    return new BillingError(status === 413 ? 413 : 400, 'invalid_request', error.message, {
      type: 'invalid_request',
    });
  return new BillingError(500, 'internal_error', 'Sorry, something went wrong.');
}

const refuse = (reply: FastifyReply, error: BillingError) =>
  reply.code(error.status).header('cache-control', 'no-store').send(error.toBody());

const digest = (text: string) => createHash('sha256').update(text).digest();

class Caller {
  readonly #store: BillingStore;
  readonly #key: Buffer;
  readonly #hanging: Set<FastifyReply>;
  readonly #recent: number[] = [];
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(store: BillingStore, key: string, hanging: Set<FastifyReply>) {
    this.#store = store;
    this.#key = digest(key);
    this.#hanging = hanging;
  }

  async answer(
    name: string,
    work: Work,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    try {
      this.#checkKey(request);
      this.#checkPace(reply);
    } catch (error) {
      return this.#refused(name, reply, error);
    }
    const order = this.#store.orders.decide(name);
    if (order) {
      await this.#store.save();
      if (await this.#fail(name, order, reply)) return reply;
    }
    const asked: Asked = {
      form: new BillingForm(request.method === 'GET' ? queryOf(request) : (request.body as URLSearchParams)),
      id: (request.params as { id?: string }).id ?? '',
      origin: `${request.protocol}://${request.host}`,
      request,
    };
    const key = request.headers[KEY_HEADER];
    const { status, body, replayed } =
      request.method === 'POST' && typeof key === 'string' && key !== ''
        ? await this.#once(key, `${request.url} ${request.body ?? ''}`, () => run(work, asked))
        : { ...run(work, asked), replayed: false };
    await this.#store.save();
    if (order?.failure === 'lost') {
      this.#seen(name, 0, 'lost');
      reply.hijack();
      reply.raw.destroy();
      return reply;
    }
    this.#seen(name, status, replayed ? 'replayed' : codeOf(status, body));
    if (replayed) reply.header(REPLAYED_HEADER, 'true');
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(body);
  }

  /** A key that was seen in the last half hour gets the same answer, once that is there. */
  async #once(key: string, asked: string, work: () => { status: number; body: string }) {
    if (key.length > 100) {
      const error = wrongValue(KEY_HEADER, 'should not exceed 100 characters');
      return { status: error.status, body: JSON.stringify(error.toBody()), replayed: false };
    }
    while (this.#underWay.has(key)) await this.#underWay.get(key);
    const now = Date.now();
    for (const { key: old, at } of this.#store.answers.values())
      if (at <= now - KEPT_MS) this.#store.answers.delete(old);
    const question = digest(asked).toString('hex');
    const kept = this.#store.answers.get(key);
    if (kept) {
      if (kept.asked === question) return { status: kept.status, body: kept.body, replayed: true };
      const error = new BillingError(
        400,
        'invalid_request',
        'This idempotency key was used for another request.',
        { type: 'invalid_request' },
      );
      return { status: error.status, body: JSON.stringify(error.toBody()), replayed: false };
    }
    const done = work();
    // What broke down may be asked again.
    if (done.status < 500) this.#store.answers.set(key, { key, at: now, asked: question, ...done });
    const writing = this.#store.save().finally(() => this.#underWay.delete(key));
    this.#underWay.set(
      key,
      writing.catch(() => undefined),
    );
    await writing;
    return { ...done, replayed: false };
  }

  #checkKey(request: FastifyRequest): void {
    const [scheme = '', value = ''] = (request.headers.authorization ?? '').split(' ');
    const [user = '', password = ''] = Buffer.from(value, 'base64').toString().split(':');
    const fits = timingSafeEqual(digest(user), this.#key) && password === '';
    if (scheme.toLowerCase() !== 'basic' || !fits) throw wrongKey();
  }

  #checkPace(reply: FastifyReply): void {
    const now = Date.now();
    while (this.#recent[0] !== undefined && this.#recent[0] <= now - 60_000) this.#recent.shift();
    if (this.#recent.length >= this.#store.perMinute) {
      reply.header('retry-after', '60');
      throw tooMany();
    }
    this.#recent.push(now);
  }

  /**
   * What an order does to a call: true when that was all, false when the call goes on. It never answers with the reply
   * itself, which is waited for like a promise, and comes to nothing.
   */
  async #fail(name: string, order: BillingOrder, reply: FastifyReply): Promise<boolean> {
    switch (order.failure) {
      case 'slow':
        await wait(order.milliseconds);
        return false;
      case 'lost':
        return false;
      case 'hang':
        this.#seen(name, 0, 'hang');
        reply.hijack();
        this.#hanging.add(reply);
        reply.raw.on('close', () => this.#hanging.delete(reply));
        return true;
      case 'down':
        this.#seen(name, 503, 'down');
        reply.code(503).type('text/html').send(PAGE_INSTEAD);
        return true;
      case 'garbage':
        this.#seen(name, 200, 'garbage');
        reply.type('text/html').send(PAGE_INSTEAD);
        return true;
      case 'rate_limit':
        this.#refused(name, reply.header('retry-after', '1'), tooMany());
        return true;
      case 'wrong_key':
        this.#refused(name, reply, wrongKey());
        return true;
      default:
        this.#refused(
          name,
          reply,
          new BillingError(500, 'internal_error', 'Sorry, something went wrong.', {
            type: 'operation_failed',
          }),
        );
        return true;
    }
  }

  #refused(name: string, reply: FastifyReply, error: unknown): FastifyReply {
    const refusal = asBillingError(error);
    this.#seen(name, refusal.status, refusal.code);
    return refuse(reply, refusal);
  }

  #seen(call: string, status: number, note: string | null): void {
    this.#store.seen({ at: new Date().toISOString(), call, status, note });
  }
}

const wrongKey = () =>
  new BillingError(401, 'api_authentication_failed', 'Sorry, authentication failed. Invalid api key');

const tooMany = () =>
  new BillingError(429, 'api_request_limit_exceeded', 'You have exceeded the API request limit.', {
    type: 'operation_failed',
  });

const queryOf = (request: FastifyRequest) => new URLSearchParams(request.url.split('?')[1] ?? '');

/** A refusal is an answer too: a repeated key gets it again. */
function run(work: Work, asked: Asked): { status: number; body: string } {
  try {
    return { status: 200, body: JSON.stringify(work(asked)) };
  } catch (error) {
    if (!(error instanceof BillingError)) throw error;
    return { status: error.status, body: JSON.stringify(error.toBody()) };
  }
}

function codeOf(status: number, body: string): string | null {
  return status < 400 ? null : String((JSON.parse(body) as { api_error_code?: string }).api_error_code);
}
