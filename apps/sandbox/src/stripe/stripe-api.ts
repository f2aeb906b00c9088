import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Answer, answerCall, answerOf, ok, type Refusal } from '../platform/faults.ts';
import { trim } from '../platform/state.ts';
import {
  ALL_REQUIREMENTS,
  newId,
  refusal,
  type StripeAccount,
  type StripeStore,
  seconds,
} from './stripe-store.ts';

const LINK_LIVES_MS = 5 * 60_000;
const KEYS_KEPT = 5000;
const WHOLE = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ');
const THREE = ['bhd', 'jod', 'kwd', 'omr', 'tnd'];
const HUNDREDS = ['isk', 'ugx'];

const refused = ({ status, body }: Refusal): Answer => ({ status, body });

/** Responses of failures in Stripe's format. */
const ANSWERS: Record<string, Answer> = {
  rate_limit: refused(refusal(429, { code: 'rate_limit', message: 'Request rate limit exceeded.' })),
  wrong_key: refused(refusal(401, { message: 'Invalid API Key provided: sk_test_****' })),
  key_in_use: refused(
    refusal(409, {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: 'There is currently another in-progress request using this Idempotent Key.',
    }),
  ),
};

type Work = (form: URLSearchParams, origin: string) => object;

/** Registers the operations below /stripe/v1. */
export function registerStripeApi(app: FastifyInstance, store: StripeStore): void {
  const running = new Set<string>();

  /** @param name such as `transfers.create`; faults name it or its resource */
  function respond(request: FastifyRequest, reply: FastifyReply, name: string, work: Work) {
    const form =
      request.method === 'POST'
        ? ((request.body ?? new URLSearchParams()) as URLSearchParams)
        : new URLSearchParams(request.query as Record<string, string>);
    const given = request.method === 'POST' ? request.headers['idempotency-key'] : undefined;
    const key = typeof given === 'string' ? given : null;
    let own = false;
    const vendor = {
      faults: store.faults,
      answers: ANSWERS,
      save: store.save,
      seen: (status: number, note: string | null) => store.calls.add({ call: name, status, note }),
    };
    return answerCall(reply, vendor, () => {
      if (request.headers.authorization !== `Bearer ${store.config.key}`)
        throw refusal(401, { message: 'Invalid API Key provided: sk_test_****' });
      if (key !== null && running.has(key))
        throw refusal(409, {
          type: 'idempotency_error',
          code: 'idempotency_key_in_use',
          message: 'There is currently another in-progress request using this Idempotent Key.',
        });
      if (key !== null) running.add(key);
      own = key !== null;
      const fault = store.faults.take('stripe', [name, name.split('.')[0] ?? '', '*']);
      const run = (failure: string | null) =>
        answerOf(() => {
          const broken = failureOf(failure);
          if (broken) throw broken;
          return ok(work(form, `${request.protocol}://${request.host}`));
        });
      return { fault, work: (failure) => once(store, key, `${name} ${form}`, () => run(failure)) };
    }).finally(() => own && key !== null && running.delete(key));
  }

  app.post('/stripe/v1/accounts', (request, reply) =>
    respond(request, reply, 'accounts.create', (form) => createAccount(store, form)),
  );
  app.get<{ Params: { id: string } }>('/stripe/v1/accounts/:id', (request, reply) =>
    respond(request, reply, 'accounts.retrieve', () => store.account(request.params.id)),
  );
  app.post('/stripe/v1/account_links', (request, reply) =>
    respond(request, reply, 'account_links.create', (form, origin) => createLink(store, form, origin)),
  );
  app.post('/stripe/v1/transfers', (request, reply) =>
    respond(request, reply, 'transfers.create', (form) => createTransfer(store, form)),
  );
  app.get('/stripe/v1/transfers', (request, reply) =>
    respond(request, reply, 'transfers.list', (query) => listTransfers(store, query)),
  );
}

/** Responds to a repeated key with the first response, errors included, except to rejected parameters. */
async function once(
  store: StripeStore,
  key: string | null,
  request: string,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const { keys } = store.state;
  const earlier = key === null ? undefined : keys.get(key);
  if (earlier && earlier.request !== request)
    throw refusal(400, {
      type: 'idempotency_error',
      message:
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    });
  if (earlier) return { ...earlier.answer, headers: { 'idempotent-replayed': 'true' }, note: 'replayed' };
  const answer = await run();
  const isInvalid = answer.status === 400 && !JSON.stringify(answer.body).includes('balance_insufficient');
  if (key !== null && !isInvalid) keys.set(key, { request, answer });
  trim(keys, KEYS_KEPT);
  return answer;
}

function failureOf(failure: string | null): Refusal | null {
  if (failure === 'error_500')
    return refusal(500, { type: 'api_error', message: 'An unknown error occurred.' });
  if (failure === 'insufficient_balance') return insufficient;
  if (failure === 'account_restricted') return incapable;
  if (failure === 'declined')
    return refusal(400, { code: 'transfer_source_balance_parameters_mismatch', message: 'Not possible.' });
  return null;
}

