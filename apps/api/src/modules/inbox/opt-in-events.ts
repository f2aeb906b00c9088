import { OPT_IN_STATUS_NAMES, OptInStatus } from '@troupe/domain/campaigns/opt-in';
import type { Api } from '../../platform/api.ts';
import type { AfterOptInChange, NewEvent, StoredOptIn } from '../campaigns/opt-in/opt-in-change.queries.ts';
import { type ConversationLine, writeEvents } from './conversation/message-event.queries.ts';
import { notifyEach, type PersonalNotice } from './notification/notification.queries.ts';

/** What of an opt-in's history is nobody's business in a conversation: what brands think, and mails they sent. */
const QUIET = new Set(['rated', 'reminded']);

/**
 * What is said of a step: reasons people gave stay where they gave them, so that they can be erased with what else
 * a person said.
 */
function lineOf({ kind, text }: NewEvent): string | null {
  if (QUIET.has(kind)) return null;
  const status = OptInStatus.safeParse(kind);
  if (!status.success) return text;
  return status.data === 'pending' || status.data === 'approved' ? text : OPT_IN_STATUS_NAMES[status.data];
}

/** Titles of what creators are told of at once, beside the conversation; others can wait until they come by. */
const TOLD: Record<string, string> = {
  approved: 'You are approved',
  rejected: 'You were declined',
  completed: 'Your collaboration is completed',
  offer: 'You have a new offer',
  'offer-accepted': 'Your offer was accepted',
  'offer-declined': 'Your offer was declined',
  'offer-withdrawn': 'An offer was withdrawn',
  shipment: 'Product update',
};

function noticeOf({ id, brandId, userId, version }: StoredOptIn, { kind, text }: NewEvent): PersonalNotice[] {
  const title = TOLD[kind];
  if (!userId || title === undefined) return [];
  const reference = `opt-in:${id}:${version}:${kind}`;
  return [{ userId, brandId, kind: 'opt-in', title, text, href: `/opt-ins/${id}`, reference }];
}

/** Says in their conversations what happened to opt-ins, and tells creators what the brand did. */
export function optInNews({ config }: Api): AfterOptInChange {
  return async (tx, changes, now) => {
    const lines: ConversationLine[] = changes.flatMap(({ row, events }) =>
      events.flatMap((event) => {
        const text = lineOf(event);
        return text === null ? [] : [{ optInId: row.id, text }];
      }),
    );
    await writeEvents(tx, config, lines, now);
    const notices = changes.flatMap(({ row, events }) => events.flatMap((event) => noticeOf(row, event)));
    await notifyEach(tx, notices, now);
  };
}

/** Several things that follow from one change, one after the other. */
export function inOrder(...follows: AfterOptInChange[]): AfterOptInChange {
  return async (...change) => {
    for (const each of follows) await each(...change);
  };
}
