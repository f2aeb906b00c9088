import { payoutFailureText } from '@troupe/domain/campaigns/payout';
import {
  PayoutFailure,
  type PayoutOrder,
  type PayoutProvider,
  type SentPayout,
} from '@troupe/domain/campaigns/payout-provider';
import type { DomainEventOf } from '@troupe/domain/domain-event';
import { inLanguage } from '@troupe/i18n/language';
import type { Api } from '../../platform/api.ts';
import { type Database, withTransaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { oneByOne } from '../../platform/jobs.ts';
import { userOfOptIn } from './opt-in/opt-in.queries.ts';
import { lockOptIns } from './opt-in/opt-in-change.queries.ts';
import {
  lockPayables,
  readPayableOptIn,
  type StoredPayable,
  settlePayables,
  writePayable,
} from './payable/payable-change.queries.ts';
import {
  claimPayout,
  lockPayout,
  makePayoutDue,
  readDuePayouts,
  readOpenPayout,
  readPayout,
  type StoredPayout,
  settlePayout,
} from './payout/payout.queries.ts';

/** Sends one payout. */
export const SEND_JOB = 'payout-send';

/** Looks up whether a payout recorded as failed was carried out after all. */
export const CHECK_JOB = 'payout-check';

/**
 * Minutes until the next attempt. The first must outlast a slow attempt of a process that is still running: looking it
 * up and sending it take up to 80 seconds each.
 */
const WAITS_MIN = [3, 3, 5, 15, 60, 240, 720, 1440];
const AT_ONCE = 100;

export interface PayoutParts {
  api: Api;
  provider: PayoutProvider;
}

/** Sends payouts as they are requested, and again while the provider's answer is unknown. */
export function sendPayouts(parts: PayoutParts): void {
  const { jobs, db, clock, log } = parts.api;
  jobs.define<{ payoutId: string }>(SEND_JOB, ({ payoutId }) => sendPayout(parts, payoutId));
  jobs.define<{ payoutId: string }>(CHECK_JOB, ({ payoutId }) => checkFailed(parts, payoutId));
  jobs.every('* * * * *', 'payouts-due', async () => {
    const due = await readDuePayouts(db, clock.now(), AT_ONCE);
    await oneByOne(log, 'failed to send a payout', due, (id) => sendPayout(parts, id));
  });
}

/** Sends a payout that is due. Safe to call at any time and in any number of processes. */
async function sendPayout(parts: PayoutParts, payoutId: string): Promise<void> {
  const { api, provider } = parts;
  const now = api.clock.now();
  const payout = await claimPayout(api.db, payoutId, now, (tries) => {
    const minutes = WAITS_MIN[Math.min(tries, WAITS_MIN.length - 1)] ?? 0;
    return new Date(now.getTime() + minutes * 60_000);
  });
  if (!payout) return;
  const unconfirmed = ({ vendorCode }: PayoutFailure) =>
    api.log.warn({ payout: payoutId, vendorCode }, 'payout not confirmed yet');
  const earlier = await orFailure(findEarlier(provider, payout));
  // A refused look-up says nothing about what earlier attempts have done.
  if (earlier instanceof PayoutFailure) return unconfirmed(earlier);
  const sent = earlier ?? (await orFailure(provider.send(orderOf(payout))));
  if (sent instanceof PayoutFailure) {
    const isRefused = sent.kind === 'refused' && (sent.code !== 'setup' || payout.tries === 0);
    return isRefused ? settle(parts, payout, { state: 'failed', error: sent }) : unconfirmed(sent);
  }
  if (sent.returned) return settle(parts, payout, { state: 'returned', sent });
  if (paysSame(sent, payout)) return settle(parts, payout, { state: 'sent', sent });
  // The fee changed after an attempt that seemed to have failed. Sending the new one as well would pay twice.
  api.log.error({ payout: payoutId, transferId: sent.transferId }, 'another amount was already transferred');
  await settle(parts, payout, {
    state: 'failed',
    error: new PayoutFailure('refused', 'earlier', sent.transferId),
  });
}

const orFailure = <T>(call: Promise<T>): Promise<T | PayoutFailure> =>
  call.catch((error) => {
    if (error instanceof PayoutFailure) return error;
    throw error;
  });

const paysSame = (
  sent: SentPayout,
  { amount, currency }: Pick<StoredPayout, 'amount' | 'currency'>,
): boolean => sent.amount === amount && sent.currency === currency;

/**
 * Returns a transfer that already paid this payable: an answer may have been lost, and the provider forgets
 * idempotency keys after a day. A returned one counts only if this attempt sent it.
 */
async function findEarlier(provider: PayoutProvider, payout: StoredPayout): Promise<SentPayout | null> {
  if (payout.tries === 0 && payout.number === 1) return null;
  const found = await provider.find(payout.payableId);
  const kept = found.filter(({ returned }) => !returned);
  const own = found.find(({ payoutId }) => payoutId === payout.id);
  return kept.find((one) => paysSame(one, payout)) ?? kept[0] ?? own ?? null;
}

/** Records a payout as sent that was recorded as failed, if the provider has carried it out. */
async function checkFailed(parts: PayoutParts, id: string): Promise<void> {
  const payout = await readPayout(parts.api.db, id);
  if (payout?.state !== 'failed') return;
  const found = await parts.provider.find(payout.payableId);
  const sent = found.find(({ payoutId, returned }) => payoutId === id && !returned);
  if (sent) await settle(parts, payout, { state: 'sent', sent });
}

/** The idempotency key covers all of it, so it must be the same each time. */
const orderOf = ({ id, payableId, accountId, amount, currency }: StoredPayout): PayoutOrder => ({
  payoutId: id,
  payableId,
  accountId,
  amount,
  currency,
});

/** How an attempt ended. */
type PayoutEnd = { state: 'sent' | 'returned'; sent: SentPayout } | { state: 'failed'; error: PayoutFailure };

async function settle(parts: PayoutParts, payout: StoredPayout, end: PayoutEnd): Promise<void> {
  await withTransaction(parts.api.pool, (tx) => settleIn(parts, tx, payout, end));
}

/** Records how an attempt ended, once: the payment becomes paid or failed, and both sides are notified. */
export async function settleIn(
  { api }: Pick<PayoutParts, 'api'>,
  tx: Database,
  { id, brandId, payableId }: Pick<StoredPayout, 'id' | 'brandId' | 'payableId'>,
  end: PayoutEnd,
): Promise<void> {
  const now = api.clock.now();
  const optInId = await readPayableOptIn(tx, payableId);
  // Opt-ins are always locked before their payments.
  if (optInId) await lockOptIns(tx, brandId, [optInId]);
  const [row] = await lockPayables(tx, brandId, [payableId]);
  const payout = await lockPayout(tx, id);
  if (!row || !payout) return;
  const isOpen =
    payout.state === 'sending' ||
    (payout.state === 'sent' && end.state === 'returned') ||
    (payout.state === 'failed' &&
      end.state === 'sent' &&
      (await mayStillPay(api, tx, { row, payout, sent: end.sent })));
  if (!isOpen) return;
  const by = { userId: null, now };
  if (end.state === 'sent') {
    const { transferId } = end.sent;
    await settlePayout(tx, id, { state: 'sent', transferId, failure: null, vendorCode: null }, now);
    const known = { reason: null, reference: transferId, paidAt: now.toISOString() };
    const columns = Object.assign({ state: 'paid' as const, sending: false, held: false }, known);
    await writePayable(tx, row, { columns, text: `Paid through Stripe: ${transferId}` }, by);
    await publishMove(tx, row, { state: 'paid', reason: null, failure: null }, now);
  } else {
    const failure = end.state === 'failed' ? end.error.code : 'returned';
    const reason = inLanguage('en', () => payoutFailureText(failure));
    await settlePayout(
      tx,
      id,
      end.state === 'failed'
        ? { state: 'failed', failure, vendorCode: end.error.vendorCode }
        : { state: 'returned', failure, transferId: end.sent.transferId },
      now,
    );
    const columns = { state: 'failed' as const, reason, reference: null, paidAt: null, sending: false };
    await writePayable(tx, row, { columns, text: `Failed: ${reason}` }, by);
    await publishMove(tx, row, { state: 'failed', reason, failure }, now);
    // The collaboration or its fee may have changed since.
    if (optInId) await settlePayables(tx, [optInId], null, now);
  }
  await publish(tx, { type: 'payable.changed', brandId, data: { payableIds: [payableId] } }, now);
}

/** Returns whether the transfer of a failed payout pays the amount due. Otherwise the operator has to decide. */
async function mayStillPay(
  { log, clock }: Api,
  tx: Database,
  { row, payout, sent }: { row: StoredPayable; payout: StoredPayout; sent: SentPayout },
): Promise<boolean> {
  const other = await readOpenPayout(tx, row.id);
  if (other?.state === 'sending') {
    // It looks up earlier transfers and finds this one.
    await makePayoutDue(tx, other.id, clock.now());
    return false;
  }
  const owed = { amount: row.fee - row.processingFee, currency: row.currency };
  if (!other && row.state !== 'paid' && paysSame(sent, owed)) return true;
  if (other?.transferId !== sent.transferId)
    log.error({ payout: payout.id, transferId: sent.transferId }, 'a failed payout moved money');
  return false;
}

/** Publishes a state change, so that both sides are notified. */
export async function publishMove(
  tx: Database,
  { id, brandId, optInId, userId, version }: StoredPayable,
  move: Pick<DomainEventOf<'payable.moved'>['data'], 'state' | 'reason' | 'failure'>,
  now: Date,
): Promise<void> {
  const creatorUserId = optInId ? await userOfOptIn(tx, optInId) : userId;
  const { state, reason, failure } = move;
  const data = { payableId: id, optInId, creatorUserId, version, state, reason, failure };
  await publish(tx, { type: 'payable.moved', brandId, data }, now);
}
