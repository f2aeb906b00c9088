import type { FollowUpSkip, RecentContact } from '@troupe/domain/campaigns/follow-up';
import { CONTACT_DAYS } from '@troupe/domain/campaigns/invite';
import type { ReaderZone } from '@troupe/domain/outreach/send-time';
import type pg from 'pg';
import { newId } from '../../../platform/id.ts';
import { contactSql, STOP_SQL } from '../invite/invite.table.ts';

/** The fields that all follow-ups of one request share. */
export interface NewFollowUps {
  brandId: string;
  campaignId: string;
  sequenceId: string;
  startedBy: string;
  startedAt: string;
}

/** Inserts follow-ups of invites that have none. */
export async function insertFollowUps(
  connection: Pick<pg.ClientBase, 'query'>,
  { brandId, campaignId, sequenceId, startedBy, startedAt }: NewFollowUps,
  invites: readonly { inviteId: string; creatorId: string; mailId: string; zone: ReaderZone }[],
): Promise<void> {
  await connection.query(
    `insert into follow_up (id, invite_id, creator_id, last_mail_id, zone, zone_source, brand_id, campaign_id,
       sequence_id, started_by, changed_by, started_at, changed_at)
     select each.*, $7, $8, $9, $10, $10, $11, $11
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[]) as each
     on conflict (invite_id) do nothing`,
    [
      invites.map(() => newId()),
      invites.map(({ inviteId }) => inviteId),
      invites.map(({ creatorId }) => creatorId),
      invites.map(({ mailId }) => mailId),
      invites.map(({ zone }) => zone.zone),
      invites.map(({ zone }) => zone.source),
      brandId,
      campaignId,
      sequenceId,
      startedBy,
      startedAt,
    ],
  );
}

/** An invite that follow-ups are to be added to. */
export interface InviteToFollow {
  inviteId: string;
  campaignId: string;
  creatorId: string;
  mailId: string;
  country: string | null;
  username: string;
  /** Null if follow-ups can be added. */
  reason: FollowUpSkip | null;
  contact: RecentContact | null;
}

const DAY = 86_400_000;

/** Locks invites and returns them with the reason why they can't get follow-ups, if any. */
export async function readInvitesToFollow(
  connection: Pick<pg.ClientBase, 'query'>,
  query: {
    brandId: string;
    userId: string;
    inviteIds: readonly string[];
    contactAnyway: boolean;
    memberOf: readonly string[];
    now: Date;
  },
): Promise<InviteToFollow[]> {
  const { rows } = await connection.query<InviteToFollow>(
    `select i.id as "inviteId", i.campaign_id as "campaignId", i.creator_id as "creatorId", i.mail_id as "mailId",
       c.country, c.username, met.contact,
       case
         when exists (select from follow_up own where own.invite_id = i.id) then 'has-follow-ups'
         when m.status in ('failed', 'suppressed') then 'not-sent'
         when (${STOP_SQL}) is not null then 'stopped'
         when met.contact is not null and not $4 then 'contacted'
       end as reason
     from invite i join mail m on m.id = i.mail_id join campaign g on g.id = i.campaign_id
       join creator c on c.id = i.creator_id
       cross join lateral (select null::uuid as id, i.brand_id, i.campaign_id, i.creator_id, i.mail_id as last_mail_id,
         $2::timestamptz as started_at) f
       left join lateral (${contactSql({
         creator: 'i.creator_id',
         address: 'm.to_address',
         brand: '$1',
         user: '$5',
         since: '$6',
         known: '$7',
       })}) met on true
     where i.brand_id = $1 and i.id = any($3::uuid[])
     order by i.id for update of i`,
    [
      query.brandId,
      query.now.toISOString(),
      query.inviteIds,
      query.contactAnyway,
      query.userId,
      new Date(query.now.getTime() - CONTACT_DAYS * DAY).toISOString(),
      query.memberOf,
    ],
  );
  return rows;
}
