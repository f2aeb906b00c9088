import { OPT_IN_STATUS_NAMES, OptInStatus } from '@troupe/domain/campaigns/opt-in';
import type { DomainEventOf } from '@troupe/domain/domain-event';
import type { Api } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { readOwners } from '../account/brand/brand-member.queries.ts';
import { readOptInNames } from '../campaigns/opt-in/opt-in.queries.ts';
import { optInEventText } from '../campaigns/opt-in/opt-in-event-text.ts';
import {
  readBouncedEmail,
  writeFollowUpMessage,
  writeInviteMessages,
} from './conversation/conversation-mail.queries.ts';
import { writeEvents } from './conversation/message-event.queries.ts';
import { t } from './messages/messages.gen.ts';
import { t as team } from './notification/messages/messages.gen.ts';
import { notify, notifyEach, type PersonalNotice } from './notification/notification.queries.ts';

type Progress = DomainEventOf<'opt_in.progressed'>;
type Line = Progress['data']['lines'][number];

/** Adds invites and opt-in events to conversations, and notifies teams and creators. */
export function subscribeOptIns({ events, config }: Pick<Api, 'events' | 'config'>): void {
  events.subscribe('invite.sent', async (tx, published) => {
    for (const { brandId, data } of published) await writeInviteMessages(tx, brandId, data.inviteIds);
  });
  events.subscribe('follow_up.sent', async (tx, published) => {
    for (const { brandId, data } of published) await writeFollowUpMessage(tx, brandId, data.mailId);
  });
  events.subscribe('email_domain.stopped', async (tx, published, now) => {
    for (const event of published) await notifyOfStop(tx, event, now);
  });
  events.subscribe('mail.bounced', async (tx, published, now) => {
    for (const event of published) await notifyOfBounce(tx, event, now);
  });
  events.subscribe('mailbox.attention', async (tx, published, now) => {
    for (const event of published) await notifyOfMailbox(tx, event, now);
  });
  events.subscribe('opt_in.progressed', async (tx, published, now) => {
    const lines = published.flatMap(({ data: { optInId, lines } }) =>
      lines.flatMap((line) => {
        const text = lineOf(line);
        return text === null ? [] : [{ optInId, text }];
      }),
    );
    await writeEvents(tx, config, lines, now);
    await notifyEach(tx, published.flatMap(noticesOf), now);
  });
  events.subscribe('opt_in.created', async (tx, published, now) => {
    for (const event of published) if (!event.data.again) await notifyOfOptIn(tx, event, now);
  });
  events.subscribe('opt_in.answered', async (tx, published, now) => {
    for (const event of published) await notifyOfAnswer(tx, event, now);
  });
  events.subscribe('opt_in.limit_reached', async (tx, published, now) => {
    for (const event of published) await notifyOfLimit(tx, event, now);
  });
}

/** Notifies owners, and the member whose mailbox it is, that bounces or complaints stopped invites and follow-ups. */
async function notifyOfStop(
  tx: Database,
  { brandId, data }: DomainEventOf<'email_domain.stopped'>,
  now: Date,
): Promise<void> {
  const { domain, mailbox, memberId, reason, sent, count, at } = data;
  const people = (await readOwners(tx, brandId)).map(({ id }) => id);
  await notify(tx, {
    brandId,
    kind: 'domain',
    to: [...new Set(memberId ? [memberId, ...people] : people)],
    write: () => ({
      title: team('domain.stopped', { domain: mailbox ?? domain }),
      text: team(`domain.${reason}`, { count, sent }),
    }),
    href: mailbox ? '/account#mailboxes' : '/account#email-settings',
    reference: `domain-stopped:${at}`,
    now,
  });
}

/**
 * Notifies the member who wrote an email that it bounced. Of invites and follow-ups, only the first of a day: the page
 * that it links to lists all.
 */
async function notifyOfBounce(
  tx: Database,
  { brandId, data: { mailId, reason } }: DomainEventOf<'mail.bounced'>,
  now: Date,
): Promise<void> {
  const bounced = await readBouncedEmail(tx, brandId, mailId, now);
  if (!bounced || (bounced.conversationId === null && bounced.isKnown)) return;
  const { userId, creatorId, username, address, conversationId } = bounced;
  await notify(tx, {
    brandId,
    kind: 'domain',
    to: [userId],
    write: () => ({
      title: team('bounce.title', { username }),
      text: team(conversationId ? 'bounce.email' : 'bounce.invite', { address, reason }),
    }),
    href: conversationId
      ? `/inbox/conversations/${conversationId}`
      : '/creator-search/invites?status=bounced',
    reference: `bounced:${creatorId}:${mailId}`,
    now,
  });
}

