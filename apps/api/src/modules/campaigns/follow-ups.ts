import * as calls from '@troupe/contract/campaigns/follow-up';
import type { FollowUp, FollowUpTimeline, TimelineEntry } from '@troupe/domain/campaigns/follow-up';
import type { VariableValues } from '@troupe/domain/outreach/email-template';
import { replySubject } from '@troupe/domain/outreach/mail';
import { afterDelay, readerZone } from '@troupe/domain/outreach/send-time';
import { nextStep, type SequenceStep } from '@troupe/domain/outreach/sequence';
import { problem } from '@troupe/domain/problem';
import type { Api, CallContext, ChangeContext } from '../../platform/api.ts';
import { connectionOf, type Database } from '../../platform/database.ts';
import { compileEmail, EXAMPLE_VALUES } from '../outreach/email-template/email-template.render.ts';
import { readEmailValues } from '../outreach/email-template/email-template-values.queries.ts';
import { readCampaignTitle } from './campaign/campaign.queries.ts';
import {
  type DecidedStep,
  hasInvite,
  readCountry,
  readFollowUp,
  type StoredFollowUp,
} from './follow-up/follow-up.queries.ts';
import { changeFollowUps } from './follow-up/follow-up-change.queries.ts';
import { readOptionalValues } from './follow-up/follow-up-send.queries.ts';
import { insertFollowUps, readInvitesToFollow } from './follow-up/follow-up-start.queries.ts';
import { lockContacts, lockInvites, readInviteBasis } from './invite/invite-basis.queries.ts';
import { chosenSequence, emptyVariables, inviteUrl, readInviteEmail, timeFor } from './invite-creators.ts';

/** Registers the calls about follow-ups: preview, start, timeline, pause, resume and stop. */
export function followUps(api: Api): void {
  const { implement, implementChange } = api;
  implement(calls.previewFollowUps, (context) => preview(api, context));
  implementChange(calls.startFollowUps, (context) => start(api, context));
  implement(calls.getFollowUps, async ({ brandId, params }) => ({
    followUp: await readOne(api, brandId, params.inviteId),
  }));
  implementChange(calls.changeFollowUps, (context) => changeOne(api, context));
  implementChange(calls.changeAllFollowUps, async ({ brandId, body, caller, commit }) => {
    const { action, campaignId, sequenceId } = body;
    const by = { userId: caller.userId, now: api.clock.now() };
    return {
      changed: await commit((tx) => changeFollowUps(tx, { brandId, campaignId, sequenceId }, action, by)),
    };
  });
}

async function start(
  { clock }: Api,
  { brandId, body, caller, commit }: ChangeContext<typeof calls.startFollowUps>,
) {
  const now = clock.now();
  return commit(async (tx, connection) => {
    await lockInvites(tx, brandId);
    await lockContacts(tx, brandId);
    const basis = await readInviteBasis(tx, brandId);
    if (!basis.subscribed) throw problem('subscription_required');
    const sequence = await chosenSequence(tx, brandId, body.sequenceId);
    const invites = await readInvitesToFollow(connection, {
      brandId,
      userId: caller.userId,
      inviteIds: body.inviteIds,
      contactAnyway: body.contactAnyway,
      memberOf: [...new Set([brandId, ...caller.memberships.keys()])],
      now,
    });
    const ready = invites.filter(({ reason }) => reason === null);
    for (const [campaignId, some] of Map.groupBy(ready, (invite) => invite.campaignId))
      await insertFollowUps(
        connection,
        {
          brandId,
          campaignId,
          sequenceId: sequence?.id ?? '',
          startedBy: caller.userId,
          startedAt: now.toISOString(),
        },
        some.map(({ inviteId, creatorId, mailId, country }) => ({
          inviteId,
          creatorId,
          mailId,
          zone: readerZone(country, basis.zone),
        })),
      );
    const known = new Set(invites.map(({ inviteId }) => inviteId));
    return {
      started: ready.length,
      skipped: [
        ...invites.flatMap(({ inviteId, username, reason, contact }) =>
          reason ? [{ inviteId, username, reason, contact: reason === 'contacted' ? contact : null }] : [],
        ),
        ...body.inviteIds
          .filter((id) => !known.has(id))
          .map((inviteId) => ({ inviteId, username: '', reason: 'not-found' as const, contact: null })),
      ],
    };
  });
}

