import type { PayoutChange, SentPayout } from '@troupe/domain/campaigns/payout-provider';
import { problem } from '@troupe/domain/problem';
import { Id } from '@troupe/domain/shape';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Database } from '../../platform/database.ts';
import type { InboxOutcome } from '../../platform/incoming/inbox.queries.ts';
import { Inbox, receiveWebhooks, WebhookFailure } from '../../platform/incoming/inbox.ts';
import { makePayoutDue, readPayout, readPayoutByTransfer } from './payout/payout.queries.ts';
import { readPayee, writeBankResult } from './payout/payout-account.queries.ts';
import { payoutEvents, type StoredPayoutEvent } from './payout/payout-event.queries.ts';
import { ACCOUNT_JOB, publishBlocked } from './payout-accounts.ts';
import { CHECK_JOB, type PayoutParts, SEND_JOB, settleIn } from './send-payouts.ts';

/** Processes all received events. */
const EVENT_JOB = 'payout-event';
const MAX_BYTES = 1024 * 1024;
const BATCH_SIZE = 50;

/** Receives the payout provider's webhooks. The signature covers the exact bytes. */
export function payoutWebhook(server: FastifyInstance, parts: PayoutParts): void {
  const { api, provider } = parts;
  receiveWebhooks(server, api, {
    path: '/webhooks/stripe',
    mostBytes: MAX_BYTES,
    job: EVENT_JOB,
    read(request, bytes) {
      const signature = request.headers['stripe-signature'];
      const now = api.clock.now();
      const event = typeof signature === 'string' ? provider.authenticate(bytes, signature, now) : null;
      if (!event) throw problem('unauthenticated', { message: 'Invalid signature.' });
      const body = bytes.toString('utf8');
      if (body.includes('\u0000')) throw problem('invalid', { message: 'The body is not an event.' });
      return { id: event.id, type: event.type, body, occurredAt: event.occurred.toISOString() };
    },
    store: (events) => payoutEvents.insert(api.db, events, api.clock.now()),
  });
  const inbox = payoutInbox(parts);
  api.jobs.define(EVENT_JOB, (_data, signal) => inbox.drain(signal), { policy: 'short' });
  api.jobs.every('* * * * *', 'payout-events', (signal) => inbox.drain(signal));
  api.jobs.every('17 4 * * *', 'payout-forget', () => payoutEvents.deleteOld(api.db, api.clock.now()));
}

function payoutInbox(parts: PayoutParts): Inbox<StoredPayoutEvent> {
  const { api } = parts;
  return new Inbox<StoredPayoutEvent>(api, {
    atOnce: BATCH_SIZE,
    keyOf: ({ id }) => id,
    hold: (tx, limit, keys) => payoutEvents.lockDue(tx, api.clock.now(), { limit, keys }),
    async applyEvents(tx, events, connection) {
      const ends: InboxOutcome[] = [];
      for (const event of events)
        try {
          ends.push(await applyEvent(parts, tx, event, connection));
        } catch (error) {
          throw new WebhookFailure(event, error);
        }
      await payoutEvents.finish(tx, ends, api.clock.now());
      return undefined;
    },
    async fail(event, error) {
      api.log.error({ err: error, event: event.id, type: event.type }, 'failed to process a payout event');
      await payoutEvents.fail(api.db, event, 'Unknown format or failed.', api.clock.now());
    },
  });
}

async function applyEvent(
  parts: PayoutParts,
  tx: Database,
  event: StoredPayoutEvent,
  connection: pg.PoolClient,
): Promise<InboxOutcome> {
  const { api, provider } = parts;
  const done = (brandId: string | null = null) => ({
    key: event.id,
    state: 'processed' as const,
    note: null,
    brandId,
  });
  const ignored = {
    key: event.id,
    state: 'ignored' as const,
    note: "This event doesn't affect any Troupe data.",
    brandId: null,
  };
  const change: PayoutChange = provider.parseEvent(event.body);
  switch (change.kind) {
    case 'account':
      if (!(await readPayee(tx, change.accountId))) return ignored;
      await api.jobs.send(ACCOUNT_JOB, { accountId: change.accountId }, { transaction: connection });
      return done();
    case 'bank': {
      const { accountId, failure } = change;
      const userId = await readPayee(tx, accountId);
      if (!userId || !(await writeBankResult(tx, accountId, { failure, at: event.occurredAt })))
        return ignored;
      if (failure !== null) await publishBlocked(tx, userId, 'bank', new Date(event.occurredAt));
      return done();
    }
    case 'transfer': {
      const brandId = await applyTransfer(parts, tx, change.transfer, connection);
      return brandId === null ? ignored : done(brandId);
    }
    default:
      return ignored;
  }
}

/** Applies what an event says about a transfer. Returns the brand that made it; null if it isn't from here. */
async function applyTransfer(
  parts: PayoutParts,
  tx: Database,
  sent: SentPayout,
  connection: pg.PoolClient,
): Promise<string | null> {
  const { api } = parts;
  const id = Id.safeParse(sent.payoutId);
  const payout =
    (await readPayoutByTransfer(tx, sent.transferId)) ?? (id.success ? await readPayout(tx, id.data) : null);
  if (!payout) return null;
  const { id: payoutId, state, transferId } = payout;
  if (transferId !== null && transferId !== sent.transferId) {
    if (!sent.returned)
      api.log.error({ payout: payoutId, transferId, other: sent.transferId }, 'payout has two transfers');
  } else if (sent.returned) {
    // Final at the provider, so the event can be trusted.
    await settleIn(parts, tx, payout, { state: 'returned', sent });
  } else if (state === 'sending') {
    // Its answer was lost: look it up now instead of later.
    await makePayoutDue(tx, payoutId, api.clock.now());
    await api.jobs.send(SEND_JOB, { payoutId }, { transaction: connection });
  } else if (state === 'failed') await api.jobs.send(CHECK_JOB, { payoutId }, { transaction: connection });
  return payout.brandId;
}
