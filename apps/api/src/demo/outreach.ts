import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { brandMemberTable, brandTable } from '../modules/account/brand/brand.table.ts';
import { userTable } from '../modules/account/user/user.table.ts';
import { campaignTable } from '../modules/campaigns/campaign/campaign.table.ts';
import { inviteTable } from '../modules/campaigns/invite/invite.table.ts';
import { inviteToken } from '../modules/campaigns/invite/invite-recipient.queries.ts';
import { creatorTable } from '../modules/discovery/creator/creator.table.ts';
import {
  creatorListItemTable,
  creatorListTable,
} from '../modules/discovery/creator-list/creator-list.table.ts';
import {
  conversationCampaignTable,
  conversationTable,
  messageTable,
} from '../modules/inbox/conversation/conversation.table.ts';
import { writeInviteMessages } from '../modules/inbox/conversation/conversation-mail.queries.ts';
import { compileEmail } from '../modules/outreach/email-template/email-template.render.ts';
import { emailTemplateTable } from '../modules/outreach/email-template/email-template.table.ts';
import { inboundMailTable, mailTable, suppressionTable } from '../modules/outreach/mail/mail.table.ts';
import { queueMails } from '../modules/outreach/mail/mail-queue.queries.ts';
import type { Database } from '../platform/database.ts';
import { newId } from '../platform/id.ts';
import { DEMO_REPLIES, DEMO_TEMPLATES } from './email-templates.ts';

const HOUR = 3_600_000;

/** The brand that has already invited creators, with its sending domain. */
export const DEMO_SENDER = { brand: 'Larkmoor', domain: 'mail.larkmoor.example' };

type Outcome = 'sent' | 'visited' | 'replied' | 'bounced' | 'unsubscribed';

/** Past invites: campaign, age in days, sender and outcome. */
const DEMO_INVITES: { campaign: string; daysAgo: number; by: string; fate: Outcome }[] = [
  { campaign: 'Autumn Trail Kit', daysAgo: 2, by: 'member@troupe.test', fate: 'sent' },
  { campaign: 'Autumn Trail Kit', daysAgo: 3, by: 'member@troupe.test', fate: 'visited' },
  { campaign: 'Autumn Trail Kit', daysAgo: 5, by: 'owner@troupe.test', fate: 'replied' },
  { campaign: 'First Light Runs', daysAgo: 8, by: 'owner@troupe.test', fate: 'sent' },
  { campaign: 'Autumn Trail Kit', daysAgo: 9, by: 'owner@troupe.test', fate: 'bounced' },
  { campaign: 'Autumn Trail Kit', daysAgo: 9, by: 'owner@troupe.test', fate: 'replied' },
  { campaign: 'First Light Runs', daysAgo: 12, by: 'member@troupe.test', fate: 'replied' },
  { campaign: 'First Light Runs', daysAgo: 13, by: 'member@troupe.test', fate: 'visited' },
  { campaign: 'First Light Runs', daysAgo: 13, by: 'owner@troupe.test', fate: 'unsubscribed' },
  { campaign: 'Summer Ridge', daysAgo: 96, by: 'owner@troupe.test', fate: 'replied' },
  { campaign: 'Summer Ridge', daysAgo: 97, by: 'owner@troupe.test', fate: 'visited' },
  { campaign: 'Summer Ridge', daysAgo: 97, by: 'owner@troupe.test', fate: 'bounced' },
];

/** Inserts a demo brand's email templates and sent invites with their outcomes. */
export async function insertOutreach(
  db: Database,
  { now, portal }: { now: Date; portal: string },
): Promise<void> {
  const [brand] = await db.select().from(brandTable).where(eq(brandTable.name, DEMO_SENDER.brand));
  if (!brand) return;
  const campaigns = await db.select().from(campaignTable).where(eq(campaignTable.brandId, brand.id));
  const campaignOf = new Map(campaigns.map(({ title, id }) => [title, id]));
  const templates = await insertTemplates(db, brand.id, campaignOf, { now, portal });
  const members = await db
    .select({ id: userTable.id, email: userTable.email })
    .from(userTable)
    .innerJoin(brandMemberTable, eq(brandMemberTable.userId, userTable.id))
    .where(eq(brandMemberTable.brandId, brand.id));
  const recipients = await reachableOnLists(db, brand.id, DEMO_INVITES.length);
  let replies = 0;
  for (const [place, { campaign, daysAgo, by, fate }] of DEMO_INVITES.entries()) {
    const campaignId = campaignOf.get(campaign);
    const to = recipients[place];
    if (!campaignId || !to?.email) continue;
    const template = templates.find((each) => each.campaigns.includes(campaign)) ?? templates[2];
    const savedAt = new Date(now.getTime() - daysAgo * 24 * HOUR - place * 0.4 * HOUR);
    const later = (hours: number) => new Date(savedAt.getTime() + hours * HOUR).toISOString();
    const token = inviteToken();
    const name = to.fullname || to.username;
    const email = template?.fill({
      Name: name,
      Username: to.username,
      Email: to.email,
      'Brand Name': brand.name,
      'Campaign Name': campaign,
      link: `${portal}/invite/${token}`,
    });
    if (!email) continue;
    const mail = { brandId: brand.id, kind: 'invite' as const, to: { address: to.email, name }, ...email };
    const envelope = { dueAt: null, domain: DEMO_SENDER.domain, unsubscribable: true };
    const [mailId = ''] = await queueMails(db, [{ ...mail, ...envelope }], savedAt);
    await db.update(mailTable).set(stateOf(fate, later)).where(eq(mailTable.id, mailId));
    const inviteId = newId();
    await db.insert(inviteTable).values({
      id: inviteId,
      brandId: brand.id,
      campaignId,
      creatorId: to.id,
      listId: to.listId,
      mailId,
      token,
      templateId: template?.id ?? null,
      savedAt: savedAt.toISOString(),
      savedBy: members.find(({ email }) => email === by)?.id ?? null,
      visitedAt: fate === 'visited' || fate === 'replied' ? later(5) : null,
    });
    await writeInviteMessages(db, brand.id, [inviteId]);
    if (fate === 'bounced' || fate === 'unsubscribed') {
      const reason = fate === 'bounced' ? ('bounce' as const) : ('unsubscribe' as const);
      await db.insert(suppressionTable).values({
        id: newId(),
        brandId: brand.id,
        address: to.email,
        reason,
        mailId,
        createdAt: later(fate === 'bounced' ? 0.1 : 30),
      });
    }
    if (fate === 'replied') {
      const visible = DEMO_REPLIES[replies++ % DEMO_REPLIES.length] as string;
      const inboundMailId = newId();
      await db.insert(inboundMailTable).values({
        id: inboundMailId,
        brandId: brand.id,
        mailId,
        kind: 'reply',
        fromAddress: to.email,
        visible,
        subject: `Re: ${email.subject}`,
        messageId: `<${newId()}@creators.example>`,
        trust: 'none',
        rawKey: `inbound/${brand.id}/${newId()}.eml`,
        size: visible.length,
        receivedAt: later(7),
        body: `${visible}\n\nOn ${new Date(savedAt).toUTCString()}, ${brand.name} wrote:\n${quoted(email.plain)}`,
      });
      await insertReply(db, {
        brandId: brand.id,
        creatorId: to.id,
        campaignId,
        inboundMailId,
        text: visible,
        authorName: name,
        at: later(7),
      });
    }
  }
}

