import { Problem } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { StripeConfig } from '../config.ts';
import { fromHere, html, sendVendorPage } from '../page/page.ts';
import {
  type Calls,
  flag,
  needed,
  oneOf,
  registerControl,
  secondsList,
  text,
  whole,
} from '../platform/control.ts';
import type { Faults } from '../platform/faults.ts';
import { newDelivery } from '../platform/webhooks.ts';
import { registerStripeApi } from './stripe-api.ts';
import { newId, type StripeAccount, StripeStore } from './stripe-store.ts';

/**
 * The payout provider: Stripe Connect with the operations our adapter uses, its form for creators, webhooks, and the
 * control API at /api/stripe.
 */
export async function registerStripe(
  app: FastifyInstance,
  options: { dataDir: string; config: StripeConfig; faults: Faults; log: Logger },
): Promise<void> {
  const { dataDir, config, faults, log } = options;
  const store = new StripeStore(dataDir, config, faults, log);
  await store.open();
  registerStripeApi(app, store);
  registerForm(app, store);
  store.webhooks.runWith(app);
  const intro = () =>
    html`Stripe Connect. Creators enter their details here; transfers come from the platform's balance. Webhooks go to <code>${store.settings.webhookUrl || 'nowhere'}</code>${store.settings.stopped && '; sending is stopped'}.`;
  const state = () => stateOf(store);
  await registerControl(app, { provider: 'stripe', faults, intro, state, save: store.save }, (on) => {
    on('DELETE', '/', {}, () => {
      store.reset({ settings: store.state.settings });
      store.calls.clear();
      return state();
    });
    on('PUT', '/settings', { webhookUrl: text(), retrySeconds: secondsList, stopped: flag }, (input) => {
      Object.assign(store.state.settings, input);
      return store.settings;
    });
    on('PUT', '/balance', { currency: needed(text(3)), amount: needed(whole(0, 1e12)) }, (input) => {
      store.state.balance[input.currency.toLowerCase()] = input.amount;
      return { balance: store.state.balance };
    });
    on('DELETE', '/keys', {}, () => {
      const forgotten = store.state.keys.size;
      store.state.keys.clear();
      return { forgotten };
    });
    registerActions(on, store);
  });
}

function stateOf({ state, calls, settings }: StripeStore) {
  return {
    balance: state.balance,
    accounts: [...state.accounts.values()].map((account) => ({
      id: account.id,
      email: account.email,
      country: account.country,
      transfers: account.capabilities.transfers,
      payouts: account.payouts_enabled,
      due: account.requirements.currently_due,
      reason: account.requirements.disabled_reason,
    })),
    transfers: [...state.transfers.values()],
    events: [...state.events.values()].map((event) => ({
      id: event.id,
      type: event.type,
      delivery: state.deliveries.get(event.id) ?? null,
    })),
    settings,
    calls: calls.list,
  };
}

const missing = (what: string) => new Problem('not_found', { message: `There is no such ${what}.` });

/** How Stripe decides about what a creator submitted. */
const outcomes = ['verified', 'document', 'review'] as const;
type Outcome = (typeof outcomes)[number];

function submit(account: StripeAccount, outcome: Outcome): void {
  const document = outcome === 'document' ? ['individual.verification.document'] : [];
  account.details_submitted = true;
  account.payouts_enabled = outcome === 'verified';
  account.capabilities.transfers = outcome === 'verified' ? 'active' : 'pending';
  Object.assign(account.requirements, {
    currently_due: document,
    past_due: document,
    eventually_due: document,
    pending_verification: outcome === 'review' ? ['individual.id_number'] : [],
    disabled_reason: {
      verified: null,
      document: 'requirements.past_due',
      review: 'requirements.pending_verification',
    }[outcome],
  });
}

/** Stripe stops an account, for missing details or for good. */
function restrict(account: StripeAccount, reason: 'past_due' | 'rejected'): void {
  const due = reason === 'past_due' ? ['individual.verification.document'] : [];
  account.payouts_enabled = false;
  account.capabilities.transfers = 'inactive';
  Object.assign(account.requirements, {
    currently_due: due,
    past_due: due,
    disabled_reason: reason === 'past_due' ? 'requirements.past_due' : 'rejected.other',
  });
}

