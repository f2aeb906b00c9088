import { and, desc, eq, inArray } from 'drizzle-orm';
import { brandMemberTable, brandTable } from '../modules/account/brand/brand.table.ts';
import { userTable } from '../modules/account/user/user.table.ts';
import { campaignTable } from '../modules/campaigns/campaign/campaign.table.ts';
import { optInTable } from '../modules/campaigns/opt-in/opt-in.table.ts';
import { creatorTable } from '../modules/discovery/creator/creator.table.ts';
import {
  conversationCampaignTable,
  conversationTable,
  messageTable,
  savedReplyTable,
} from '../modules/inbox/conversation/conversation.table.ts';
import type { Database } from '../platform/database.ts';
import { DEMO_BRANDS } from './brands.ts';
import { type DemoLine, TALKS, UNREAD } from './conversation-texts.ts';
import { DEMO_CREATOR } from './demo-creator.ts';
import { Random } from './random.ts';

const HOUR = 3_600_000;
const SEED = 41_011;
/** The number of pending creators who have written. */
const PENDING_WITH_MESSAGES = 7;
const at = (time: number) => new Date(time).toISOString();

/** Inserts conversations between demo brands and creators, with as many unread messages as each campaign specifies. */
export async function insertConversations(db: Database, { now }: { now: Date }): Promise<void> {
  const random = new Random(SEED);
  for (const { name, campaigns } of DEMO_BRANDS) {
    const unread = new Map(campaigns.map((campaign) => [campaign.title, campaign.unread]));
    const [brand] = await db.select().from(brandTable).where(eq(brandTable.name, name));
    if (brand) await insertOfBrand(db, random, { brandId: brand.id, unread, now });
  }
}

interface OfBrand {
  brandId: string;
  /** Unread messages by campaign. */
  unread: ReadonlyMap<string, number>;
  now: Date;
}

async function insertOfBrand(
  db: Database,
  random: Random,
  { brandId, unread: wanted, now }: OfBrand,
): Promise<void> {
  const team = await db
    .select({ id: userTable.id, firstName: userTable.firstName, lastName: userTable.lastName })
    .from(brandMemberTable)
    .innerJoin(userTable, eq(userTable.id, brandMemberTable.userId))
    .where(eq(brandMemberTable.brandId, brandId))
    .orderBy(brandMemberTable.createdAt, brandMemberTable.userId);
  const campaigns = await db.select().from(campaignTable).where(eq(campaignTable.brandId, brandId));
  await insertSavedReplies(db, random, brandId, now);
  for (const campaign of campaigns) {
    const optIns = await talkingOptIns(db, campaign.id);
    const talk = TALKS[campaign.title];
    if (optIns.length === 0 || !talk) continue;
    let unread = wanted.get(campaign.title) ?? 0;
    for (const [place, optIn] of optIns.entries()) {
      const isPending = optIn.status === 'pending';
      const scripts = isPending
        ? talk.waiting
        : talk[optIn.shipment.state === 'received' ? 'received' : 'before'];
      const lines: DemoLine[] = [
        ...(isPending ? [] : [['event', 'Approved'] satisfies DemoLine]),
        ...(scripts[place % scripts.length] ?? []),
      ];
      // The demo creator's conversation is read, so that trying it out doesn't change the demo's counts.
      const left = optIns.length - place;
      const unreadCount =
        optIn.email === DEMO_CREATOR.email ? 0 : Math.min(unread, left > 3 ? (place % 3) + 1 : unread);
      unread -= unreadCount;
      const unusedTexts = UNREAD[isPending ? 'waiting' : 'working'];
      for (let n = 0; n < unreadCount; n++)
        lines.push(['creator', unusedTexts[n % unusedTexts.length] ?? '']);
      await insertThread(db, random, { optIn, lines, news: unreadCount, team, turn: place, now });
    }
  }
}

/** Returns opt-ins with conversations: approved ones and some pending ones, newest first. */
async function talkingOptIns(db: Database, campaignId: string) {
  const rows = await db
    .select({
      id: optInTable.id,
      status: optInTable.status,
      createdAt: optInTable.createdAt,
      approvedAt: optInTable.approvedAt,
      updatedAt: optInTable.updatedAt,
      shipment: optInTable.shipment,
      userId: optInTable.userId,
      email: userTable.email,
      fullname: creatorTable.fullname,
      username: creatorTable.username,
    })
    .from(optInTable)
    .innerJoin(creatorTable, eq(creatorTable.id, optInTable.creatorId))
    .innerJoin(userTable, eq(userTable.id, optInTable.userId))
    .where(
      and(
        eq(optInTable.campaignId, campaignId),
        inArray(optInTable.status, ['pending', 'approved', 'completed']),
      ),
    )
    .orderBy(desc(optInTable.createdAt), desc(optInTable.id));
  let waiting = 0;
  return rows.filter(({ status }) => status !== 'pending' || ++waiting <= PENDING_WITH_MESSAGES);
}

