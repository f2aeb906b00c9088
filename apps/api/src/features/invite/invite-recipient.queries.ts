import { randomBytes } from 'node:crypto';
import { type SkipReason, TEAMMATE_DAYS } from '@troupe/domain/invite';
import type pg from 'pg';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/id.ts';
import { inviteTable } from './invite.table.ts';

/** A creator somebody wants to invite. */
export interface Recipient {
  creatorId: string;
  username: string;
  fullname: string;
  /** Where the mail goes: what the brand knows itself, else what is known to all. Null when neither can be mailed. */
  email: string | null;
  /** Why the creator is left out; null for those who are invited. */
  reason: SkipReason | null;
  /** The invite that the same request has made already. */
  madeBefore: string | null;
}

export interface RecipientQuery {
  brandId: string;
  campaignId: string;
  userId: string;
  /** These creators, or with null everybody on the list. */
  creatorIds: readonly string[] | null;
  listId: string | null;
  requestKey: string | null;
  now: Date;
  /** At most so many, and one more to tell that there are too many. */
  limit: number;
}

// Addresses come from imports and providers: what could not stand in the head of a mail is none.
const MAILABLE = `'^[[:alnum:]!#$%&''*+/=?^_{|}~.-]+@[[:alnum:]-]+([.][[:alnum:]-]+)+$'`;
const address = (column: string) => `case when trim(${column}) ~ ${MAILABLE} then trim(${column}) end`;

const RECIPIENTS = `
  with wanted as (
    select id, min(place) as place from unnest($3::uuid[]) with ordinality as given(id, place) group by id
    union all
    select item.creator_id, row_number() over (order by item.saved_at desc, item.id desc)
    from creator_list_item item
    where $3::uuid[] is null and item.list_id = $4 and item.brand_id = $1 and item.archived_at is null
    order by place limit $8
  ), known as (
    select wanted.id, wanted.place, c.id is not null as found, c.username, c.fullname,
      coalesce(${address('k.email')}, ${address('c.contact_email')}) as email
    from wanted
    left join creator c on c.id = wanted.id and (c.brand_id is null or c.brand_id = $1)
    left join creator_contact k on k.creator_id = c.id and k.brand_id = $1
  )
  select known.id as "creatorId", coalesce(known.username, '') as username, coalesce(known.fullname, '') as fullname,
    known.email, made.id as "madeBefore",
    case
      when made.id is not null then null
      when not known.found then 'not_found'
      when exists (select from invite i
        where i.campaign_id = $2 and i.creator_id = known.id and i.cancelled_at is null) then 'already_invited'
      when known.email is null then 'no_contact'
      when exists (select from suppression s
        where s.brand_id = $1 and lower(s.address) = lower(known.email)) then 'suppressed'
      when exists (select from invite i
        where i.brand_id = $1 and i.creator_id = known.id and i.cancelled_at is null
          and i.saved_at > $6 and i.saved_by is distinct from $5) then 'invited_by_teammate'
    end as reason
  from known
  left join invite made on made.brand_id = $1 and made.request_key = $7 and made.campaign_id = $2
    and made.creator_id = known.id
  order by known.place`;

const DAY = 86_400_000;

/** Who of these would be invited, and why the others not. In the order given, each creator once. */
export async function readRecipients(
  connection: Pick<pg.ClientBase, 'query'>,
  query: RecipientQuery,
): Promise<Recipient[]> {
  const { rows } = await connection.query<Recipient>(RECIPIENTS, [
    query.brandId,
    query.campaignId,
    query.creatorIds,
    query.listId,
    query.userId,
    new Date(query.now.getTime() - TEAMMATE_DAYS * DAY).toISOString(),
    query.requestKey,
    query.limit + 1,
  ]);
  return rows;
}

/** What invites of one request have in common. */
export interface NewInvites {
  brandId: string;
  campaignId: string;
  listId: string | null;
  templateId: string | null;
  savedBy: string;
  savedAt: string;
  scheduledFor: string | null;
  requestKey: string | null;
}

/** A personal link's secret. */
export const inviteToken = (): string => randomBytes(18).toString('base64url');

/** Keeps invites whose mails are in the outbox already; answers their ids in the same order. */
export async function insertInvites(
  db: Database,
  common: NewInvites,
  invites: readonly { creatorId: string; mailId: string; token: string }[],
): Promise<string[]> {
  if (invites.length === 0) return [];
  const rows = invites.map((invite) => ({ ...common, ...invite, id: newId() }));
  await db.insert(inviteTable).values(rows);
  return rows.map(({ id }) => id);
}
