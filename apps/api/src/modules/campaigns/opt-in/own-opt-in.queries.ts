import type { NewOptIn, OptIn, Shipment } from '@troupe/domain/campaigns/opt-in';
import { ratingAverage } from '@troupe/domain/campaigns/opt-in';
import type { Platform } from '@troupe/domain/discovery/creator';
import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { z } from 'zod';
import type { Database } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { newId } from '../../../platform/id.ts';
import { creatorTable } from '../../discovery/creator/creator.table.ts';
import { campaignTable } from '../campaign/campaign.table.ts';
import { inviteTable } from '../invite/invite.table.ts';
import { OFFER_COLUMNS, offerColumns } from './offer.queries.ts';
import { creatorClaimTable, optInTable } from './opt-in.table.ts';
import { addOptInEvents, optInChanged, type StoredOptIn } from './opt-in-change.queries.ts';

type OwnRow = Omit<OptIn, 'unseen' | 'socialProfile' | 'rating'> & {
  username: string;
  platform: Platform;
  rating: { content: number; creativity: number; communication: number; overall: number } | null;
};

/**
 * Returns a creator's opt-ins, last changed first, or only the one with this id. Ratings are included once completed.
 */
export async function readOwnOptIns(pool: pg.Pool, userId: string, optInId: string | null = null) {
  const { rows } = await pool.query<OwnRow>({
    name: 'own-opt-ins',
    text: `select i.id, i.campaign_id as "campaignId", i.status, i.reason, i.created_at as created,
        i.updated_at as updated, i.version, i.pitch, i.asked_fee as "askedFee", i.answers, i.agreement,
        i.terms_accepted_at as "termsAccepted", case when i.status = 'completed' then i.rating end as rating,
        i.shipment, c.username, c.platform, ${OFFER_COLUMNS},
        (select count(*) from message m where m.opt_in_id = i.id and m.kind = 'brand' and m.number is not null
          and m.read_at is null) as "unreadMessageCount"
      from opt_in i join creator c on c.id = i.creator_id
      where i.user_id = $1 and ($2::uuid is null or i.id = $2)
      order by i.updated_at desc, i.id desc`,
    values: [userId, optInId],
  });
  return rows.map((row) => ({
    ...row,
    ...offerColumns(row),
    rating: row.rating && { ...row.rating, average: ratingAverage(row.rating) },
  }));
}

/** Locks a campaign against changes for the transaction; null if not found. */
export async function lockCampaignForOptIn(db: Database, campaignId: string) {
  const [row] = await db.select().from(campaignTable).where(eq(campaignTable.id, campaignId)).for('share');
  return row ?? null;
}

/** Returns a profile that the account has verified and the brand may see; null otherwise. */
export async function readOwnProfile(db: Database, userId: string, creatorId: string, brandId: string) {
  const [row] = await db
    .select({
      id: creatorTable.id,
      platform: creatorTable.platform,
      username: creatorTable.username,
      byInvite: creatorClaimTable.byInvite,
    })
    .from(creatorClaimTable)
    .innerJoin(creatorTable, eq(creatorTable.id, creatorClaimTable.creatorId))
    .where(
      and(
        eq(creatorClaimTable.userId, userId),
        eq(creatorClaimTable.creatorId, creatorId),
        isNotNull(creatorClaimTable.claimedAt),
        or(isNull(creatorTable.brandId), eq(creatorTable.brandId, brandId)),
      ),
    );
  return row ?? null;
}

/** Returns the opt-in that the account or one of the creators already has in a campaign; null if none has one. */
export async function readPresentOptIn(
  db: Database,
  campaignId: string,
  userId: string,
  creatorIds: readonly string[],
) {
  const [row] = await db
    .select()
    .from(optInTable)
    .where(
      and(
        eq(optInTable.campaignId, campaignId),
        or(eq(optInTable.userId, userId), inArray(optInTable.creatorId, [...creatorIds])),
      ),
    )
    .orderBy(sql`${optInTable.userId} = ${userId} desc nulls last`)
    .limit(1);
  return row ?? null;
}

/** Returns the invite that led to an opt-in: from the personal link, else the one to a profile of the account. */
export async function readLeadingInvite(
  db: Database,
  campaignId: string,
  userId: string,
  token: string | null,
): Promise<string | null> {
  const [row] = await db
    .select({ id: inviteTable.id })
    .from(inviteTable)
    .where(
      and(
        eq(inviteTable.campaignId, campaignId),
        isNull(inviteTable.cancelledAt),
        or(
          token === null ? undefined : eq(inviteTable.token, token),
          sql`${inviteTable.creatorId} in (select creator_id from creator_claim
            where user_id = ${userId} and claimed_at is not null)`,
        ),
      ),
    )
    .orderBy(sql`${inviteTable.token} = ${token ?? ''} desc`)
    .limit(1);
  return row?.id ?? null;
}

const NOTHING_SENT: Shipment = {
  state: 'none',
  address: null,
  carrier: null,
  tracking: null,
  shipped: null,
  received: null,
};

/** Inserts an opt-in with its first history line and publishes it to both sides. */
export async function insertOptIn(
  db: Database,
  values: Pick<
    StoredOptIn,
    'brandId' | 'campaignId' | 'creatorId' | 'inviteId' | 'agreement' | 'answers' | 'termsVersion'
  > & { userId: string } & Pick<z.output<typeof NewOptIn>, 'pitch' | 'askedFee'>,
  now: Date,
): Promise<string> {
  const at = now.toISOString();
  const [row] = await db
    .insert(optInTable)
    .values({
      ...values,
      id: newId(),
      shipment: NOTHING_SENT,
      termsAcceptedAt: at,
      createdAt: at,
      updatedAt: at,
    })
    .returning();
  if (!row) throw new Error('failed to insert an opt-in');
  await addOptInEvents(db, row.id, [{ kind: 'opted-in', text: 'Opted in' }], values.userId, now);
  await publish(db, optInChanged(row), now);
  return row.id;
}
