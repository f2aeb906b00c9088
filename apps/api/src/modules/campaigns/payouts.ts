import * as contract from '@troupe/contract/campaigns/payout';
import { payableSendRefusal } from '@troupe/domain/campaigns/payable';
import { payoutAccountStatus } from '@troupe/domain/campaigns/payout';
import { toDecimal } from '@troupe/domain/money';
import { problem } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';
import type { Caller, ChangeContext } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { userOfOptIn } from './opt-in/opt-in.queries.ts';
import { readPayables } from './payable/payable.queries.ts';
import { lockPayables, type StoredPayable, writePayable } from './payable/payable-change.queries.ts';
import { payoutMethodsOf } from './payout/payout.methods.ts';
import {
  insertPayout,
  readPayoutSettings,
  readPayoutStates,
  writePayoutSettings,
} from './payout/payout.queries.ts';
import { readPayoutAccount } from './payout/payout-account.queries.ts';
import { payoutAccounts } from './payout-accounts.ts';
import { payoutWebhook } from './payout-webhooks.ts';
import { type PayoutParts, SEND_JOB, sendPayouts } from './send-payouts.ts';

/** Sets up payments through a provider: how a brand pays, sending, creators' accounts and webhooks. */
export function payouts(parts: PayoutParts, server: FastifyInstance): void {
  const { implement, implementChange, db, clock } = parts.api;
  const methodsOf = (brandId: string) => payoutMethodsOf(parts.api.config, parts.provider, brandId);
  sendPayouts(parts);
  payoutAccounts(parts);
  payoutWebhook(server, parts);

  const settingsOf = async (brandId: string, { memberships, administrator }: Caller) => ({
    settings: await readPayoutSettings(db, brandId),
    methods: methodsOf(brandId),
    canChange: administrator || memberships.get(brandId) === 'owner',
  });
  implement(contract.getPayoutSettings, async ({ brandId, caller }) => settingsOf(brandId, caller));
  implementChange(contract.updatePayoutSettings, async ({ brandId, body, caller, commit }) => {
    await commit(async (tx) => {
      const current = await readPayoutSettings(tx, brandId);
      // A method that is no longer available can stay while the rest changes.
      if (body.method !== current.method && !methodsOf(brandId).includes(body.method)) throw unavailable();
      if (!(await writePayoutSettings(tx, brandId, body, clock.now())))
        throw problem('conflict', { extra: await readPayoutSettings(tx, brandId) });
    });
    return settingsOf(brandId, caller);
  });
  implementChange(contract.payPayable, (context) => pay(parts, context));
}

const unavailable = () =>
  problem('invalid_transition', { message: "Payments through Stripe aren't available for your brand." });

async function pay(
  parts: PayoutParts,
  { brandId, params: { payableId }, body, caller, commit }: ChangeContext<typeof contract.payPayable>,
) {
  const { api, provider } = parts;
  const now = api.clock.now();
  const methods = payoutMethodsOf(api.config, provider, brandId);
  if (!methods.includes('stripe')) throw unavailable();
  await commit(async (tx, connection) => {
    const [row] = await lockPayables(tx, brandId, [payableId.toLowerCase()]);
    if (!row || row.held) throw problem('not_found');
    // A double click, or a teammate at the same time.
    if (row.sending) return;
    const accountId = await requirePayee(tx, row, body.version);
    const amount = row.fee - row.processingFee;
    const step = provider.stepOf(row.currency);
    if (amount < 1 || amount % step !== 0)
      throw problem('invalid_transition', {
        message: `Stripe can only send ${row.currency} in multiples of ${toDecimal(step, row.currency)}. Pay by bank transfer instead.`,
      });
    const payout = { brandId, payableId: row.id, accountId, amount, currency: row.currency };
    const payoutId = await insertPayout(tx, Object.assign(payout, { requestedBy: caller.userId }), now);
    const columns = { state: 'approved' as const, sending: true, reason: null, reference: null };
    await writePayable(tx, row, { columns, text: 'Sent to Stripe' }, { userId: caller.userId, now });
    await publish(tx, { type: 'payable.changed', brandId, data: { payableIds: [row.id] } }, now);
    await api.jobs.send(SEND_JOB, { payoutId }, { transaction: connection });
  });
  const [payable] = await readPayables(api.pool, { brandId, methods }, [payableId]);
  if (!payable) throw problem('not_found');
  return { payable };
}

/** Returns the account that receives a payment. @throws conflict, or invalid_transition if it can't be sent */
async function requirePayee(tx: Database, row: StoredPayable, version: number): Promise<string> {
  const extra = { version: row.version, state: row.state };
  if (row.version !== version && row.state !== 'paid') throw problem('conflict', { extra });
  const userId = row.optInId ? await userOfOptIn(tx, row.optInId) : row.userId;
  const account = userId ? await readPayoutAccount(tx, userId) : null;
  const { method } = await readPayoutSettings(tx, row.brandId);
  const refusal = payableSendRefusal({
    state: row.state,
    sending: row.sending,
    payoutState: (await readPayoutStates(tx, [row.id])).get(row.id) ?? null,
    method,
    payee: payoutAccountStatus(account),
  });
  if (refusal !== null || !account)
    throw problem('invalid_transition', { extra, ...(refusal === null ? {} : { message: refusal }) });
  return account.accountId;
}