const insufficient = refusal(400, {
  code: 'balance_insufficient',
  message: 'You have insufficient available funds in your Stripe account.',
});
const incapable = refusal(400, {
  code: 'insufficient_capabilities_for_transfer',
  message:
    'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
});

/** `metadata[x]` fields as an object. */
const metadataOf = (form: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const key = /^metadata\[([^\]]+)\]$/.exec(name)?.[1];
      return key ? [[key, value]] : [];
    }),
  );

function needed(form: URLSearchParams, param: string): string {
  const value = form.get(param);
  if (value) return value;
  throw refusal(400, { code: 'parameter_missing', param, message: `Missing required param: ${param}.` });
}

function createAccount(store: StripeStore, form: URLSearchParams): StripeAccount {
  const country = form.get('country') || store.config.country;
  if (country !== store.config.country && form.get('tos_acceptance[service_agreement]') !== 'recipient')
    throw refusal(400, {
      param: 'country',
      message: 'Cross-border payouts need the recipient service agreement.',
    });
  const account: StripeAccount = {
    id: newId('acct'),
    object: 'account',
    country,
    email: form.get('email'),
    created: seconds(),
    details_submitted: false,
    charges_enabled: false,
    payouts_enabled: false,
    capabilities: { transfers: 'inactive' },
    controller: { type: 'application', is_controller: true, stripe_dashboard: { type: 'express' } },
    requirements: {
      currently_due: [...ALL_REQUIREMENTS],
      past_due: [...ALL_REQUIREMENTS],
      eventually_due: [...ALL_REQUIREMENTS],
      pending_verification: [],
      disabled_reason: 'requirements.past_due',
      current_deadline: null,
      errors: [],
    },
    metadata: metadataOf(form),
  };
  store.state.accounts.set(account.id, account);
  return account;
}

function createLink(store: StripeStore, form: URLSearchParams, origin: string): object {
  const { id } = store.account(needed(form, 'account'));
  const [returnUrl, refreshUrl] = [needed(form, 'return_url'), needed(form, 'refresh_url')];
  needed(form, 'type');
  const expiresAt = Date.now() + LINK_LIVES_MS;
  const link = newId('link');
  store.state.links.set(link, { account: id, returnUrl, refreshUrl, expiresAt, visited: false });
  trim(store.state.links, 500);
  return {
    object: 'account_link',
    created: seconds(),
    expires_at: Math.floor(expiresAt / 1000),
    url: `${origin}/stripe/connect/${link}`,
  };
}

function createTransfer(store: StripeStore, form: URLSearchParams): object {
  const amount = Number(needed(form, 'amount'));
  const currency = needed(form, 'currency');
  const invalid = (param: string, code: string, message: string) => refusal(400, { param, code, message });
  if (!Number.isInteger(amount) || amount < 1)
    throw invalid('amount', 'parameter_invalid_integer', `Invalid positive integer: ${form.get('amount')}`);
  if (amount > 99_999_999 * (WHOLE.includes(currency) ? 100 : 1))
    throw invalid('amount', 'amount_too_large', 'Amount must be no more than $999,999.99');
  const step = THREE.includes(currency) ? 10 : HUNDREDS.includes(currency) ? 100 : 1;
  if (amount % step !== 0)
    throw invalid('amount', 'parameter_invalid_integer', `Amounts in ${currency} end in ${step}.`);
  const destination = needed(form, 'destination');
  const account = store.state.accounts.get(destination);
  if (!account) throw invalid('destination', 'resource_missing', `No such destination: '${destination}'`);
  const available = store.state.balance[currency];
  if (available === undefined) throw invalid('currency', '', `Invalid currency: ${currency}.`);
  if (account.capabilities.transfers !== 'active') throw incapable;
  if (available < amount) throw insufficient;
  store.state.balance[currency] = available - amount;
  const transfer = {
    id: newId('tr'),
    object: 'transfer' as const,
    amount,
    amount_reversed: 0,
    created: seconds(),
    currency,
    description: form.get('description'),
    destination,
    livemode: false as const,
    metadata: metadataOf(form),
    reversed: false,
    source_type: 'card' as const,
    transfer_group: form.get('transfer_group'),
  };
  store.state.transfers.set(transfer.id, transfer);
  store.emit('transfer.created', transfer);
  return transfer;
}

function listTransfers(store: StripeStore, query: URLSearchParams): object {
  const group = query.get('transfer_group');
  const limit = Math.min(100, Number(query.get('limit') ?? 10));
  const found = [...store.state.transfers.values()]
    .filter((one) => group === null || one.transfer_group === group)
    .reverse();
  return {
    object: 'list',
    url: '/v1/transfers',
    has_more: found.length > limit,
    data: found.slice(0, limit),
  };
}
