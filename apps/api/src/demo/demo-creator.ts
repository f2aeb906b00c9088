import { profileUrlOf } from '@troupe/domain/discovery/creator';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { brandTable } from '../modules/account/brand/brand.table.ts';
import { userTable } from '../modules/account/user/user.table.ts';
import { campaignTable } from '../modules/campaigns/campaign/campaign.table.ts';
import { inviteTable } from '../modules/campaigns/invite/invite.table.ts';
import { inviteToken } from '../modules/campaigns/invite/invite-recipient.queries.ts';
import { creatorClaimTable } from '../modules/campaigns/opt-in/opt-in.table.ts';
import { creatorTable } from '../modules/discovery/creator/creator.table.ts';
import { mailTable } from '../modules/outreach/mail/mail.table.ts';
import { queueMails } from '../modules/outreach/mail/mail-queue.queries.ts';
import type { Database } from '../platform/database.ts';
import { followersOf } from './creators.ts';
import { Random } from './random.ts';

const HOUR = 3_600_000;
const SEED = 38_013;
const at = (time: number) => new Date(time).toISOString();

/** The demo creator's account and profile. */
export const DEMO_CREATOR = { email: 'creator@troupe.test', username: 'cleo.runs', fullname: 'Cleo Arden' };

/** The profile data needed to opt in. */
export interface Profile {
  id: string;
  username: string;
  fullname: string;
  contactEmail: string | null;
}

/** Marks a profile as claimed by an account. */
export async function claim(
  db: Database,
  { id, userId, creatorId, moment }: { id: string; userId: string; creatorId: string; moment: number },
): Promise<void> {
  const times = { claimedAt: at(moment), createdAt: at(moment) };
  await db.insert(creatorClaimTable).values({ id, userId, creatorId, code: 'troupe-demo', ...times });
  await db.update(creatorTable).set({ userId }).where(eq(creatorTable.id, creatorId));
}

/** Claims an unused profile for the demo creator; null if there is none. */
export async function insertDemoCreator(
  db: Database,
  now: Date,
): Promise<(Profile & { userId: string }) | null> {
  const [person] = await db.select().from(userTable).where(eq(userTable.email, DEMO_CREATOR.email));
  const [profile] = await db
    .select()
    .from(creatorTable)
    .where(
      and(
        eq(creatorTable.platform, 'instagram'),
        isNull(creatorTable.brandId),
        isNull(creatorTable.userId),
        sql`${creatorTable.categories} && array['Running', 'Outdoor']`,
        sql`${creatorTable.followerCount} between 10000 and 90000`,
        sql`${creatorTable.id} not in (select creator_id from creator_list_item union select creator_id from invite)`,
      ),
    )
    .orderBy(sql`md5(${creatorTable.username})`)
    .limit(1);
  if (!person || !profile) return null;
  const { email, username, fullname } = DEMO_CREATOR;
  const named = { username, fullname, profileUrl: profileUrlOf('instagram', username), contactEmail: email };
  const followerCount = followersOf('instagram', username);
  await db
    .update(creatorTable)
    .set({ ...named, followerCount, contactsFetchedAt: now.toISOString(), contactsError: null })
    .where(eq(creatorTable.id, profile.id));
  const random = new Random(SEED);
  const moment = now.getTime() - 400 * 24 * HOUR;
  await claim(db, { id: random.id(moment), userId: person.id, creatorId: profile.id, moment });
  return { id: profile.id, userId: person.id, ...named };
}

/** Inserts an unanswered invite to the demo creator from another brand. */
export async function inviteDemoCreator(
  db: Database,
  cleo: Profile,
  { now, portal }: { now: Date; portal: string },
): Promise<void> {
  const [found] = await db
    .select({ brand: brandTable, campaign: campaignTable })
    .from(campaignTable)
    .innerJoin(brandTable, eq(brandTable.id, campaignTable.brandId))
    .where(eq(campaignTable.title, 'Cold Brew Season'));
  if (!found) return;
  const { brand, campaign } = found;
  const random = new Random(SEED + 1);
  const sentAt = new Date(now.getTime() - 30 * HOUR);
  const token = inviteToken();
  const link = `${portal}/invite/${token}`;
  const intro = `Hi ${cleo.fullname},\n\n${brand.name} would love to work with you on “${campaign.title}”.`;
  const [mailId = ''] = await queueMails(
    db,
    [
      {
        brandId: brand.id,
        kind: 'invite',
        to: { address: DEMO_CREATOR.email, name: cleo.fullname },
        subject: `${campaign.title} with ${brand.name}`,
        plain: `${intro}\n\n${link}\n`,
        html: `<p>${intro.replace('\n\n', '</p><p>')}</p><p><a href="${link}">View campaign</a></p>`,
        dueAt: null,
        domain: 'copperandbean.example',
        unsubscribable: true,
      },
    ],
    sentAt,
  );
  const sent = sentAt.toISOString();
  await db
    .update(mailTable)
    .set({ status: 'sent', attempts: 1, sendingAt: sent, sentAt: sent })
    .where(eq(mailTable.id, mailId));
  await db.insert(inviteTable).values({
    id: random.id(sentAt.getTime()),
    brandId: brand.id,
    campaignId: campaign.id,
    creatorId: cleo.id,
    mailId,
    token,
    savedAt: sent,
  });
}
