import * as contract from '@troupe/contract/campaigns/payout';
import { type PayoutAccountState, payoutAccountStatus } from '@troupe/domain/campaigns/payout';
import { PayoutFailure } from '@troupe/domain/campaigns/payout-provider';
import { problem } from '@troupe/domain/problem';
import { createLimiter } from '@troupe/server/rate-counters';
import type { CallContext } from '../../platform/api.ts';
import { type Database, withTransaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { readPayingBrands } from './payable/payable.queries.ts';
import {
  deletePayoutAccount,
  insertPayoutAccount,
  lockPayoutAccount,
  readPayeeEmail,
  readPayoutAccount,
  updatePayoutAccount,
} from './payout/payout-account.queries.ts';
import type { PayoutParts } from './send-payouts.ts';

/** Reads an account from the provider again. */
export const ACCOUNT_JOB = 'payout-account';

const CALLS_PER_MINUTE = 10;

/** Registers the calls with which creators set up how they are paid. */
export function payoutAccounts(parts: PayoutParts): void {
  const { api } = parts;
  const limit = createLimiter(api.rates, 'payout-account', CALLS_PER_MINUTE);
  api.jobs.define<{ accountId: string }>(ACCOUNT_JOB, ({ accountId }) => refreshAccount(parts, accountId));
  api.implement(contract.getOwnPayoutAccount, ({ caller }) => ownAccount(parts, caller.userId));
  api.implement(contract.refreshOwnPayoutAccount, async ({ caller: { userId } }) => {
    await limit(userId);
    const account = await readPayoutAccount(api.db, userId);
    if (account) await whenAvailable(parts, () => refreshAccount(parts, account.accountId));
    return ownAccount(parts, userId);
  });
  api.implement(contract.setUpOwnPayouts, async (context) => {
    await limit(context.caller.userId);
    return setUp(parts, context);
  });
}

async function ownAccount({ api, provider }: PayoutParts, userId: string) {
  const row = await readPayoutAccount(api.db, userId);
  const account = row && {
    status: payoutAccountStatus(row),
    country: row.country,
    missing: row.missing,
    bankFailure: row.bankFailure,
    checked: row.checkedAt,
  };
  return { available: provider.configured, account, countries: [...provider.countries] };
}

async function setUp(
  parts: PayoutParts,
  { body: { country }, caller: { userId } }: CallContext<typeof contract.setUpOwnPayouts>,
) {
  const { api, provider } = parts;
  const stored = await readPayoutAccount(api.db, userId);
  const isNew = !stored || (!stored.submitted && country !== undefined && country !== stored.country);
  if (isNew && (country === undefined || !provider.countries.includes(country)))
    throw problem('invalid', { fields: { country: 'Choose a country' } });
  const back = `${api.config.PORTAL_ORIGIN}/account`;
  const url = await whenAvailable(parts, async () => {
    if (isNew && country !== undefined) {
      const email = await readPayeeEmail(api.db, userId);
      const now = api.clock.now();
      // A lost answer must not leave two accounts.
      const opened = await provider.openAccount({
        userId,
        email,
        country,
        key: `account-${userId}-${country}`,
      });
      await insertPayoutAccount(api.db, userId, opened, now);
    }
    // The one that is stored counts, should another tab have opened one too.
    const account = await readPayoutAccount(api.db, userId);
    if (!account) throw problem('unavailable');
    return provider.onboardingUrl(account.accountId, {
      returnUrl: `${back}?payouts=done#payouts`,
      refreshUrl: `${back}?payouts=continue#payouts`,
    });
  });
  return { url };
}

/** @throws unavailable if the provider fails */
async function whenAvailable<T>({ provider }: PayoutParts, work: () => Promise<T>): Promise<T> {
  if (!provider.configured) throw problem('unavailable', { message: "You can't set up payouts here." });
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PayoutFailure)) throw error;
    throw problem('unavailable', {
      message: "Stripe isn't responding. Try again in a few minutes.",
      detail: error.message,
    });
  }
}

/**
 * Stores an account's current state, read from the provider rather than from an event, because events arrive late and
 * out of order. Tells both sides if the creator can't be paid any longer.
 */
export async function refreshAccount({ api, provider }: PayoutParts, accountId: string): Promise<void> {
  // Refreshes may overlap: keep the state that was requested last.
  const now = api.clock.now();
  const state = await provider.readAccount(accountId);
  await withTransaction(api.pool, async (tx) => {
    const stored = await lockPayoutAccount(tx, accountId);
    if (!stored || Date.parse(stored.checkedAt) > now.getTime()) return;
    const wasReady = payoutAccountStatus(stored) === 'ready';
    if (state) await updatePayoutAccount(tx, state, now);
    else await deletePayoutAccount(tx, accountId);
    if (wasReady && payoutAccountStatus(state) !== 'ready')
      await publishBlocked(tx, stored.userId, isClosed(state) ? 'closed' : 'details', now);
  });
}

const isClosed = (state: PayoutAccountState | null): boolean => state === null || state.rejected;

/** Publishes to each brand that pays the creator that their account doesn't work. */
export async function publishBlocked(
  tx: Database,
  userId: string,
  why: 'details' | 'closed' | 'bank',
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  for (const { brandId, name } of await readPayingBrands(tx, userId))
    await publish(tx, { type: 'payout_account.blocked', brandId, data: { userId, name, why, at } }, now);
}
