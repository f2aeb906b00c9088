import type { VariableValues } from '@troupe/domain/outreach/email-template';
import { replySubject } from '@troupe/domain/outreach/mail';
import { afterDelay } from '@troupe/domain/outreach/send-time';
import { nextStep, type SequenceStep } from '@troupe/domain/outreach/sequence';
import type { Api } from '../../platform/api.ts';
import { connectionOf, type Database, withTransaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { oneByOne } from '../../platform/jobs.ts';
import { compileEmail } from '../outreach/email-template/email-template.render.ts';
import { queueMails } from '../outreach/mail/mail-queue.queries.ts';
import { stopFollowUpsOf } from './follow-up/follow-up-change.queries.ts';
import {
  AT_ONCE,
  decideStep,
  endFollowUp,
  type HeldFollowUp,
  linkFollowUp,
  lockFollowUp,
  readDueFollowUps,
  readOptionalValues,
  scheduleStep,
} from './follow-up/follow-up-send.queries.ts';
import { readInviteBasis } from './invite/invite-basis.queries.ts';
import { inviteUrl } from './invite-creators.ts';

/** The queue of the sweep. */
export const FOLLOW_UPS_JOB = 'follow-ups';

/** When a brand that can't send is looked at again. */
const WAIT_MS = 15 * 60_000;

type FollowUpApi = Pick<Api, 'pool' | 'clock' | 'log' | 'config'>;

/** Registers the job that decides which follow-ups are sent, every minute. */
export function followUpJobs(api: Api): void {
  api.jobs.every('* * * * *', FOLLOW_UPS_JOB, () => sendFollowUps(api), { policy: 'short' });
}

/**
 * Stops follow-ups with the change that ends them, so that screens show it at once. Sending checks the same facts
 * again.
 */
export function subscribeFollowUps({ events }: Pick<Api, 'events'>): void {
  events.subscribe('opt_in.created', async (tx, published, now) => {
    for (const { brandId, data } of published)
      await stopFollowUpsOf(
        tx,
        { brandId, campaignId: data.campaignId, creatorId: data.creatorId },
        'opted-in',
        now,
      );
  });
  events.subscribe('campaign.status_changed', async (tx, published, now) => {
    for (const { brandId, data } of published)
      if (data.status !== 'publish' && data.status !== 'paused')
        await stopFollowUpsOf(tx, { brandId, campaignId: data.campaignId }, 'campaign-closed', now);
  });
  events.subscribe('message.received', async (tx, published, now) => {
    for (const { brandId, data } of published)
      await stopFollowUpsOf(tx, { brandId, conversationId: data.conversationId }, 'replied', now);
  });
}

/**
 * Decides every follow-up that is due: queues it, skips it, or ends the sequence. Each in its own transaction, which
 * holds its row, so any number of processes can do this at once and a killed one leaves nothing half done. Queued ones
 * are sent by the outbox, within the domain's pace.
 */
export async function sendFollowUps(api: FollowUpApi): Promise<void> {
  const { pool, clock, log } = api;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const due = await readDueFollowUps(pool, clock.now());
    await oneByOne(log, 'failed to decide a follow-up', due, (id) =>
      withTransaction(pool, (tx) => decideFollowUp(api, tx, id, clock.now())),
    );
    if (due.length < AT_ONCE) return;
  }
}

/** Rounds of one sweep; more follow-ups than that wait for the next one. */
const MAX_ROUNDS = 20;

async function decideFollowUp(api: FollowUpApi, tx: Database, id: string, now: Date): Promise<void> {
  const held = await lockFollowUp(tx, id);
  if (!held) return;
  const { brandId, lastStatus } = held;
  const isSettled = !['queued', 'sending', 'deferred'].includes(lastStatus);
  if (
    held.nextAt === null &&
    held.isFollowUp &&
    isSettled &&
    lastStatus !== 'cancelled' &&
    lastStatus !== 'suppressed'
  )
    await publish(
      tx,
      {
        type: 'follow_up.sent',
        brandId,
        data: {
          campaignId: held.campaignId,
          creatorId: held.creatorId,
          inviteId: held.inviteId,
          number: held.decided.length,
          mailId: held.lastMailId,
          status: lastStatus,
        },
      },
      now,
    );
  if (held.stop) return endFollowUp(tx, id, held.stop, now);
  // A person settles emails whose delivery is unknown.
  if (!isSettled || lastStatus === 'uncertain') return;
  let skippedAt = held.skippedAt;
  let nextAt = held.nextAt;
  const decided = [...held.decided];
  for (;;) {
    const next = nextStep(held.steps, decided);
    if (!next) return endFollowUp(tx, id, null, now);
    const due = nextAt ? new Date(nextAt) : dueAfter(held, skippedAt, next.step);
    if (due > now) return scheduleStep(tx, id, due);
    if (held.campaignStatus !== 'publish') return scheduleStep(tx, id, due);
    if (isMet(next.step, held)) return queueStep(api, tx, held, next, now);
    await decideStep(tx, held, next.step, next.number, null, now);
    decided.push(next.step.id);
    skippedAt = now.toISOString();
    nextAt = null;
  }
}

/** Returns when a step is due: its delay after the last email, or after the last skipped step. */
function dueAfter(
  { lastSentAt, zone, weekdaysOnly }: HeldFollowUp,
  skippedAt: string | null,
  step: SequenceStep,
) {
  const from = Math.max(Date.parse(lastSentAt ?? ''), skippedAt ? Date.parse(skippedAt) : 0);
  return afterDelay(new Date(from), step.delay, zone, weekdaysOnly);
}

/** Tells whether the condition of a step is met; replies and opt-ins stop the sequence before. */
const isMet = ({ condition }: SequenceStep, { visited }: Pick<HeldFollowUp, 'visited'>): boolean =>
  condition === 'no-reply' || (condition === 'no-open' ? !visited : visited);

async function queueStep(
  { config }: FollowUpApi,
  tx: Database,
  held: HeldFollowUp,
  { step, number }: { step: SequenceStep; number: number },
  now: Date,
): Promise<void> {
  const { brandId, creatorId, listId } = held;
  const basis = await readInviteBasis(tx, brandId);
  if (!basis.domain || !basis.subscribed || basis.pastDue)
    return scheduleStep(tx, held.id, new Date(now.getTime() + WAIT_MS));
  const optional = await readOptionalValues(connectionOf(tx), { brandId, listId, creatorIds: [creatorId] });
  const values: VariableValues = Object.assign(
    {
      Name: held.toName,
      Username: held.username,
      Email: held.toAddress,
      'Brand Name': held.brandName,
      'Campaign Name': held.campaignTitle,
    },
    optional.get(creatorId),
  );
  const link = `${inviteUrl(config)}/${held.token}`;
  const fill = compileEmail({ subject: '', body: step.body }, { linkBase: inviteUrl(config) });
  const { html, plain } = fill(Object.assign(values, { link }));
  const mail = {
    brandId,
    kind: 'invite' as const,
    purpose: 'follow-up' as const,
    to: { address: held.toAddress, name: held.toName },
    subject: replySubject(held.subject),
    html,
    plain,
    dueAt: null,
    domain: basis.domain,
    unsubscribable: true,
    inReplyTo: held.messageId,
    references: held.references?.split(' ') ?? [],
  };
  const [mailId = ''] = await queueMails(tx, [mail], now);
  await decideStep(tx, held, step, number, mailId, now);
  await linkFollowUp(tx, held, mailId);
}
