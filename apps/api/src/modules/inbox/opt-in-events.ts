import { OPT_IN_STATUS_NAMES, OptInStatus } from '@troupe/domain/campaigns/opt-in';
import type { DomainEventOf } from '@troupe/domain/domain-event';
import type { Api } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { readOptInNames } from '../campaigns/opt-in/opt-in.queries.ts';
import { writeInviteMessages } from './conversation/conversation-mail.queries.ts';
import { writeEvents } from './conversation/message-event.queries.ts';
import { notify, notifyEach, type PersonalNotice } from './notification/notification.queries.ts';

type Progress = DomainEventOf<'opt_in.progressed'>;
type Line = Progress['data']['lines'][number];

/** Adds invites and opt-in events to conversations, and notifies teams and creators. */
export function subscribeOptIns({ events, config }: Pick<Api, 'events' | 'config'>): void {
  events.subscribe('invite.sent', async (tx, published) => {
    for (const { brandId, data } of published) await writeInviteMessages(tx, brandId, data.inviteIds);
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

/** Titles of the events that creators are notified of. */
const CREATOR_TITLES: Record<string, string> = {
  approved: "You're approved",
  rejected: 'You were declined',
  completed: 'Your collaboration is complete',
  offer: 'You have a new offer',
  'offer-accepted': 'Your offer was accepted',
  'offer-declined': 'Your offer was declined',
  'offer-withdrawn': 'An offer was withdrawn',
  shipment: 'Product update',
};

function noticesOf({ brandId, data: { optInId, version, notify: userId, lines } }: Progress) {
  return lines.flatMap(({ kind, text }): PersonalNotice[] => {
    const title = CREATOR_TITLES[kind];
    if (!userId || title === undefined) return [];
    const reference = `opt-in:${optInId}:${version}:${kind}`;
    return [{ userId, brandId, kind: 'opt-in', title, text, href: `/opt-ins/${optInId}`, reference }];
  });
}

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
    title: `@${username} opted in`,
    text: `${campaignTitle}: review their application, then approve or decline.`,
    href: `/campaigns/${campaignId}/opt-ins`,
    reference: `opt-in/${optInId}`,
  });
}

/** Notification titles for teams about offers, after the username. */
const TEAM_TITLES: Record<string, string> = {
  offer: 'sent an offer',
  'offer-accepted': 'accepted your offer',
  'offer-declined': 'declined your offer',
  'offer-withdrawn': 'withdrew an offer',
};

async function notifyOfAnswer(
  tx: Database,
  { brandId, data }: DomainEventOf<'opt_in.answered'>,
  now: Date,
): Promise<void> {
  const title = TEAM_TITLES[data.kind];
  if (!title) return;
  const { username } = await readOptInNames(tx, data.optInId);
  await notify(tx, {
    brandId,
    kind: 'opt-in',
    now,
    title: `@${username} ${title}`,
    text: data.text,
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
    title: `@${username} couldn't accept your offer`,
    text: 'Your plan has no collaborations remaining this month. Choose a larger plan, or ask them to accept next month.',
    href: hrefOf(data),
    reference: `opt-in/${data.optInId}/${data.version}/no-room`,
  });
}

const hrefOf = ({ campaignId, optInId }: { campaignId: string; optInId: string }) =>
  `/campaigns/${campaignId}/opt-ins?optIn=${optInId}`;
