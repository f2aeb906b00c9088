import * as calls from '@troupe/contract/campaigns/invite';
import type { CampaignStatus } from '@troupe/domain/campaigns/campaign';
import { MAX_BULK_INVITE, MAX_SCHEDULE_DAYS } from '@troupe/domain/campaigns/invite';
import { lastSendAt, nextSendAt } from '@troupe/domain/outreach/mail';
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
import { readInvite } from './invite/invite.queries.ts';
import {
  hasList,
  type InviteBasis,
  lockCampaignStatus,
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
    throw problem('subscription_required', { message: 'Payment past due. Settle it to send invites again.' });
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
function scheduledTime(sendAt: string | null, now: Date): string | null {
  if (sendAt === null) return null;
  const ahead = new Date(sendAt).getTime() - now.getTime();
  if (ahead <= 0) throw refused('sendAt', 'Choose a time in the future');
  if (ahead > MAX_SCHEDULE_DAYS * DAY) {
    throw refused('sendAt', `Choose a time within the next ${MAX_SCHEDULE_DAYS} days`);
  }
  return new Date(sendAt).toISOString();
}

/** Renders an email for each recipient and stores it with its invite; returns the invite ids. */
async function makeInvites(
  tx: Database,
  connection: Queryable,
  common: NewInvites,
  recipients: readonly Recipient[],
  email: InviteEmail,
  sender: { brandName: string; domain: string; campaignTitle: string; linkBase: string; now: Date },
): Promise<string[]> {
  const ids: string[] = [];
  const renderInvite = (recipient: Recipient) => {
    const token = inviteToken();
    const name = recipient.fullname.trim() || recipient.username;
    const address = recipient.email ?? '';
    const { subject, html, plain } = email.fill({
      Name: name,
      Username: recipient.username,
      Email: address,
      'Brand Name': sender.brandName,
      'Campaign Name': sender.campaignTitle,
      link: `${sender.linkBase}/${token}`,
    });
    const mail = {
      brandId: common.brandId,
      kind: 'invite' as const,
      to: { address, name },
      subject,
      html,
      plain,
    };
    return {
      creatorId: recipient.creatorId,
      token,
      mail: { ...mail, dueAt: common.scheduledFor, domain: sender.domain, unsubscribable: true },
    };
  };
  const chunks = chunkBySize(recipients, renderInvite, {
    most: EMAILS_PER_CHUNK,
    size: CHARACTERS_PER_CHUNK,
    sizeOf: ({ mail }) => mail.html.length + mail.plain.length,
  });
  for (const written of chunks) {
    const mailIds = await queueMails(
      tx,
      written.map(({ mail }) => mail),
      sender.now,
    );
    const invites = written.map(({ creatorId, token }, place) => ({
      creatorId,
      token,
      mailId: mailIds[place] as string,
    }));
    ids.push(...(await insertInvites(connection, common, invites)));
  }
  const creatorIds = recipients.map(({ creatorId }) => creatorId);
  const data = { campaignId: common.campaignId, creatorIds, inviteIds: ids };
  if (ids.length > 0) await publish(tx, { type: 'invite.sent', brandId: common.brandId, data }, sender.now);
  return ids;
}

const skipped = (recipients: readonly Recipient[]) =>
  recipients.flatMap(({ creatorId, username, reason }) =>
    reason ? [{ socialProfileId: creatorId, username, reason }] : [],
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
    const basis = await readInviteBasis(tx, brandId);
    assertMayInvite(basis, caller);
    const { brandName, domain } = basis;
    const campaign = await publishedCampaign(tx, brandId, body.campaignId);
    await ownList(tx, brandId, body.listId);
    const scheduledFor = scheduledTime(body.sendAt, now);
    const email = await readInviteEmail(tx, config, brandId, body);
    const candidates = await readCandidates(connection, { brandId, caller, body, requestKey }, now);
    const common: NewInvites = {
      brandId,
      campaignId: body.campaignId,
      listId: body.listId,
      templateId: email.template?.id ?? null,
      savedBy: caller.userId,
      savedAt: now.toISOString(),
      scheduledFor,
      requestKey,
    };
    const linkBase = inviteUrl(config);
    const sender = { brandName, domain, campaignTitle: campaign.title, linkBase, now };
    const make = (recipients: readonly Recipient[]) =>
      makeInvites(tx, connection, common, recipients, email, sender);
    return work({ connection, candidates, make });
  });
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
    const reason = creator ? creator.reason : 'not_found';
    // When a user picks a single creator, an invite from a teammate doesn't block it.
    if (!creator || (reason && reason !== 'invited_by_teammate')) throw problem(reason as ProblemCode);
    return (await make([creator]))[0] ?? null;
  });
  const made = id && (await readInvite(api.pool, brandId, id, api.clock.now().toISOString()));
  if (!made) throw problem('not_found');
  return { success: true as const, invite: made };
}

