import { createHmac } from 'node:crypto';
import type { PayoutAccountState, PayoutRequirement } from '@troupe/domain/campaigns/payout';
import {
  type PayoutChange,
  PayoutFailure,
  type PayoutProvider,
  type SentPayout,
} from '@troupe/domain/campaigns/payout-provider';
import { z } from 'zod';
import { sameText } from '../../platform/access/secret.ts';
import { type StripeCaller, type StripeForm, type StripeOptions, stripeCaller } from './stripe-call.ts';
import { fromStripeAmount, stepOf, toStripeAmount } from './stripe-money.ts';

/** How far the time of a webhook's signature may be from now. */
const TOLERANCE_MS = 5 * 60_000;
/** A payment has few transfers; one page holds them all. */
const PAGE = '100';

/** Platforms in these countries can pay creators in all of them; others only in their own. */
const CROSS_BORDER =
  'AT BE BG CA CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LI LT LU LV MT NL NO PL PT RO SE SI SK US'.split(
    ' ',
  );

const Id = z.string().min(1).max(200);
const Requirements = z.object({
  currently_due: z.array(z.string()).nullish(),
  past_due: z.array(z.string()).nullish(),
  pending_verification: z.array(z.string()).nullish(),
  disabled_reason: z.string().nullish(),
});
const Account = z.object({
  id: Id,
  country: z.string(),
  details_submitted: z.boolean(),
  payouts_enabled: z.boolean(),
  capabilities: z.object({ transfers: z.string().optional() }).nullish(),
  requirements: Requirements.nullish(),
});
const Transfer = z.object({
  id: Id,
  amount: z.int().min(0),
  currency: z.string().length(3).toUpperCase(),
  reversed: z.boolean(),
  metadata: z.record(z.string(), z.string()).default({}),
});
const Transfers = z.object({ data: z.array(Transfer), has_more: z.boolean() });
const Link = z.object({ url: z.url() });
const Envelope = z.object({
  id: Id,
  type: z.string().min(1).max(100),
  created: z.int().min(0).max(32_503_680_000),
});
const BankPayout = z.object({
  failure_code: z.string().nullish(),
  failure_message: z.string().nullish(),
});
const Notice = z.object({
  type: z.string(),
  /** The connected account that the event happened at; absent for the platform's own. */
  account: Id.optional(),
  data: z.object({ object: z.unknown() }),
});

/**
 * Pays creators through Stripe Connect: one connected account per creator (Express Dashboard, Stripe collects
 * requirements), onboarded on Stripe's pages, and transfers from the platform's balance.
 */
export function stripe(options: StripeOptions): PayoutProvider {
  const caller = stripeCaller(options);
  return {
    configured: options.key !== '',
    countries: CROSS_BORDER.includes(options.country) ? CROSS_BORDER : [options.country],
    stepOf,
    async openAccount({ key, ...input }) {
      const account = await caller.post('/accounts', accountForm(input, options.country), Account, key);
      return toState(account);
    },
    readAccount: (accountId) => readAccount(caller, accountId),
    async onboardingUrl(accountId, { returnUrl, refreshUrl }) {
      const form = { account: accountId, type: 'account_onboarding' };
      const { url } = await caller.post(
        '/account_links',
        { ...form, return_url: returnUrl, refresh_url: refreshUrl },
        Link,
      );
      return url;
    },
    async send({ payoutId, payableId, accountId, amount, currency }) {
      const units = toStripeAmount(amount, currency);
      if (units === null) throw new PayoutFailure('refused', 'amount', 'step');
      const transfer = await caller.post(
        '/transfers',
        {
          amount: String(units),
          currency: currency.toLowerCase(),
          destination: accountId,
          transfer_group: groupOf(payableId),
          description: 'Troupe',
          'metadata[payout_id]': payoutId,
        },
        Transfer,
        `payout-${payoutId}`,
      );
      return toSent(transfer);
    },
    async find(payableId) {
      const query = { transfer_group: groupOf(payableId), limit: PAGE };
      const { data } = await caller.get('/transfers', query, Transfers);
      return data.map(toSent);
    },
    authenticate: (body, signature, now) => authenticate(options.webhookSecrets, { body, signature, now }),
    parseEvent,
  };
}

