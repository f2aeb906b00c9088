import * as calls from '@troupe/contract/campaigns/invite';
import type { CampaignStatus } from '@troupe/domain/campaigns/campaign';
import { recentContactText } from '@troupe/domain/campaigns/follow-up';
import {
  type LocalSending,
  MAX_BULK_INVITE,
  MAX_SCHEDULE_DAYS,
  OVERRIDABLE_SKIPS,
} from '@troupe/domain/campaigns/invite';
import {
  type GapVariable,
  type VariableValues,
  variablesWithoutFallback,
  variableValue,
} from '@troupe/domain/outreach/email-template';
import { lastSendAt, nextSendAt } from '@troupe/domain/outreach/mail';
import { nextLocalSending, readerZone } from '@troupe/domain/outreach/send-time';
import { type ProblemCode, problem } from '@troupe/domain/problem';
import type { z } from 'zod';
import type { Api, CallContext, Caller } from '../../platform/api.ts';
import { chunkBySize } from '../../platform/chunk-by-size.ts';
import type { Config } from '../../platform/config.ts';
import { type Database, withTransaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import type { Queryable } from '../../platform/jobs.ts';
import {
  compileEmail,
  DEFAULT_EMAIL,
  type EmailValues,
  type RenderedEmail,
} from '../outreach/email-template/email-template.render.ts';
import { lockTemplate } from '../outreach/email-template/email-template-values.queries.ts';
import { queueMails } from '../outreach/mail/mail-queue.queries.ts';
import { type LockedSequence, lockSequence } from '../outreach/sequence/sequence.queries.ts';
import { type OptionalValues, readOptionalValues } from './follow-up/follow-up-send.queries.ts';
import { insertFollowUps } from './follow-up/follow-up-start.queries.ts';
import { readInvite } from './invite/invite.queries.ts';
import {
  hasList,
  type InviteBasis,
  lockCampaignStatus,
  lockContacts,
  lockInvites,
  readInviteBasis,
  readWaitingMail,
} from './invite/invite-basis.queries.ts';
import {
  insertInvites,
  inviteOfRequest,
  inviteToken,
  type NewInvites,
  type Recipient,
  readRecipients,
} from './invite/invite-recipient.queries.ts';

const DAY = 86_400_000;
/** Write emails in chunks so that thousands of long ones don't pile up in memory. */
const EMAILS_PER_CHUNK = 250;
const CHARACTERS_PER_CHUNK = 4_000_000;

type Bulk = z.output<(typeof calls.previewBulkInvite)['body']>;
type Single = z.output<(typeof calls.sendInvite)['body']>;

const refused = (field: string, message: string) =>
  problem('invalid', { message, fields: { [field]: message } });

/** Throws unless the brand can send invites: it needs a plan, a domain, and no past-due payment for members. */
function assertMayInvite(
  basis: InviteBasis,
  caller: Caller,
): asserts basis is InviteBasis & { domain: string } {
  if (!basis.subscribed) throw problem('subscription_required');
  if (basis.pastDue && !caller.administrator) {
    throw problem('subscription_required', {
      message: 'You have a past-due payment. Pay it to send invites again.',
    });
  }
  if (!basis.domain) throw problem('email_domain_required');
}

const CLOSED: Partial<Record<CampaignStatus, string>> = {
  draft: 'This campaign is a draft. Publish it before you invite creators.',
  paused: 'This campaign is paused. Publish it again before you invite creators.',
};

/** Returns the campaign to invite to; throws unless it is published. */
async function publishedCampaign(db: Database, brandId: string, campaignId: string) {
  const campaign = await lockCampaignStatus(db, brandId, campaignId);
  if (!campaign) {
    throw problem('not_found', { message: "This campaign doesn't exist. Choose another one." });
  }
  if (campaign.status !== 'publish') {
    const message = CLOSED[campaign.status] ?? 'This campaign is over. Choose another one.';
    throw problem('invalid_transition', { message });
  }
  return campaign;
}

async function ownList(db: Database, brandId: string, listId: string | null | undefined) {
  if (listId && !(await hasList(db, brandId, listId))) throw problem('not_found');
}

/** Returns when the emails are scheduled; null means as soon as the sending pace allows. */
function scheduledTime(sendAt: string | null, now: Date, field = 'sendAt'): string | null {
  if (sendAt === null) return null;
  const ahead = new Date(sendAt).getTime() - now.getTime();
  if (ahead <= 0) throw refused(field, 'Choose a time in the future');
  if (ahead > MAX_SCHEDULE_DAYS * DAY) {
    throw refused(field, `Choose a time within the next ${MAX_SCHEDULE_DAYS} days`);
  }
  return new Date(sendAt).toISOString();
}

/** When emails are sent: at one time, at a time of day in each creator's zone, or as soon as the pace allows. */
interface Sending {
  sendAt: string | null;
  sendLocal: LocalSending | null;
  brandZone: string;
  now: Date;
}

/** Returns when a creator's email is scheduled; null for as soon as possible. */
export function timeFor(
  { sendAt, sendLocal, brandZone, now }: Sending,
  country: string | null,
): string | null {
  if (!sendLocal) return sendAt;
  return nextLocalSending(sendLocal, readerZone(country, brandZone).zone, now).toISOString();
}

/** Shared data of the invites of one request. */
interface InviteRun {
  tx: Database;
  connection: Queryable;
  common: NewInvites;
  email: InviteEmail;
  sequence: LockedSequence | null;
  sending: Sending;
  sender: { brandName: string; domain: string; campaignTitle: string; linkBase: string };
}

/** Renders an email for each recipient and stores it with its invite and follow-ups; returns the invite ids. */
async function makeInvites(run: InviteRun, recipients: readonly Recipient[]): Promise<string[]> {
  const { tx, connection, common, sending } = run;
  const ids: string[] = [];
  const { brandId, listId } = common;
  const creatorIds = recipients.map(({ creatorId }) => creatorId);
  const optional = await readOptionalValues(connection, { brandId, listId, creatorIds });
  const chunks = chunkBySize(recipients, (recipient) => renderInvite(run, recipient, optional), {
    most: EMAILS_PER_CHUNK,
    size: CHARACTERS_PER_CHUNK,
    sizeOf: ({ mail }) => mail.html.length + mail.plain.length,
  });
  for (const written of chunks) {
    const mailIds = await queueMails(
      tx,
      written.map(({ mail }) => mail),
      sending.now,
    );
    const invites = written.map(({ creatorId, token, mail }, place) => ({
      creatorId,
      token,
      mailId: mailIds[place] as string,
      scheduledFor: mail.dueAt,
    }));
    const made = await insertInvites(connection, common, invites);
    ids.push(...made);
    if (run.sequence)
      await insertFollowUps(
        connection,
        {
          brandId,
          campaignId: common.campaignId,
          sequenceId: run.sequence.id,
          startedBy: common.savedBy,
          startedAt: common.savedAt,
        },
        written.map(({ creatorId, zone }, place) => ({
          inviteId: made[place] as string,
          mailId: mailIds[place] as string,
          creatorId,
          zone,
        })),
      );
  }
  const data = { campaignId: common.campaignId, creatorIds, inviteIds: ids };
  if (ids.length > 0) await publish(tx, { type: 'invite.sent', brandId, data }, sending.now);
  return ids;
}

function renderInvite(
  { common, email, sender, sending }: InviteRun,
  recipient: Recipient,
  optional: ReadonlyMap<string, OptionalValues>,
) {
  const token = inviteToken();
  const name = recipient.fullname.trim() || recipient.username;
  const address = recipient.email ?? '';
  const values: VariableValues = {
    Name: name,
    Username: recipient.username,
    Email: address,
    'Brand Name': sender.brandName,
    'Campaign Name': sender.campaignTitle,
  };
  const link = `${sender.linkBase}/${token}`;
  const { subject, html, plain } = email.fill(
    Object.assign(values, optional.get(recipient.creatorId), { link }),
  );
  return {
    creatorId: recipient.creatorId,
    token,
    zone: readerZone(recipient.country, sending.brandZone),
    mail: {
      brandId: common.brandId,
      kind: 'invite' as const,
      to: { address, name },
      subject,
      html,
      plain,
      dueAt: timeFor(sending, recipient.country),
      domain: sender.domain,
      unsubscribable: true,
    },
  };
}

const skipped = (recipients: readonly Recipient[]) =>
  recipients.flatMap(({ creatorId, username, reason, contact }) =>
    reason
      ? [
          {
            socialProfileId: creatorId,
            username,
            reason,
            contact: OVERRIDABLE_SKIPS.includes(reason) ? contact : null,
          },
        ]
      : [],
  );

/** Registers the calls that invite creators by email: single, bulk, and a preview of who would be skipped. */
export function inviteCreators(api: Api): void {
  const { implement } = api;
  implement(calls.sendInvite, (context) => sendInvite(api, context));
  implement(calls.sendBulkInvite, (context) => sendBulkInvite(api, context));
  implement(calls.previewBulkInvite, (context) => previewBulkInvite(api, context));
}

/** Wraps the shared checks of inviting in one transaction, one at a time per brand. */
function invite<T>(
  { pool, clock, config }: Api,
  { brandId, caller, body, requestKey }: InviteRequest,
  work: (invited: {
    connection: Queryable;
    candidates: Recipient[];
    make: (recipients: readonly Recipient[]) => Promise<string[]>;
  }) => Promise<T>,
): Promise<T> {
  const now = clock.now();
  return withTransaction(pool, async (tx, connection) => {
    await lockInvites(tx, brandId);
    await lockContacts(tx, brandId);
    const basis = await readInviteBasis(tx, brandId);
    assertMayInvite(basis, caller);
    const { brandName, domain } = basis;
    const campaign = await publishedCampaign(tx, brandId, body.campaignId);
    await ownList(tx, brandId, body.listId);
    const sending = sendingOf(body, basis.zone, now);
    const sequence = await chosenSequence(tx, brandId, body.sequenceId);
    const email = await readInviteEmail(tx, config, brandId, body);
    const candidates = await readCandidates(connection, { brandId, caller, body, requestKey }, now);
    const common: NewInvites = {
      brandId,
      campaignId: body.campaignId,
      listId: body.listId,
      templateId: email.template?.id ?? null,
      savedBy: caller.userId,
      savedAt: now.toISOString(),
      requestKey,
    };
    const linkBase = inviteUrl(config);
    const sender = { brandName, domain, campaignTitle: campaign.title, linkBase };
    const run = { tx, connection, common, email, sequence, sending, sender };
    const make = (recipients: readonly Recipient[]) => makeInvites(run, recipients);
    return work({ connection, candidates, make });
  });
}

/** Checks the wished times. Times of day are checked per creator: they are always in the future. */
function sendingOf({ sendAt, sendLocal }: InviteRequest['body'], brandZone: string, now: Date): Sending {
  if (sendAt !== null && sendLocal !== null)
    throw refused('sendLocal', 'Choose an exact time or a local time of day, not both');
  if (sendLocal?.date)
    scheduledTime(`${sendLocal.date}T23:59:59.000Z`, new Date(now.getTime() - DAY), 'sendLocal');
  return { sendAt: scheduledTime(sendAt, now), sendLocal, brandZone, now };
}

/** Returns the chosen sequence, locked against being archived; null if none was chosen. */
export async function chosenSequence(tx: Database, brandId: string, id: string | null) {
  const sequence = id === null ? null : await lockSequence(tx, brandId, id);
  if (id !== null && !sequence)
    throw problem('not_found', { message: 'This sequence no longer exists. Choose another one.' });
  return sequence;
}

/** Returns the requested creators, each with the reason they would be skipped, if any. */
async function readCandidates(
  connection: Queryable,
  { brandId, caller, body, requestKey }: InviteRequest,
  now: Date,
): Promise<Recipient[]> {
  const candidates = await readRecipients(connection, {
    brandId,
    campaignId: body.campaignId,
    userId: caller.userId,
    creatorIds: body.creatorIds,
    listId: body.listId,
    requestKey,
    contactAnyway: body.contactAnyway,
    memberOf: [...new Set([brandId, ...caller.memberships.keys()])],
    now,
    limit: MAX_BULK_INVITE,
  });
  if (candidates.length > MAX_BULK_INVITE) throw tooMany();
  return candidates;
}

async function sendInvite(
  api: Api,
  { brandId, caller, body, idempotencyKey }: CallContext<typeof calls.sendInvite>,
) {
  const requestKey = keyOf(caller, idempotencyKey);
  const request = { brandId, caller, requestKey, body: oneOf(body) };
  const id = await invite(api, request, async ({ connection, candidates: [creator], make }) => {
    if (creator?.madeBefore) {
      const { creatorId } = creator;
      return inviteOfRequest(connection, { brandId, requestKey, campaignId: body.campaignId, creatorId });
    }
    if (!creator) throw problem('not_found');
    assertMayContact(creator, api.clock.now());
    return (await make([creator]))[0] ?? null;
  });
  const made = id && (await readInvite(api.pool, brandId, id, api.clock.now().toISOString()));
  if (!made) throw problem('not_found');
  return { success: true as const, invite: made };
}

/** Throws unless the creator can be written to now. */
function assertMayContact({ reason, contact }: Recipient, now: Date): void {
  if (!reason) return;
  if (!OVERRIDABLE_SKIPS.includes(reason) || !contact) throw problem(reason as ProblemCode);
  throw problem('recently_contacted', { message: recentContactText(contact, now), extra: { contact } });
}

/** Invites a creator with the campaign's email. Returns why they weren't invited; null if they were. */
export async function inviteCreator(
  api: Api,
  { brandId, caller, campaignId, creatorId, listId }: CreatorToInvite,
): Promise<string | null> {
  const body = {
    campaignId,
    templateId: null,
    sendAt: null,
    sendLocal: null,
    sequenceId: null,
    contactAnyway: false,
    creatorIds: [creatorId],
    listId,
  };
  return invite(api, { brandId, caller, requestKey: null, body }, async ({ candidates: [creator], make }) => {
    if (!creator) return 'not_found';
    if (creator.reason) return creator.reason;
    await make([creator]);
    return null;
  });
}

/** A creator to invite from another module. */
export interface CreatorToInvite {
  brandId: string;
  caller: Caller;
  campaignId: string;
  creatorId: string;
  listId: string | null;
}

async function sendBulkInvite(
  api: Api,
  { brandId, caller, body, idempotencyKey }: CallContext<typeof calls.sendBulkInvite>,
) {
  const request = { brandId, caller, requestKey: keyOf(caller, idempotencyKey), body: manyOf(body) };
  return invite(api, request, async ({ candidates, make }) => {
    const before = candidates.filter(({ madeBefore }) => madeBefore);
    // A repeated request adds nothing.
    const ready =
      before.length > 0 ? [] : candidates.filter(({ reason, madeBefore }) => !reason && !madeBefore);
    await make(ready);
    return { accepted: before.length + ready.length, skipped: skipped(candidates) };
  });
}

async function previewBulkInvite(
  { pool, clock, config }: Api,
  { brandId, caller, body }: CallContext<typeof calls.previewBulkInvite>,
) {
  const now = clock.now();
  const request = { brandId, caller, requestKey: null, body: manyOf(body) };
  return withTransaction(pool, async (tx, connection) => {
    await publishedCampaign(tx, brandId, body.campaignId);
    await ownList(tx, brandId, request.body.listId);
    const { zone } = await readInviteBasis(tx, brandId);
    const sending = sendingOf(request.body, zone, now);
    const sequence = await chosenSequence(tx, brandId, body.sequenceId);
    const candidates = await readCandidates(connection, request, now);
    const ready = candidates.filter(({ reason }) => !reason);
    const { texts } = await readInviteEmail(tx, config, brandId, body);
    const bodies = sequence ? sequence.steps.map((step) => step.body) : [];
    const { listId } = request.body;
    const start = firstTime(sending, ready);
    const waiting = await readWaitingMail(tx, brandId, start.toISOString());
    const paceEnd =
      waiting && ready.length > 0
        ? lastSendAt(waiting.pace, waiting.waiting + ready.length, nextSendAt(waiting.pace, start))
        : null;
    const lastTime = sending.sendLocal && ready.length > 0 ? lastTimeOf(sending, ready) : null;
    const last = paceEnd && lastTime && lastTime > paceEnd ? lastTime : paceEnd;
    return {
      ready: ready.length,
      sample: ready
        .slice(0, SAMPLE)
        .map(({ creatorId, username }) => ({ socialProfileId: creatorId, username })),
      skipped: skipped(candidates),
      empty: await emptyVariables(connection, { brandId, listId }, [...texts, ...bodies], ready),
      zones: countZones(ready, zone),
      lastLeaves: last?.toISOString() ?? null,
    };
  });
}

/** How many creators a preview names. */
const SAMPLE = 50;

/** Sorted times of a request's emails; `now` without any. */
const timesOf = (sending: Sending, ready: readonly Recipient[]): Date[] =>
  [...new Set(ready.map(({ country }) => country))]
    .map((country) => new Date(timeFor(sending, country) ?? sending.now))
    .sort((one, other) => one.getTime() - other.getTime());
const firstTime = (sending: Sending, ready: readonly Recipient[]): Date =>
  timesOf(sending, ready)[0] ?? sending.now;
const lastTimeOf = (sending: Sending, ready: readonly Recipient[]): Date | undefined =>
  timesOf(sending, ready).at(-1);

function countZones(ready: readonly Recipient[], brandZone: string) {
  const zones = { country: 0, main: 0, brand: 0, brandZone };
  for (const { country } of ready) zones[readerZone(country, brandZone).source]++;
  return zones;
}

const MOST_NAMED = 200;

/** Returns the variables that some recipients have no value for, where the texts don't say what to write instead. */
export async function emptyVariables(
  connection: Queryable,
  of: { brandId: string; listId: string | null },
  texts: readonly string[],
  recipients: readonly Pick<Recipient, 'creatorId' | 'username'>[],
): Promise<{ variable: GapVariable; count: number; usernames: string[] }[]> {
  const needed = [...new Set(texts.flatMap(variablesWithoutFallback))];
  if (needed.length === 0 || recipients.length === 0) return [];
  const values = await readOptionalValues(connection, {
    brandId: of.brandId,
    listId: of.listId,
    creatorIds: recipients.map(({ creatorId }) => creatorId),
  });
  return needed.flatMap((variable) => {
    const without = recipients.filter(
      ({ creatorId }) => !variableValue(values.get(creatorId) ?? {}, variable),
    );
    const usernames = without.slice(0, MOST_NAMED).map(({ username }) => username);
    return without.length > 0 ? [{ variable, count: without.length, usernames }] : [];
  });
}

interface InviteRequest {
  brandId: string;
  caller: Caller;
  requestKey: string | null;
  body: {
    campaignId: string;
    templateId: string | null;
    sendAt: string | null;
    sendLocal: LocalSending | null;
    sequenceId: string | null;
    contactAnyway: boolean;
    creatorIds: readonly string[] | null;
    listId: string | null;
  };
}

const tooMany = () =>
  refused('creatorListId', `Invite up to ${MAX_BULK_INVITE.toLocaleString('en-US')} creators at once`);

/** Scopes the request key to the user: two people may use the same key. */
const keyOf = (caller: Caller, key: string | null): string | null => (key ? `${caller.userId}:${key}` : null);

const oneOf = ({ socialProfileId, creatorListId, ...email }: Single) => ({
  ...email,
  creatorIds: [socialProfileId],
  listId: creatorListId ?? null,
});

/** Uses the selected creators, or the whole list if none are selected. */
function manyOf({ socialProfileIds, creatorListId, ...email }: Bulk) {
  if (socialProfileIds.length === 0 && !creatorListId) {
    throw refused('socialProfileIds', 'Choose creators or a list to invite');
  }
  return {
    ...email,
    creatorIds: socialProfileIds.length > 0 ? socialProfileIds : null,
    listId: creatorListId,
  };
}

/** The base URL of personal invite links, without the token. */
export const inviteUrl = (config: Config): string => `${config.PORTAL_ORIGIN.replace(/\/+$/, '')}/invite`;

/** The email of an invite, ready to be filled, and its source. */
export interface InviteEmail {
  /** Null for the product's default email. */
  template: { id: string; label: string } | null;
  /** Subject and body as written. */
  texts: readonly string[];
  fill: (values: EmailValues) => RenderedEmail;
}

/**
 * Returns the email for an invite: the chosen template, else the campaign's default, else the product's. Locks the
 * template for the transaction. Throws `not_found` if the chosen template is gone.
 */
export async function readInviteEmail(
  db: Database,
  config: Config,
  brandId: string,
  wish: { templateId: string | null; campaignId: string },
): Promise<InviteEmail> {
  const template = await lockTemplate(db, brandId, wish);
  if (template === 'missing') {
    throw problem('not_found', { message: 'This template no longer exists. Choose another one.' });
  }
  const written = template ?? DEFAULT_EMAIL;
  return {
    template,
    texts: [written.subject, written.body],
    fill: compileEmail(written, { linkBase: inviteUrl(config) }),
  };
}
