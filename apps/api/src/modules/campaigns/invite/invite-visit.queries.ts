import { coverUrlOf } from '@troupe/domain/campaigns/campaign';
import { EMPTY_BRIEF } from '@troupe/domain/campaigns/campaign-brief';
import type { InviteBrief } from '@troupe/domain/campaigns/invite';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { creatorTable } from '../../discovery/creator/creator.table.ts';
import { mailTable } from '../../outreach/mail/mail.table.ts';
import { campaignTable } from '../campaign/campaign.table.ts';
import { inviteTable } from './invite.table.ts';

/** Returns what a personal link shows and records the first visit; null if the link is unknown. */
export async function visitInvite(
  db: Database,
  token: string,
  apiOrigin: string,
  now: string,
): Promise<InviteBrief | null> {
  const [row] = await db
    .select({
      id: inviteTable.id,
      visitedAt: inviteTable.visitedAt,
      brandName: brandTable.name,
      brandWebsite: brandTable.website,
      campaignId: inviteTable.campaignId,
      platform: creatorTable.platform,
      username: creatorTable.username,
      fullname: creatorTable.fullname,
      title: campaignTable.title,
      socialChannels: campaignTable.socialChannels,
      maxPaidAmount: campaignTable.maxPaidAmount,
      status: campaignTable.status,
      brief: campaignTable.brief,
      email: mailTable.toAddress,
      claimed: sql<boolean>`${creatorTable.userId} is not null or exists (select from opt_in o
        where o.campaign_id = ${inviteTable.campaignId} and o.creator_id = ${inviteTable.creatorId})`,
    })
    .from(inviteTable)
    .innerJoin(brandTable, eq(brandTable.id, inviteTable.brandId))
    .innerJoin(campaignTable, eq(campaignTable.id, inviteTable.campaignId))
    .innerJoin(creatorTable, eq(creatorTable.id, inviteTable.creatorId))
    .leftJoin(mailTable, eq(mailTable.id, inviteTable.mailId))
    .where(and(eq(inviteTable.token, token), isNull(inviteTable.cancelledAt)));
  if (!row) return null;
  if (row.visitedAt === null) {
    await db
      .update(inviteTable)
      .set({ visitedAt: now })
      .where(and(eq(inviteTable.id, row.id), isNull(inviteTable.visitedAt)));
  }
  const brief = { ...EMPTY_BRIEF, ...row.brief };
  return {
    brandName: row.brandName,
    brandWebsite: row.brandWebsite,
    creatorName: row.fullname || row.username,
    profile: { platform: row.platform, username: row.username },
    // Links get forwarded: don't reveal the email once the profile has an account.
    email: row.claimed ? '' : (row.email ?? ''),
    campaign: {
      // The response schema drops what must not leave.
      ...brief,
      id: row.campaignId,
      title: row.title,
      socialChannels: row.socialChannels,
      maxPaidAmount: row.maxPaidAmount,
      open: row.status === 'publish' && !(brief.closes && Date.parse(brief.closes) <= Date.parse(now)),
      coverUrl: coverUrlOf(apiOrigin, row.campaignId, brief.cover),
    },
  };
}