const quoted = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

/** Adds an already read reply to the conversation with its creator. */
async function insertReply(
  db: Database,
  {
    brandId,
    creatorId,
    at,
    ...message
  }: Pick<typeof messageTable.$inferInsert, 'campaignId' | 'inboundMailId' | 'text' | 'authorName'> & {
    campaignId: string;
    brandId: string;
    creatorId: string;
    at: string;
  },
): Promise<void> {
  const ofCreator = and(eq(conversationTable.brandId, brandId), eq(conversationTable.creatorId, creatorId));
  const [conversation] = await db.select().from(conversationTable).where(ofCreator);
  if (!conversation) return;
  const { id: conversationId, lastAt } = conversation;
  const number = conversation.lastNumber + 1;
  await db.insert(messageTable).values({
    id: newId(),
    clientId: newId(),
    conversationId,
    number,
    byEmail: true,
    ...message,
    kind: 'creator',
    createdAt: at,
    readAt: at,
  });
  const last = lastAt !== null && lastAt > at ? lastAt : at;
  await db.update(conversationTable).set({ lastNumber: number, lastAt: last }).where(ofCreator);
  await db
    .update(conversationCampaignTable)
    .set({ lastNumber: number, lastAt: last })
    .where(
      and(
        eq(conversationCampaignTable.conversationId, conversationId),
        eq(conversationCampaignTable.campaignId, message.campaignId),
      ),
    );
}

/** Returns the columns of a sent email and its outcome. */
function stateOf(fate: Outcome, later: (hours: number) => string): Partial<typeof mailTable.$inferInsert> {
  const sent = { status: 'sent' as const, attempts: 1, sendingAt: later(0.01), sentAt: later(0.01) };
  if (fate === 'replied') return { ...sent, repliedAt: later(7) };
  if (fate === 'unsubscribed') return { ...sent, unsubscribedAt: later(30) };
  if (fate !== 'bounced') return sent;
  return {
    ...sent,
    status: 'bounced',
    bouncedAt: later(0.1),
    statusReason: "This mailbox doesn't exist.",
    answer: '550 5.1.1 No such user here',
  };
}

async function insertTemplates(
  db: Database,
  brandId: string,
  campaignOf: ReadonlyMap<string, string>,
  { now, portal }: { now: Date; portal: string },
) {
  const made = DEMO_TEMPLATES.map((template, place) => {
    const at = new Date(now.getTime() - (120 - place * 30) * 24 * HOUR).toISOString();
    return { ...template, id: newId(), at, fill: compileEmail(template, { linkBase: `${portal}/invite` }) };
  });
  await db.insert(emailTemplateTable).values(
    made.map(({ id, label, subject, body, campaigns, at }) => ({
      id,
      brandId,
      label,
      subject,
      body,
      createdAt: at,
      updatedAt: at,
      campaignIds: campaigns.flatMap((title) => campaignOf.get(title) ?? []),
    })),
  );
  return made;
}

/** Returns creators on the brand's lists with an email address, without duplicates. */
async function reachableOnLists(db: Database, brandId: string, count: number) {
  const rows = await db
    .select({
      id: creatorTable.id,
      username: creatorTable.username,
      fullname: creatorTable.fullname,
      email: creatorTable.contactEmail,
      listId: creatorListTable.id,
    })
    .from(creatorListItemTable)
    .innerJoin(creatorListTable, eq(creatorListTable.id, creatorListItemTable.listId))
    .innerJoin(creatorTable, eq(creatorTable.id, creatorListItemTable.creatorId))
    .where(
      and(
        eq(creatorListItemTable.brandId, brandId),
        isNull(creatorListItemTable.archivedAt),
        isNotNull(creatorTable.contactEmail),
        isNull(creatorTable.contactsError),
        inArray(creatorListTable.title, ['Autumn Trail Kit shortlist', 'Iberia, always on']),
      ),
    )
    .orderBy(asc(creatorListItemTable.savedAt), asc(creatorListItemTable.id));
  return [...new Map(rows.map((row) => [row.id, row])).values()].slice(0, count);
}
