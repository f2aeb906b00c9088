import { firstNameOf } from '@troupe/domain/outreach/email-template';
import { afterDelay, readerZone } from '@troupe/domain/outreach/send-time';
import type { SequenceStep } from '@troupe/domain/outreach/sequence';
import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { brandMemberTable, brandTable } from '../modules/account/brand/brand.table.ts';
import { userTable } from '../modules/account/user/user.table.ts';
import { campaignTable } from '../modules/campaigns/campaign/campaign.table.ts';
import { followUpStepTable, followUpTable } from '../modules/campaigns/follow-up/follow-up.table.ts';
import { inviteTable } from '../modules/campaigns/invite/invite.table.ts';
import { inviteToken } from '../modules/campaigns/invite/invite-recipient.queries.ts';
import { creatorTable } from '../modules/discovery/creator/creator.table.ts';
import {
  creatorListItemTable,
  creatorListTable,
} from '../modules/discovery/creator-list/creator-list.table.ts';
import {
  conversationCampaignTable,
  conversationMailTable,
  conversationTable,
  messageTable,
} from '../modules/inbox/conversation/conversation.table.ts';
import {
  writeFollowUpMessage,
  writeInviteMessages,
} from '../modules/inbox/conversation/conversation-mail.queries.ts';
import { compileEmail } from '../modules/outreach/email-template/email-template.render.ts';
import { emailTemplateTable } from '../modules/outreach/email-template/email-template.table.ts';
import { inboundMailTable, mailTable, suppressionTable } from '../modules/outreach/mail/mail.table.ts';
import { queueMails } from '../modules/outreach/mail/mail-queue.queries.ts';
import { sequenceTable } from '../modules/outreach/sequence/sequence.table.ts';
import type { Database } from '../platform/database.ts';
import { newId } from '../platform/id.ts';
import { DEMO_REPLIES, DEMO_SEQUENCES, DEMO_TEMPLATES } from './email-templates.ts';

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
  const members = await membersOf(db, brand.id);
  const recipients = await reachableOnLists(db, brand.id, DEMO_INVITES.length);
  const sequence = await insertSequences(db, brand.id, now);
  let replies = 0;
  for (const [place, { campaign, daysAgo, by, fate }] of DEMO_INVITES.entries()) {
    const campaignId = campaignOf.get(campaign);
    const to = recipients[place];
    if (!campaignId || !to?.email) continue;
    const template = templates.find((each) => each.campaigns.includes(campaign)) ?? templates[2];
    const savedAt = new Date(now.getTime() - daysAgo * 24 * HOUR - place * 0.4 * HOUR);
    const later = (hours: number) => new Date(savedAt.getTime() + hours * HOUR).toISOString();
    const token = inviteToken();
    const sender = members.find(({ email }) => email === by)?.id ?? null;
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
      savedBy: sender,
      visitedAt: fate === 'visited' || fate === 'replied' ? later(5) : null,
    });
    await writeInviteMessages(db, brand.id, [inviteId]);
    if (sequence && FOLLOWED.has(fate) && daysAgo < 10)
      await insertFollowUp(
        db,
        sequence,
        {
          id: to.id,
          username: to.username,
          country: to.country,
          email: to.email,
          inviteId,
          mailId,
          campaignId,
          brand,
          campaign,
          fate,
          token,
          name,
          subject: email.subject,
          portal,
          by: sender,
          savedAt,
        },
        now,
      );
    if (fate === 'bounced' || fate === 'unsubscribed')
      await db.insert(suppressionTable).values({
        id: newId(),
        brandId: brand.id,
        address: to.email,
        reason: fate === 'bounced' ? 'bounce' : 'unsubscribe',
        mailId,
        createdAt: later(fate === 'bounced' ? 0.1 : 30),
      });
    if (fate === 'replied')
      await insertReplyEmail(db, {
        brand,
        creatorId: to.id,
        address: to.email,
        name,
        campaignId,
        mailId,
        email,
        visible: DEMO_REPLIES[replies++ % DEMO_REPLIES.length] as string,
        savedAt,
        at: later(7),
      });
  }
}

const membersOf = (db: Database, brandId: string) =>
  db
    .select({ id: userTable.id, email: userTable.email })
    .from(userTable)
    .innerJoin(brandMemberTable, eq(brandMemberTable.userId, userTable.id))
    .where(eq(brandMemberTable.brandId, brandId));

/** Adds the creator's email that answers an invite. */
async function insertReplyEmail(
  db: Database,
  reply: {
    brand: { id: string; name: string };
    creatorId: string;
    address: string;
    name: string;
    campaignId: string;
    mailId: string;
    email: { subject: string; plain: string };
    visible: string;
    savedAt: Date;
    at: string;
  },
): Promise<void> {
  const { brand, creatorId, campaignId, visible, at } = reply;
  const inboundMailId = newId();
  await db.insert(inboundMailTable).values({
    id: inboundMailId,
    brandId: brand.id,
    mailId: reply.mailId,
    kind: 'reply',
    fromAddress: reply.address,
    visible,
    subject: `Re: ${reply.email.subject}`,
    messageId: `<${newId()}@creators.example>`,
    trust: 'none',
    rawKey: `inbound/${brand.id}/${newId()}.eml`,
    size: visible.length,
    receivedAt: at,
    body: `${visible}\n\nOn ${reply.savedAt.toUTCString()}, ${brand.name} wrote:\n${quoted(reply.email.plain)}`,
  });
  await insertReply(db, {
    brandId: brand.id,
    creatorId,
    campaignId,
    inboundMailId,
    text: visible,
    authorName: reply.name,
    at,
  });
}