/** Notifies owners and the member who connected it that a mailbox must be reconnected. */
async function notifyOfMailbox(
  tx: Database,
  { brandId, data: { mailboxId, userId, address, at } }: DomainEventOf<'mailbox.attention'>,
  now: Date,
): Promise<void> {
  const owners = await readOwners(tx, brandId);
  await notify(tx, {
    brandId,
    kind: 'domain',
    to: [...new Set([userId, ...owners.map(({ id }) => id)])],
    write: () => ({
      title: team('mailbox.attention', { address }),
      text: team('mailbox.attentionText'),
    }),
    href: '/account#mailboxes',
    reference: `mailbox:${mailboxId}:${at}`,
    now,
  });
}

/** History entries that stay out of conversations: the brand's ratings and reminders. */
const HIDDEN_KINDS = new Set(['rated', 'reminded']);

/**
 * Returns the conversation line of a history entry. Leaves out the reasons people gave, so that deleting an account
 * only needs to erase the originals.
 */
function lineOf({ kind, text }: Line): string | null {
  if (HIDDEN_KINDS.has(kind)) return null;
  const status = OptInStatus.safeParse(kind);
  if (!status.success) return text;
  return status.data === 'pending' || status.data === 'approved' ? text : OPT_IN_STATUS_NAMES[status.data];
}

/** The events that creators are notified of. */
const TOLD_CREATORS = [
  'approved',
  'rejected',
  'completed',
  'offer',
  'offer-accepted',
  'offer-declined',
  'offer-withdrawn',
  'shipment',
  'agreement-sent',
] as const;

function noticesOf({ brandId, data: { optInId, version, notify: userId, lines } }: Progress) {
  return lines.flatMap((line): PersonalNotice[] => {
    const told = TOLD_CREATORS.find((kind) => kind === line.kind);
    if (!userId || told === undefined) return [];
    return [
      {
        userId,
        brandId,
        kind: 'opt-in',
        write: () => ({ title: t(`optIn.${told}`), text: textOf(line) }),
        href: `/opt-ins/${optInId}`,
        reference: `opt-in:${optInId}:${version}:${told}`,
      },
    ];
  });
}

/** A line in the current language. Lines held back since before they had details are as they were written. */
const textOf = ({ kind, text, detail }: Line): string => (detail && optInEventText(kind, detail)) ?? text;

async function notifyOfOptIn(
  tx: Database,
  { brandId, data: { optInId, campaignId } }: DomainEventOf<'opt_in.created'>,
  now: Date,
): Promise<void> {
  const { username, campaignTitle } = await readOptInNames(tx, optInId);
  await notify(tx, {
    brandId,
    kind: 'opt-in',
    now,
    write: () => ({
      title: team('optIn.title', { username }),
      text: team('optIn.text', { campaign: campaignTitle }),
    }),
    href: `/campaigns/${campaignId}/opt-ins`,
    reference: `opt-in/${optInId}`,
  });
}

/** The answers that teams are notified of. */
const TOLD_TEAMS = [
  'offer',
  'offer-accepted',
  'offer-declined',
  'offer-withdrawn',
  'agreement-accepted',
] as const;

async function notifyOfAnswer(
  tx: Database,
  { brandId, data }: DomainEventOf<'opt_in.answered'>,
  now: Date,
): Promise<void> {
  const told = TOLD_TEAMS.find((kind) => kind === data.kind);
  if (!told) return;
  const { username } = await readOptInNames(tx, data.optInId);
  await notify(tx, {
    brandId,
    kind: 'opt-in',
    now,
    write: () => ({ title: team(`answer.${told}`, { username }), text: textOf(data) }),
    href: hrefOf(data),
    reference: `opt-in/${data.optInId}/${data.version}`,
  });
}

/** Notifies once per offer, however often the creator tries. */
async function notifyOfLimit(
  tx: Database,
  { brandId, data }: DomainEventOf<'opt_in.limit_reached'>,
  now: Date,
): Promise<void> {
  const { username } = await readOptInNames(tx, data.optInId);
  await notify(tx, {
    brandId,
    kind: 'opt-in',
    now,
    write: () => ({ title: team('limit.title', { username }), text: team('limit.text') }),
    href: hrefOf(data),
    reference: `opt-in/${data.optInId}/${data.version}/no-room`,
  });
}

const hrefOf = ({ campaignId, optInId }: { campaignId: string; optInId: string }) =>
  `/campaigns/${campaignId}/opt-ins?optIn=${optInId}`;