const groupOf = (payableId: string): string => `payable_${payableId}`;

function accountForm(
  { userId, email, country }: { userId: string; email: string; country: string },
  own: string,
): StripeForm {
  return {
    country,
    email,
    'controller[stripe_dashboard][type]': 'express',
    'controller[fees][payer]': 'application',
    'controller[losses][payments]': 'application',
    'capabilities[transfers][requested]': 'true',
    // Required by Stripe to pay someone in another country.
    ...(country === own ? {} : { 'tos_acceptance[service_agreement]': 'recipient' }),
    'metadata[user_id]': userId,
  };
}

async function readAccount(caller: StripeCaller, accountId: string): Promise<PayoutAccountState | null> {
  try {
    return toState(await caller.get(`/accounts/${encodeURIComponent(accountId)}`, {}, Account));
  } catch (error) {
    const isGone =
      error instanceof PayoutFailure && ['account_invalid', 'resource_missing'].includes(error.vendorCode);
    if (isGone) return null;
    throw error;
  }
}

function toState(account: z.infer<typeof Account>): PayoutAccountState {
  const { requirements, capabilities } = account;
  const wanted = [...(requirements?.currently_due ?? []), ...(requirements?.past_due ?? [])];
  const reason = requirements?.disabled_reason ?? '';
  return {
    accountId: account.id,
    country: account.country.toUpperCase(),
    submitted: account.details_submitted,
    receives: capabilities?.transfers === 'active',
    paysOut: account.payouts_enabled,
    missing: [...new Set(wanted.map(requirementOf))].sort(),
    inReview:
      (requirements?.pending_verification ?? []).length > 0 ||
      ['under_review', 'requirements.pending_verification'].includes(reason),
    rejected: reason.startsWith('rejected.'),
  };
}

/** `individual.verification.document` is a document, `individual.dob.day` part of the identity. */
function requirementOf(name: string): PayoutRequirement {
  if (name.startsWith('external_account')) return 'bank';
  if (name.startsWith('tos_acceptance')) return 'terms';
  if (/verification\.(additional_)?document|proof_of_liveness/.test(name)) return 'document';
  if (name.startsWith('business_')) return 'profile';
  return /^(individual|person_|representative|owners|directors|company)/.test(name) ? 'identity' : 'other';
}

const toSent = ({ id, amount, currency, reversed, metadata }: z.infer<typeof Transfer>): SentPayout => ({
  transferId: id,
  payoutId: metadata.payout_id ?? null,
  amount: fromStripeAmount(amount, currency),
  currency,
  returned: reversed,
});

/** Verifies `t=1492774577,v1=hex`: the HMAC covers the time, a dot and the exact bytes of the body. */
function authenticate(
  secrets: readonly string[],
  { body, signature, now }: { body: Buffer; signature: string; now: Date },
) {
  const parts = signature.split(',').map((part) => part.trim().split('='));
  const seconds = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(seconds)) return null;
  if (Math.abs(now.getTime() - Number(seconds) * 1000) > TOLERANCE_MS) return null;
  const given = parts.filter(([name]) => name === 'v1').map(([, value = '']) => value);
  const expected = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex'),
  );
  if (!given.some((one) => expected.some((own) => sameText(one, own)))) return null;
  const read = Envelope.safeParse(jsonOf(body.toString('utf8')));
  if (!read.success) return null;
  const { id, type, created } = read.data;
  return { id, type, occurred: new Date(created * 1000) };
}

function parseEvent(body: string): PayoutChange {
  const { type, account, data } = Notice.parse(jsonOf(body));
  if (type === 'account.updated')
    return { kind: 'account', accountId: z.object({ id: Id }).parse(data.object).id };
  if (/^transfer\.(created|updated|reversed)$/.test(type))
    return { kind: 'transfer', transfer: toSent(Transfer.parse(data.object)) };
  if (account && (type === 'payout.failed' || type === 'payout.paid')) {
    const { failure_code: code, failure_message: message } = BankPayout.parse(data.object);
    const failure = type === 'payout.failed' ? (message ?? code ?? 'failed').slice(0, 300) : null;
    return { kind: 'bank', accountId: account, failure };
  }
  return { kind: 'other' };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