function registerActions(on: Calls, store: StripeStore): void {
  on('POST', '/accounts/:id/submit', { outcome: oneOf(outcomes) }, ({ id, outcome = 'verified' }) => {
    store.change(store.account(id), (account) => submit(account, outcome));
    return { account: store.account(id) };
  });
  on('POST', '/accounts/:id/restrict', { reason: oneOf(['past_due', 'rejected']) }, (input) => {
    store.change(store.account(input.id), (account) => restrict(account, input.reason ?? 'past_due'));
    return { account: store.account(input.id) };
  });
  on('POST', '/accounts/:id/payout', { result: oneOf(['paid', 'failed']) }, ({ id, result = 'failed' }) => {
    const account = store.account(id);
    const failure =
      result === 'failed'
        ? { failure_code: 'account_closed', failure_message: 'The bank account has been closed.' }
        : { failure_code: null, failure_message: null };
    const payout = {
      id: newId('po'),
      object: 'payout',
      status: result,
      currency: 'usd',
      amount: 1000,
      ...failure,
    };
    store.emit(`payout.${result}`, payout, account.id);
    return { payout };
  });
  on('POST', '/transfers/:id/reverse', { amount: whole(1, 1e12) }, ({ id, amount }) => {
    const transfer = store.state.transfers.get(id);
    if (!transfer) throw missing('transfer');
    transfer.amount_reversed = Math.min(
      transfer.amount,
      transfer.amount_reversed + (amount ?? transfer.amount),
    );
    transfer.reversed = transfer.amount_reversed === transfer.amount;
    store.emit('transfer.reversed', transfer);
    return { transfer };
  });
  on('POST', '/events/:id/replay', {}, ({ id }) => {
    if (!store.state.events.has(id)) throw missing('event');
    store.webhooks.resend(store.state.deliveries.get(id) ?? newDelivery(id));
    return { events: 1 };
  });
}

type FormRoute = { Params: { link: string }; Body: URLSearchParams | null };

/** The form in which a creator enters their details; a used or expired link leads back. */
function registerForm(app: FastifyInstance, store: StripeStore): void {
  const away = "default-src 'none'";
  app.get<FormRoute>('/stripe/connect/:link', async ({ params }, reply) => {
    const link = store.state.links.get(params.link);
    if (!link) throw missing('link');
    if (link.visited || link.expiresAt < Date.now())
      return reply.header('content-security-policy', away).redirect(link.refreshUrl, 303);
    link.visited = true;
    await store.save();
    const { email, country, requirements } = store.account(link.account);
    const content = html`<h1>Get paid through Stripe</h1>
<p>Troupe partners with Stripe to pay ${email ?? 'you'} in ${country}.</p>
<section class="panel"><h2>Still needed</h2><ul class="plain">${requirements.currently_due.map((one) => html`<li><code>${one}</code></li>`)}</ul></section>
<form method="post" class="stack"><label>Full name<input name="name" autocomplete="name"></label>
<label>Bank account<input name="bank" placeholder="000123456789"></label>
<label>Result of the check<select name="outcome"><option value="verified">Verified</option><option value="document">A document is missing</option><option value="review">Being reviewed</option></select></label>
<button class="main" name="act" value="submit">Agree and submit</button> <button name="act" value="leave">Save for later</button></form>`;
    const note = 'Nothing entered here is kept, and no money moves.';
    return sendVendorPage(reply, {
      vendor: 'Sandbox payouts',
      title: 'Get paid',
      content,
      about: 'Connect',
      note,
    });
  });
  app.post<FormRoute>('/stripe/connect/:link', { preHandler: fromHere }, async ({ params, body }, reply) => {
    const link = store.state.links.get(params.link);
    if (!link) throw missing('link');
    const outcome = outcomes.find((one) => one === body?.get('outcome')) ?? 'verified';
    if (body?.get('act') !== 'leave')
      store.change(store.account(link.account), (account) => submit(account, outcome));
    await store.save();
    return reply.header('content-security-policy', away).redirect(link.returnUrl, 303);
  });
}
