import { listOwnPayables, listPayables, movePayables } from '@troupe/contract/campaigns/payable';
import * as calls from '@troupe/contract/campaigns/payout';
import { listNotifications } from '@troupe/contract/inbox/notification';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Api } from '../../platform/api.ts';
import { stripe } from '../../providers/payout/stripe.ts';
import type { TestPerson } from '../../testing/test-api.ts';
import { startTestSandbox } from '../../testing/test-sandbox.ts';
import { providerGuard } from '../discovery/provider/provider.queries.ts';
import { startOptInWorld } from './opt-in/opt-in.fixture.ts';
import { payoutTable } from './payout/payout.table.ts';
import { SEND_JOB } from './send-payouts.ts';

/** The API's settings for the sandbox's Stripe. */
export const stripeSettings = (origin: string) => ({
  STRIPE_URL: `${origin}/stripe/v1`,
  STRIPE_KEY: 'sandbox_stripe_key',
  STRIPE_WEBHOOK_SECRETS: 'an-older-secret,sandbox_stripe_webhook_secret',
  STRIPE_BRANDS: '*',
  STRIPE_TIMEOUT_MS: '5000',
});

/** The payout provider of a running API, as the API itself uses it. */
export const stripeOf = ({ config, db, clock }: Api) =>
  stripe({
    url: config.STRIPE_URL,
    key: config.STRIPE_KEY,
    webhookSecrets: config.STRIPE_WEBHOOK_SECRETS,
    country: config.STRIPE_COUNTRY,
    timeoutMs: config.STRIPE_TIMEOUT_MS,
    book: providerGuard(db, clock),
  });

export interface SandboxTransfer {
  id: string;
  amount: number;
  currency: string;
  destination: string;
  reversed: boolean;
}

const TERMS = { deliverables: [], draftDue: null, liveDue: null, usageRights: null };

/** Starts the API with the sandbox's Stripe and a brand that pays through it. */
export async function startPayoutWorld({ roles = 'http,jobs' } = {}) {
  const sandbox = await startTestSandbox({ STRIPE_RETRY_SECONDS: '0.2,0.2,0.2', STRIPE_WEBHOOK_URL: '' });
  const w = await startOptInWorld({ TROUPE_ROLES: roles, ...stripeSettings(sandbox.origin) });
  const stripe = <T>(method: string, path: string, body?: unknown) =>
    sandbox.call<T>(method, `/api/stripe${path}`, body);
  await stripe('PUT', '/settings', { webhookUrl: `${w.t.url}/webhooks/stripe` });
  const owner = await w.t.person({ brandId: w.brandId, brandRole: 'owner' });
  const params = { brandId: w.brandId };
  await owner.call(calls.updatePayoutSettings, {
    params,
    body: { method: 'stripe', paymentDays: 14, version: 0 },
  });

  const accountOf = async (creator: TestPerson) =>
    (await creator.call(calls.getOwnPayoutAccount, {})).account;
  /** Goes through Stripe's form like a browser; returns where it leads back to. */
  async function submitForm(creator: TestPerson, outcome = 'verified', country = 'US') {
    const { url } = await creator.call(calls.setUpOwnPayouts, { body: { country } });
    expect((await fetch(url)).status).toBe(200);
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ act: 'submit', outcome }),
    });
    return { url, back: answer.headers.get('location') };
  }
  /** A creator who can be paid. */
  async function payee() {
    const creator = await w.account();
    await submitForm(creator);
    await expect.poll(async () => (await accountOf(creator))?.status, { timeout: 10_000 }).toBe('ready');
    return creator;
  }
  const list = async (creator: { username?: string }, by: TestPerson = w.person) =>
    (await by.call(listPayables, { params, query: { search: creator.username } })).payables;

  /** An approved payment to a creator. */
  async function approved(creator: { creatorId: string; userId: string }, fee = 60_010, currency = 'USD') {
    const optInId = await w.optIn({
      creatorId: creator.creatorId,
      userId: creator.userId,
      campaignId: await w.campaign(w.brandId),
      status: 'approved',
      agreement: { ...TERMS, fee, currency },
    });
    await w.change(optInId, { status: 'completed' });
    const { username } = (await w.get(optInId)).optIn.socialProfile;
    const find = async () => {
      const payable = (await list({ username })).find((one) => one.optInId === optInId);
      if (!payable) throw new Error('the payment is missing');
      return payable;
    };
    const { id, version } = await find();
    await w.person.call(movePayables, { params, body: { payables: [{ id, version }], state: 'approved' } });
    return { optInId, find };
  }
  const pay = ({ id, version }: { id: string; version: number }, by: TestPerson = w.person) =>
    by.call(calls.payPayable, { params: { ...params, payableId: id }, body: { version } });
  const transfers = async (accountId: string | undefined) =>
    (await stripe<{ transfers: SandboxTransfer[] }>('GET', '/')).transfers.filter(
      ({ destination }) => destination === accountId,
    );
  const accountIdOf = async (creator: TestPerson) => {
    const { accounts } = await stripe<{ accounts: { id: string; email: string }[] }>('GET', '/');
    return accounts.find(({ email }) => email === `${creator.userId}@example.test`)?.id ?? '';
  };
  /** The attempts to pay a payment, oldest first. */
  const attempts = (payableId: string) =>
    w.db.select().from(payoutTable).where(eq(payoutTable.payableId, payableId)).orderBy(payoutTable.number);
  return {
    w,
    sandbox,
    attempts,
    /** Repeats the latest attempt as if it were due. */
    async resend(payableId: string) {
      const payout = (await attempts(payableId)).at(-1);
      await w.db
        .update(payoutTable)
        .set({ dueAt: new Date().toISOString() })
        .where(eq(payoutTable.id, payout?.id ?? ''));
      await w.t.api.jobs.send(SEND_JOB, { payoutId: payout?.id });
    },
    /** What Stripe was asked, latest first. */
    calls: async () =>
      (await stripe<{ calls: { call: string; status: number; note: string | null }[] }>('GET', '/')).calls,
    stripe,
    owner,
    params,
    accountOf,
    accountIdOf,
    submitForm,
    payee,
    approved,
    pay,
    transfers: async (creator: TestPerson) => transfers(await accountIdOf(creator)),
    own: async (creator: TestPerson) => (await creator.call(listOwnPayables, {})).payables,
    notices: async (by: TestPerson) =>
      (await by.call(listNotifications, { query: {} })).notifications.map(
        ({ title, text }) => `${title}: ${text}`,
      ),
    fault: (target: string, failure: string, more: object = { times: 1 }) =>
      sandbox.call('POST', '/api/faults', { provider: 'stripe', target, failure, ...more }),
    noFaults: () => sandbox.call('DELETE', '/api/faults?provider=stripe'),
    async stop() {
      await w.t.stop();
      await sandbox.stop();
    },
  };
}