async function changeOne(
  api: Api,
  { brandId, params: { inviteId }, body, caller, commit }: ChangeContext<typeof calls.changeFollowUps>,
) {
  if (!(await hasInvite(api.pool, brandId, inviteId))) throw problem('not_found');
  const by = { userId: caller.userId, now: api.clock.now() };
  await commit(async (tx) => {
    if ((await changeFollowUps(tx, { brandId, inviteId }, body.action, by)) > 0) return;
    // A second click changes nothing, and is no error.
    const state = (await readFollowUp(connectionOf(tx), brandId, inviteId))?.state;
    if (state !== { pause: 'paused', resume: 'running', stop: 'stopped' }[body.action])
      throw problem('invalid_transition');
  });
  return { followUp: await readOne(api, brandId, inviteId) };
}

async function readOne(api: Api, brandId: string, inviteId: string): Promise<FollowUp | null> {
  const stored = await readFollowUp(api.pool, brandId, inviteId);
  if (!stored) {
    if (!(await hasInvite(api.pool, brandId, inviteId))) throw problem('not_found');
    return null;
  }
  const { listId, campaignId, creatorId } = stored;
  const values = await valuesFor(api.db, { brandId, campaignId, creatorId, listId });
  if (!values) throw problem('not_found');
  const isOpen = stored.state === 'running' || stored.state === 'paused';
  const planned = isOpen ? plannedEntries(api, stored, values, api.clock.now()) : [];
  return {
    id: stored.id,
    inviteId,
    sequenceId: stored.sequenceId,
    sequenceName: stored.sequenceName,
    state: stored.state,
    stop: stored.stop,
    changedBy: stored.changedBy,
    changed: stored.changed,
    opened: stored.opened,
    timeline: {
      entries: [
        inviteEntry(stored),
        ...stored.decided.map((step) => decidedEntry(step, stored.token)),
        ...planned,
      ],
      zone: stored.zone,
      zoneSource: stored.zoneSource,
      empty: (
        await emptyVariables(
          api.pool,
          { brandId, listId },
          isOpen ? stored.steps.map(({ body }) => body) : [],
          [{ creatorId, username: values.Username }],
        )
      ).map(({ variable }) => variable),
    },
  };
}

/** Personal links are for the creator only. */
const withoutToken = (text: string, token: string) => text.replaceAll(token, 'example');

const inviteEntry = (stored: StoredFollowUp): TimelineEntry => ({
  number: 0,
  stepId: null,
  state: entryState(stored.status),
  condition: null,
  at: stored.sentAt ?? stored.dueAt,
  reason: stored.statusReason,
  subject: stored.subject,
  html: withoutToken(stored.html, stored.token),
  text: withoutToken(stored.plain, stored.token),
});

const decidedEntry = (step: DecidedStep, token: string): TimelineEntry => ({
  number: step.number,
  stepId: step.stepId,
  state: step.status === null ? 'skipped' : entryState(step.status),
  condition: step.condition,
  at: new Date(step.sentAt ?? step.decidedAt).toISOString(),
  reason: step.statusReason,
  subject: step.subject,
  html: withoutToken(step.html, token),
  text: withoutToken(step.plain, token),
});

function entryState(status: StoredFollowUp['status']): TimelineEntry['state'] {
  if (status === 'sent' || status === 'uncertain') return status;
  return status === 'queued' || status === 'sending' || status === 'deferred' ? 'queued' : 'unsent';
}

/** Returns the steps that follow, each as early as it can be sent. */
function plannedEntries(
  { config }: Pick<Api, 'config'>,
  stored: StoredFollowUp,
  values: VariableValues,
  now: Date,
): TimelineEntry[] {
  const { steps, decided, zone, weekdaysOnly, subject } = stored;
  const first = nextStep(
    steps,
    decided.map(({ stepId }) => stepId),
  );
  if (!first) return [];
  const last = decided.findLast(({ status }) => status !== null);
  const lastAt = last ? (last.sentAt ?? last.dueAt ?? last.decidedAt) : (stored.sentAt ?? stored.dueAt);
  const from = Math.max(Date.parse(lastAt), Date.parse(stored.skippedAt ?? '') || 0);
  return plan(config, {
    steps: steps.slice(first.number - 1),
    from: new Date(from),
    firstAt: stored.nextAt ? new Date(stored.nextAt) : null,
    firstNumber: first.number,
    zone,
    weekdaysOnly,
    subject: replySubject(subject),
    values,
    now,
  });
}