interface Thread {
  optIn: Awaited<ReturnType<typeof talkingOptIns>>[number];
  lines: DemoLine[];
  /** The number of unread messages at the end. */
  news: number;
  team: readonly { id: string; firstName: string; lastName: string }[];
  turn: number;
  now: Date;
}

async function insertThread(
  db: Database,
  random: Random,
  { optIn, lines, news, team, turn, now }: Thread,
): Promise<void> {
  // Conversations start with the approval, or with the product's arrival, and end with completion.
  const decided = Date.parse(optIn.approvedAt ?? optIn.createdAt);
  const startedAt = optIn.shipment.received ? Date.parse(optIn.shipment.received) : decided + HOUR / 2;
  const ended = optIn.status === 'completed' ? Date.parse(optIn.updatedAt) : now.getTime();
  const span = Math.max(HOUR / 4, (ended - startedAt) * 0.9);
  const member = team[turn % Math.max(1, team.length)];
  const [label] = await db
    .select({
      conversationId: conversationCampaignTable.conversationId,
      campaignId: conversationCampaignTable.campaignId,
      before: conversationTable.lastNumber,
      lastAt: conversationTable.lastAt,
      unread: conversationTable.unread,
    })
    .from(conversationCampaignTable)
    .innerJoin(conversationTable, eq(conversationTable.id, conversationCampaignTable.conversationId))
    .where(eq(conversationCampaignTable.optInId, optIn.id));
  if (!label) throw new Error('an opt-in has no conversation');
  const { before, lastAt: lastBefore, unread: unreadBefore, ...place } = label;
  let shown = 0;
  const rows = lines.map(([kind, text], order) => {
    const sentAt = startedAt + (span * (order + 1)) / lines.length;
    const moment = Math.min(now.getTime() - 60_000, kind === 'event' ? decided : sentAt);
    const fromCreator = kind === 'creator';
    const fresh = fromCreator && order >= lines.length - news;
    return {
      id: random.id(moment),
      ...place,
      optInId: optIn.id,
      number: before + order + 1,
      clientId: random.id(moment),
      kind,
      text,
      createdAt: at(moment),
      creatorNumber: kind === 'note' ? null : ++shown,
      userId: kind === 'event' ? null : fromCreator ? optIn.userId : (member?.id ?? null),
      authorName:
        kind === 'event'
          ? ''
          : fromCreator
            ? optIn.fullname || optIn.username
            : `${member?.firstName ?? ''} ${member?.lastName ?? ''}`.trim(),
      readAt: kind === 'note' || fresh ? null : at(Math.min(now.getTime(), moment + HOUR / 3)),
    };
  });
  await db.insert(messageTable).values(rows);
  const lastNumber = before + rows.length;
  const lastAt = rows.at(-1)?.createdAt ?? at(decided);
  await db
    .update(conversationCampaignTable)
    .set({
      lastNumber,
      lastCreatorNumber: shown,
      creatorRead: shown,
      creatorMailed: shown,
      unread: news,
      lastAt,
    })
    .where(eq(conversationCampaignTable.optInId, optIn.id));
  await db
    .update(conversationTable)
    .set({
      lastNumber,
      unread: unreadBefore + news,
      lastAt: before > 0 && lastBefore !== null && lastBefore > lastAt ? lastBefore : lastAt,
      starred: turn % 6 === 1,
      assignedTo: turn % 4 === 2 ? (member?.id ?? null) : null,
    })
    .where(eq(conversationTable.id, place.conversationId));
}

async function insertSavedReplies(db: Database, random: Random, brandId: string, now: Date): Promise<void> {
  const replies = {
    'Request address':
      'Where should we send your package? Please add your address next to this conversation, with a phone number for the carrier.',
    'Thanks for the draft': 'Thanks for the draft! We’ll review it on Thursday and get back to you.',
    'Ad label': 'One more thing: please label the post as an ad in the first line.',
  };
  await db.insert(savedReplyTable).values(
    Object.entries(replies).map(([label, text]) => ({
      id: random.id(now.getTime()),
      brandId,
      label,
      text,
    })),
  );
}