/** Fates of invites that have follow-ups. */
const FOLLOWED: ReadonlySet<Outcome> = new Set(['sent', 'visited', 'replied']);

/** Inserts the brand's sequences; returns the first. */
async function insertSequences(db: Database, brandId: string, now: Date) {
  const rows = DEMO_SEQUENCES.map(({ name, steps }, place) => {
    const at = new Date(now.getTime() - (20 + place) * 24 * HOUR).toISOString();
    return {
      id: newId(),
      brandId,
      name,
      steps: steps.map(({ days, condition, body }) => ({
        id: newId(),
        delay: { unit: 'days' as const, count: days },
        condition,
        body,
      })),
      createdAt: at,
      updatedAt: at,
    };
  });
  await db.insert(sequenceTable).values(rows);
  return rows[0];
}

interface FollowedInvite {
  id: string;
  username: string;
  country: string | null;
  email: string | null;
  inviteId: string;
  mailId: string;
  campaignId: string;
  brand: { id: string; name: string };
  campaign: string;
  fate: Outcome;
  token: string;
  name: string;
  subject: string;
  portal: string;
  by: string | null;
  savedAt: Date;
}

/** Adds follow-ups to an invite: stopped where the creator replied, otherwise running, with those sent that are due. */
async function insertFollowUp(
  db: Database,
  sequence: { id: string; steps: SequenceStep[] },
  invite: FollowedInvite,
  now: Date,
): Promise<void> {
  const { brand, savedAt } = invite;
  const id = newId();
  const { zone, source } = readerZone(invite.country, 'Europe/Berlin');
  const replied = invite.fate === 'replied';
  await db.insert(followUpTable).values({
    id,
    brandId: brand.id,
    inviteId: invite.inviteId,
    campaignId: invite.campaignId,
    creatorId: invite.id,
    sequenceId: sequence.id,
    state: replied ? 'stopped' : 'running',
    stop: replied ? 'replied' : null,
    zone,
    zoneSource: source,
    lastMailId: invite.mailId,
    startedBy: invite.by,
    startedAt: savedAt.toISOString(),
    changedAt: (replied ? new Date(savedAt.getTime() + 7 * HOUR) : savedAt).toISOString(),
  });
  const [step] = sequence.steps;
  const sentAt = afterDelay(savedAt, { unit: 'days', count: 4 }, zone, true);
  if (replied || !step || sentAt >= now || !invite.email) return;
  const fill = compileEmail({ subject: '', body: step.body }, { linkBase: `${invite.portal}/invite` });
  const { html, plain } = fill({
    Name: invite.name,
    'First Name': firstNameOf(invite.name),
    Username: invite.username,
    Email: invite.email,
    'Brand Name': brand.name,
    'Campaign Name': invite.campaign,
    link: `${invite.portal}/invite/${invite.token}`,
  });
  const mail = {
    brandId: brand.id,
    kind: 'invite' as const,
    purpose: 'follow-up' as const,
    to: { address: invite.email, name: invite.name },
    subject: `Re: ${invite.subject}`,
    html,
    plain,
    dueAt: null,
    domain: DEMO_SENDER.domain,
    unsubscribable: true,
    inReplyTo: `<${invite.mailId}@${DEMO_SENDER.domain}>`,
  };
  const [mailId = ''] = await queueMails(db, [mail], sentAt);
  const at = sentAt.toISOString();
  await db
    .update(mailTable)
    .set({ status: 'sent', attempts: 1, sendingAt: at, sentAt: at })
    .where(eq(mailTable.id, mailId));
  await db.insert(followUpStepTable).values({
    id: newId(),
    brandId: brand.id,
    followUpId: id,
    stepId: step.id,
    number: 1,
    condition: step.condition,
    mailId,
    decidedAt: at,
  });
  const next = afterDelay(sentAt, { unit: 'days', count: 5 }, zone, true).toISOString();
  await db.update(followUpTable).set({ lastMailId: mailId, nextAt: next }).where(eq(followUpTable.id, id));
  const [conversation] = await db
    .select({ id: conversationTable.id })
    .from(conversationTable)
    .where(and(eq(conversationTable.brandId, brand.id), eq(conversationTable.creatorId, invite.id)));
  if (conversation)
    await db
      .insert(conversationMailTable)
      .values({ mailId, conversationId: conversation.id, campaignId: invite.campaignId });
  await writeFollowUpMessage(db, brand.id, mailId);
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
      country: creatorTable.country,
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