interface Plan {
  steps: readonly SequenceStep[];
  /** When the email before was or will be sent. */
  from: Date;
  /** When the first step is due, if that is known already. */
  firstAt: Date | null;
  firstNumber: number;
  zone: string;
  weekdaysOnly: boolean;
  subject: string;
  values: VariableValues;
  now: Date;
}

function plan(config: Api['config'], { steps, zone, weekdaysOnly, now, ...rest }: Plan): TimelineEntry[] {
  const linkBase = inviteUrl(config);
  let from = rest.from;
  return steps.map(({ id, delay, condition, body }, place) => {
    const due = place === 0 && rest.firstAt ? rest.firstAt : afterDelay(from, delay, zone, weekdaysOnly);
    from = due > now ? due : now;
    const email = compileEmail(
      { subject: '', body },
      { linkBase },
    )(Object.assign({ link: `${linkBase}/example` }, rest.values));
    return {
      number: rest.firstNumber + place,
      stepId: id,
      state: 'planned' as const,
      condition,
      at: from.toISOString(),
      reason: null,
      subject: rest.subject,
      html: email.html,
      text: email.plain,
    };
  });
}

async function valuesFor(
  db: Database,
  of: { brandId: string; campaignId: string; creatorId: string; listId: string | null },
): Promise<VariableValues | null> {
  const { brandId, campaignId, creatorId, listId } = of;
  const [values, title, optional] = await Promise.all([
    readEmailValues(db, brandId, creatorId),
    readCampaignTitle(db, brandId, campaignId),
    readOptionalValues(connectionOf(db), { brandId, listId, creatorIds: [creatorId] }),
  ]);
  if (!values || title === null) return null;
  return Object.assign({}, EXAMPLE_VALUES, values, { 'Campaign Name': title }, optional.get(creatorId));
}

async function preview(
  api: Api,
  { brandId, body }: CallContext<typeof calls.previewFollowUps>,
): Promise<{ timeline: FollowUpTimeline }> {
  const { db, clock, config, pool } = api;
  const now = clock.now();
  const { campaignId, socialProfileId: creatorId, creatorListId: listId } = body;
  const values = await valuesFor(db, { brandId, campaignId, creatorId, listId });
  if (!values) throw problem('not_found');
  const [basis, email, sequence, country] = await Promise.all([
    readInviteBasis(db, brandId),
    readInviteEmail(db, config, brandId, body),
    chosenSequence(db, brandId, body.sequenceId),
    readCountry(pool, brandId, creatorId),
  ]);
  const { zone, source } = readerZone(country, basis.zone);
  const { sendAt, sendLocal } = body;
  const at = new Date(timeFor({ sendAt, sendLocal, brandZone: basis.zone, now }, country) ?? now);
  const { subject, html, plain } = email.fill(
    Object.assign({ link: `${inviteUrl(config)}/example` }, values),
  );
  const entries: TimelineEntry[] = [
    {
      number: 0,
      stepId: null,
      state: 'planned',
      condition: null,
      at: at.toISOString(),
      reason: null,
      subject,
      html,
      text: plain,
    },
    ...plan(config, {
      steps: sequence?.steps ?? [],
      from: at,
      firstAt: null,
      firstNumber: 1,
      zone,
      weekdaysOnly: sequence?.weekdaysOnly ?? false,
      subject: replySubject(subject),
      values,
      now,
    }),
  ];
  const empty = await emptyVariables(
    pool,
    { brandId, listId },
    [...email.texts, ...(sequence?.steps.map(({ body: text }) => text) ?? [])],
    [{ creatorId, username: values.Username }],
  );
  return {
    timeline: { entries, zone, zoneSource: source, empty: empty.map(({ variable }) => variable) },
  };
}
