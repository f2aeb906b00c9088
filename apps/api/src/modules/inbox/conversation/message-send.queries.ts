import type { Config } from '../../../platform/config.ts';
import type { Change } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { UNNUMBERED_ID } from '../../../platform/live/live.queries.ts';
import { type MessageRow, toMessage } from './message.queries.ts';
import { AUTHOR_NAME } from './message-write.queries.ts';

/** A text-only team message to send now. */
export interface PlainMessage {
  optInId: string;
  brandId: string;
  userId: string;
  clientId: string;
  kind: 'brand' | 'note';
  text: string;
}

/**
 * Writes a plain message to an opt-in and publishes it in one statement, equivalent to `lockForMessage` and
 * `writeMessage`. Returns no row when the full path is needed: unknown opt-in, no creator account, or already sent.
 * Throws a unique violation if the same message is being sent concurrently.
 */
export function sendPlain(
  { optInId, brandId, userId, clientId, kind, text }: PlainMessage,
  config: Config,
  now: Date,
): Change {
  const id = newId();
  const blank = { ...EMPTY, id, kind, text, userId, createdAt: now.toISOString() };
  return {
    part: {
      name: 'message-send',
      expressions: SEND,
      values: [
        ...[optInId, brandId, userId, clientId, id, kind, text, blank.createdAt],
        // The statement fills in what isn't known yet.
        JSON.stringify(toMessage(blank, 'brand', config, now)),
      ],
    },
    select: `select $5::uuid as id, id as "conversationId", campaign_id as "campaignId", opt_in_id as "optInId", number,
      creator_number as "creatorNumber", author_name as "authorName" from writing`,
    changed: 'sent',
  };
}

const EMPTY: Omit<MessageRow, 'id' | 'kind' | 'text' | 'userId' | 'createdAt'> = {
  conversationId: '',
  campaignId: null,
  optInId: null,
  number: null,
  creatorNumber: null,
  authorName: '',
  byEmail: false,
  mailId: null,
  inboundMailId: null,
  mailboxEmailId: null,
  doubt: null,
  sendAt: null,
  readAt: null,
  attachments: null,
  email: null,
};

/** The row returned by {@link sendPlain}. */
export type SentRow = Pick<
  MessageRow,
  'id' | 'conversationId' | 'campaignId' | 'optInId' | 'number' | 'creatorNumber' | 'authorName'
>;

/** Converts a row of {@link sendPlain} to the message. */
export const sentMessage = (row: SentRow, { kind, text, userId }: PlainMessage, now: Date): MessageRow => ({
  ...EMPTY,
  ...row,
  kind,
  text,
  userId,
  createdAt: now.toISOString(),
});

// After waiting for a concurrent writer, re-reads the row so that numbers have no gaps.
const SEND = `
  held as (
    select v.id, v.brand_id, l.campaign_id, l.opt_in_id, v.last_number + 1 as number,
      case when $6::text <> 'note' then l.last_creator_number + 1 end as creator_number, i.user_id as creator_user_id
    from conversation_campaign l join conversation v on v.id = l.conversation_id join opt_in i on i.id = l.opt_in_id
    where l.opt_in_id = $1 and v.brand_id = $2 for update of v, l
  ), writing as (
    select held.*, ${AUTHOR_NAME} as author_name from held join person on person.id = $3
    where ($6 = 'note' or held.creator_user_id is not null)
      and not exists (select from message m where m.conversation_id = held.id and m.client_id = $4)
  ), sent as (
    insert into message (conversation_id, campaign_id, number, creator_number, created_at, id, opt_in_id, client_id, kind,
      text, user_id, author_name)
    select id, campaign_id, number, creator_number, $8::timestamptz, $5::uuid, opt_in_id, $4::uuid, $6::text, $7::text, $3,
      author_name from writing
    returning conversation_id
  ), counted as (
    update conversation v set last_number = w.number, last_at = $8 from writing w where v.id = w.id
  ), counted_label as (
    update conversation_campaign l set last_number = w.number,
      last_creator_number = coalesce(w.creator_number, l.last_creator_number), last_at = $8
    from writing w where l.conversation_id = w.id and l.campaign_id = w.campaign_id
  ), live_sent as (
    insert into live_event (id, audience, type, campaign_id, opt_in_id, data)
    select ${UNNUMBERED_ID}, told.audience, 'message', w.campaign_id, w.opt_in_id, told.place || jsonb_build_object(
      'message', $9::jsonb || jsonb_build_object('conversationId', w.id, 'campaignId', w.campaign_id,
        'optInId', w.opt_in_id, 'number', told.number, 'by', jsonb_build_object('id', $3::uuid, 'name', w.author_name)))
    from writing w cross join lateral (values
      ('brand:' || w.brand_id, jsonb_build_object('conversationId', w.id), w.number),
      ('user:' || w.creator_user_id, '{}', w.creator_number)
    ) told(audience, place, number)
    where told.audience is not null and told.number is not null
  )`;