/** Invites a creator with the campaign's email. Returns why they weren't invited; null if they were. */
export async function inviteCreator(
  api: Api,
  { brandId, caller, campaignId, creatorId, listId }: CreatorToInvite,
): Promise<string | null> {
  const body = { campaignId, templateId: null, sendAt: null, creatorIds: [creatorId], listId };
  return invite(api, { brandId, caller, requestKey: null, body }, async ({ candidates: [creator], make }) => {
    if (!creator) return 'not_found';
    if (creator.reason && creator.reason !== 'invited_by_teammate') return creator.reason;
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
  { pool, clock }: Api,
  { brandId, caller, body }: CallContext<typeof calls.previewBulkInvite>,
) {
  const now = clock.now();
  const request = { brandId, caller, requestKey: null, body: manyOf(body) };
  const start = new Date(scheduledTime(request.body.sendAt, now) ?? now);
  const { candidates, waiting } = await withTransaction(pool, async (tx, connection) => {
    await publishedCampaign(tx, brandId, body.campaignId);
    await ownList(tx, brandId, request.body.listId);
    const candidates = await readCandidates(connection, request, now);
    return { candidates, waiting: await readWaitingMail(tx, brandId, start.toISOString()) };
  });
  const ready = candidates.filter(({ reason }) => !reason).length;
  const last =
    waiting && ready > 0
      ? lastSendAt(waiting.pace, waiting.waiting + ready, nextSendAt(waiting.pace, start))
      : null;
  return { ready, skipped: skipped(candidates), lastLeaves: last?.toISOString() ?? null };
}

interface InviteRequest {
  brandId: string;
  caller: Caller;
  requestKey: string | null;
  body: {
    campaignId: string;
    templateId: string | null;
    sendAt: string | null;
    creatorIds: readonly string[] | null;
    listId: string | null;
  };
}

const tooMany = () =>
  refused('creatorListId', `Invite at most ${MAX_BULK_INVITE.toLocaleString('en-US')} creators at once`);

/** Scopes the request key to the user: two people may use the same key. */
const keyOf = (caller: Caller, key: string | null): string | null => (key ? `${caller.userId}:${key}` : null);

const oneOf = ({ campaignId, templateId, sendAt, socialProfileId, creatorListId }: Single) => ({
  campaignId,
  templateId,
  sendAt,
  creatorIds: [socialProfileId],
  listId: creatorListId ?? null,
});

/** Uses the selected creators, or the whole list if none are selected. */
function manyOf({ campaignId, templateId, sendAt, socialProfileIds, creatorListId }: Bulk) {
  if (socialProfileIds.length === 0 && !creatorListId) {
    throw refused('socialProfileIds', 'Choose the creators to invite, or a list');
  }
  return {
    campaignId,
    templateId,
    sendAt,
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
  return { template, fill: compileEmail(template ?? DEFAULT_EMAIL, { linkBase: inviteUrl(config) }) };
}
