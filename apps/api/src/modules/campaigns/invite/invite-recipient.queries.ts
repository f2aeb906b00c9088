import { randomBytes } from 'node:crypto';
import type { RecentContact } from '@troupe/domain/campaigns/follow-up';
import { CONTACT_DAYS, type SkipReason } from '@troupe/domain/campaigns/invite';
import type pg from 'pg';
import { newId } from '../../../platform/id.ts';
import { mailAddressSql } from '../../discovery/creator/creator.table.ts';
import { contactSql } from './invite.table.ts';

/** A creator to invite. */
export interface Recipient {
  creatorId: string;
  username: string;
  fullname: string;
  /** The recipient address: the brand's own contact, else the public one; null when neither can be emailed. */
  email: string | null;
  /** Why the creator is skipped; null if they are invited. */
  reason: SkipReason | null;
  /** The most recent contact by a teammate or another brand of the account; null without one. */
  contact: RecentContact | null;
  /** ISO 3166; null if unknown. */
  country: string | null;
  /** The same request has already invited this creator. */
  madeBefore: boolean;
}

export interface RecipientQuery {
  brandId: string;
  campaignId: string;
  userId: string;
  /** The creators to read; null reads the whole list. */
  creatorIds: readonly string[] | null;
  listId: string | null;
  requestKey: string | null;
  /** Includes creators with a recent contact. */
  contactAnyway: boolean;
  /** Brands whose names the user may know. */
  memberOf: readonly string[];
  now: Date;
  /** The page size; reads one more to detect overflow. */
  limit: number;
}

// Sets are checked as a whole (`in`) and creators by id, so the plan doesn't depend on fresh statistics.
const RECIPIENTS = `
  with wanted as (
    select id, min(place) as place from unnest($3::uuid[]) with ordinality as given(id, place) group by id
    union all
    select item.creator_id, row_number() over (order by item.saved_at desc, item.id desc)
    from creator_list_item item
    where $3::uuid[] is null and item.list_id = $4 and item.brand_id = $1 and item.archived_at is null
    order by place limit $8
  )
  select wanted.id as "creatorId", coalesce(known.username, '') as username, known.country,
    coalesce(known.fullname, '') as fullname, known.email, made.before as "madeBefore", met.contact,
    case
      when made.before then null
      when known.username is null then 'not_found'
      when wanted.id in (select i.creator_id from invite i
        where i.campaign_id = $2 and i.cancelled_at is null) then 'already_invited'
      when known.email is null then 'no_contact'
      when lower(known.email) in (select lower(s.address) from suppression s where s.brand_id = $1) then 'suppressed'
      when met.contact is null or $9 then null
      when (met.contact->>'otherBrand')::boolean then 'contacted_by_brand'
      else 'invited_by_teammate'
    end as reason
  from wanted
  left join lateral (
    select c.username, c.fullname, c.country, ${mailAddressSql('$1', 'c')} as email
    from creator c where c.id = wanted.id and (c.brand_id is null or c.brand_id = $1)
    offset 0
  ) known on true,
  lateral (select wanted.id in (select i.creator_id from invite i
    where i.brand_id = $1 and i.request_key = $7 and i.campaign_id = $2) as before offset 0) made
  left join lateral (${contactSql({
    creator: 'wanted.id',
    address: 'known.email',
    brand: '$1',
    user: '$5',
    since: '$6',
    known: '$10',
  })}) met on true
  order by wanted.place`;

const DAY = 86_400_000;

/** Returns these creators in the given order, without duplicates, each with the reason they would be skipped. */
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
    new Date(query.now.getTime() - CONTACT_DAYS * DAY).toISOString(),
    query.requestKey,
    query.limit + 1,
    query.contactAnyway,
    query.memberOf,
  ]);
  return rows;
}

/** The fields that all invites of one request share. */
export interface NewInvites {
  brandId: string;
  campaignId: string;
  listId: string | null;
  templateId: string | null;
  savedBy: string;
  savedAt: string;
  requestKey: string | null;
}

/** Returns a random token for a personal link. */
export const inviteToken = (): string => randomBytes(18).toString('base64url');

/** Inserts invites whose emails are already in the outbox; returns their ids in the same order. */
export async function insertInvites(
  connection: Pick<pg.ClientBase, 'query'>,
  common: NewInvites,
  invites: readonly { creatorId: string; mailId: string; token: string; scheduledFor: string | null }[],
): Promise<string[]> {
  const ids = invites.map(() => newId());
  await connection.query(
    `insert into invite (id, creator_id, mail_id, token, scheduled_for, brand_id, campaign_id, list_id, template_id,
       saved_by, saved_at, request_key)
     select each.*, $6, $7, $8, $9, $10, $11, $12
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[]) as each`,
    [
      ids,
      invites.map(({ creatorId }) => creatorId),
      invites.map(({ mailId }) => mailId),
      invites.map(({ token }) => token),
      invites.map(({ scheduledFor }) => scheduledFor),
      common.brandId,
      common.campaignId,
      common.listId,
      common.templateId,
      common.savedBy,
      common.savedAt,
      common.requestKey,
    ],
  );
  return ids;
}

/** Returns the invite that a request made for a creator. */
export async function inviteOfRequest(
  connection: Pick<pg.ClientBase, 'query'>,
  {
    brandId,
    requestKey,
    campaignId,
    creatorId,
  }: { brandId: string; requestKey: string | null; campaignId: string; creatorId: string },
): Promise<string | null> {
  const { rows } = await connection.query<{ id: string }>(
    `select id from invite where brand_id = $1 and request_key = $2 and campaign_id = $3 and creator_id = $4
     order by id desc limit 1`,
    [brandId, requestKey, campaignId, creatorId],
  );
  return rows[0]?.id ?? null;
}
