import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Faults } from '../platform/faults.ts';
import { type Answer, answerCall, answerOf, ok } from '../platform/vendor-call.ts';
import type { BillingStore } from './billing-store.ts';
import { BillingForm, notFound, refusal, wrongValue } from './billing-wire.ts';

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

/** Adds a call of the vendor's API. @param name resource and method as the vendor's clients name them: `hosted_page.retrieve` */
type AddCall = (name: string, url: string, work: (call: Call) => object) => void;

/** The vendor's API as calls are added to it: key, faults, repeated keys and refusals are common. */
export type BillingCalls = Record<'get' | 'post', AddCall>;

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

/** @param register adds the calls */
export async function registerBillingCalls(
  app: FastifyInstance,
  store: BillingStore,
  { key, faults, register }: { key: string; faults: Faults; register: (calls: BillingCalls) => void },
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
        (name, url, work) =>
          scope.route({
            method,
            url,
            handler(request, reply) {
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
      register({ get: add('GET'), post: add('POST') });
    },
    { prefix: BASE },
  );
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The key is the user name; there is no password. */
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

/** A key that was seen in the last half hour gets the same answer, a refusal too. */
async function once(
  { state: { answers } }: BillingStore,
  request: FastifyRequest,
  work: () => Answer,
): Promise<Answer> {
  const key = request.headers[KEY_HEADER];
  if (request.method !== 'POST' || typeof key !== 'string' || key === '') return work();
  const question = digest(`${request.url} ${request.body ?? ''}`).toString('hex');
  for (const [old, { at }] of answers) if (at < Date.now() - KEY_KEPT_MS) answers.delete(old);
  const known = answers.get(key);
  if (known && known.question !== question) throw wrongValue(KEY_HEADER, 'was used for another request');
  if (known)
    return { ...known.answer, headers: { 'chargebee-idempotency-replayed': 'true' }, note: 'replayed' };
  // Kept as it stands now: what it tells of changes later.
  const answer = structuredClone(await answerOf(work));
  answers.set(key, { at: Date.now(), question, answer });
  return answer;
}
