import { teamInviteExpiry } from '@troupe/domain/account/team';
import { orderTags, StatusTag, type StatusTag as StatusTagName } from '@troupe/domain/discovery/creator-list';
import { asc, eq } from 'drizzle-orm';
import type pg from 'pg';
import { brandMemberTable, brandTable } from '../modules/account/brand/brand.table.ts';
import { userTable } from '../modules/account/user/user.table.ts';
import { subscriptionTable } from '../modules/billing/subscription/subscription.table.ts';
import { campaignTable } from '../modules/campaigns/campaign/campaign.table.ts';
import { optInTable } from '../modules/campaigns/opt-in/opt-in.table.ts';
import { payableTable } from '../modules/campaigns/payable/payable.table.ts';
import { settlePayables, writePayable } from '../modules/campaigns/payable/payable-change.queries.ts';
import { contentTable } from '../modules/discovery/content/content.table.ts';
import { creatorPeerTable, creatorTable } from '../modules/discovery/creator/creator.table.ts';
import {
  creatorListItemTable,
  creatorListTable,
} from '../modules/discovery/creator-list/creator-list.table.ts';
import { savedSearchTable } from '../modules/discovery/saved-search/saved-search.table.ts';
import { teamInviteTable } from '../modules/outreach/team-invite/team-invite.table.ts';
import { type Database, databaseOver } from '../platform/database.ts';
import { newId } from '../platform/id.ts';
import { DEMO_BRANDS, DEMO_NOTES, DEMO_PEOPLE } from './brands.ts';
import { demoBrief } from './briefs.ts';
import { insertDemoAgreements } from './campaigns/agreements.ts';
import { insertConversations } from './conversations.ts';
import { copyRows } from './copy.ts';
import { inventCreators } from './creators.ts';
import { insertListBoards } from './lists/list-boards.ts';
import { insertOptIns } from './opt-ins.ts';
import { insertOutreach } from './outreach.ts';
import { Random } from './random.ts';

const DAY = 86_400_000;
const SEED = 20_261_120;

export interface WorldOptions {
  now: Date;
  /** The origin that draws avatars and thumbnails. */
  pictures: string;
  /** The origin of personal invite links. */
  portal?: string;
  creatorCount?: number;
}

/** Fills an empty database with demo data in one transaction. Returns false if it already has users. */
export async function fillWorld(pool: pg.Pool, options: WorldOptions): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('lock table person in share row exclusive mode');
    const { rowCount } = await client.query('select 1 from person limit 1');
    if (rowCount) {
      await client.query('rollback');
      return false;
    }
    await insertWorld(client, options);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
  // Without statistics, the first searches would be planned badly.
  await pool.query('analyze');
  return true;
}

async function insertCreators(
  client: pg.PoolClient,
  { creators, content, peers }: ReturnType<typeof inventCreators>,
): Promise<void> {
  // The trigger of creators compares with them.
  if (peers.length > 0)
    await databaseOver(client as unknown as pg.Pool)
      .insert(creatorPeerTable)
      .values(peers);
  await copyRows(client, creatorTable, Object.keys(creators[0] ?? {}) as never, creators);
  await copyRows(client, contentTable, Object.keys(content[0] ?? {}) as never, content);
}

async function insertWorld(
  client: pg.PoolClient,
  { now, pictures, portal = 'http://localhost:3001', creatorCount = 20_000 }: WorldOptions,
) {
  const random = new Random(SEED);
  const db = databaseOver(client as unknown as pg.Pool);
  const midnight = new Date(Math.floor(now.getTime() / DAY) * DAY);
  const ago = (days: number) => new Date(midnight.getTime() - days * DAY);
  const invented = inventCreators(random, { count: creatorCount, now: midnight, pictures });
  const { creators } = invented;

  const people = DEMO_PEOPLE.map((person) => ({ ...person, id: random.id(ago(300).getTime()) }));
  await db
    .insert(userTable)
    .values(
      people.map(({ id, email, firstName, lastName, role }) => ({ id, email, firstName, lastName, role })),
    );
  await insertCreators(client, invented);

  for (const [index, brand] of DEMO_BRANDS.entries()) {
    const brandId = random.id(ago(290 - index).getTime());
    const { name, website, description } = brand;
    await db
      .insert(brandTable)
      .values({ id: brandId, name, website, description, createdAt: ago(290 - index).toISOString() });
    const members = people.flatMap(({ id, brands }) => {
      const role = brands[name];
      return role ? [{ brandId, userId: id, role, createdAt: ago(280 - index).toISOString() }] : [];
    });
    await db.insert(brandMemberTable).values(members);
    const owner = members.find(({ role }) => role === 'owner');
    if (index === 0 && owner) await insertTeamInvite(db, { brandId, invitedBy: owner.userId, now });
    const subscriptions = [
      ...(brand.plan ? [{ kind: 'plan' as const, ...brand.plan }] : []),
      ...(brand.affiliate
        ? [{ kind: 'affiliate' as const, planId: 'affiliate', period: 'monthly' as const }]
        : []),
    ].map((each) => ({ id: random.id(ago(200).getTime()), brandId, status: 'active' as const, ...each }));
    if (subscriptions.length > 0) await db.insert(subscriptionTable).values(subscriptions);
    await db.insert(campaignTable).values(
      brand.campaigns.map(({ title, status, channels, paid }, order) => ({
        id: random.id(ago(10 + order * 23).getTime()),
        brandId,
        title,
        slug: title.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
        status,
        socialChannels: channels,
        maxPaidAmount: paid,
        brief: demoBrief(title, midnight),
        publishedAt: status === 'draft' ? null : ago(9 + order * 23).toISOString(),
        createdAt: ago(10 + order * 23).toISOString(),
        updatedAt: ago(2 + order * 11).toISOString(),
      })),
    );
    if (brand.savedSearches.length > 0) {
      await db
        .insert(savedSearchTable)
        .values(
          brand.savedSearches.map((search) => ({ id: random.id(ago(40).getTime()), brandId, ...search })),
        );
    }
    const findSuitable = creators.filter(({ categories }) =>
      brand.categories.includes(categories?.[0] ?? ''),
    );
    for (const [order, list] of brand.lists.entries()) {
      const listId = random.id(ago(30 + order * 17).getTime());
      await db.insert(creatorListTable).values({
        id: listId,
        brandId,
        title: list.title,
        description: list.description,
        createdAt: ago(30 + order * 17).toISOString(),
        updatedAt: ago(order * 4).toISOString(),
      });
      if (list.size === 0) continue;
      const chosen = new Set<string>();
      while (chosen.size < list.size) chosen.add(random.pick(findSuitable).id);
      await db.insert(creatorListItemTable).values(
        [...chosen].map((creatorId, place) => ({
          id: random.id(ago(20).getTime()),
          brandId,
          listId,
          creatorId,
          tags: randomTags(random),
          feedback: random.chance(0.55) ? random.pick(DEMO_NOTES) : '',
          savedAt: new Date(ago(order * 4 + 1).getTime() - place * 3_600_000).toISOString(),
          updatedAt: ago(order * 4).toISOString(),
          updatedBy: members[0]?.userId ?? null,
          archivedAt: place % 9 === 8 ? ago(order * 4).toISOString() : null,
        })),
      );
    }
  }
  await insertListBoards(db, now);
  await insertOutreach(db, { now, portal });
  await insertOptIns(db, { now, portal });
  await insertDemoAgreements(db, { now });
  await insertPayables(db, { now });
  await insertConversations(db, { now });
}

function randomTags(random: Random): StatusTagName[] {
  if (random.chance(0.2)) return [];
  const tags = [random.pick(StatusTag.options)];
  if (random.chance(0.3)) tags.push(random.pick(StatusTag.options));
  return orderTags(tags);
}

/** Inserts payables of completed collaborations: one due, one approved, one paid. */
async function insertPayables(db: Database, { now }: { now: Date }): Promise<void> {
  const done = await db
    .select({ id: optInTable.id })
    .from(optInTable)
    .where(eq(optInTable.status, 'completed'))
    .orderBy(asc(optInTable.id));
  if (done.length === 0) return;
  const dayAgo = new Date(now.getTime() - 30 * 3_600_000);
  await settlePayables(
    db,
    done.map(({ id }) => id),
    null,
    dayAgo,
  );
  const [, second, third] = await db.select().from(payableTable).orderBy(asc(payableTable.id));
  const by = { userId: null, now };
  for (const payable of [second, third])
    if (payable) await writePayable(db, payable, { columns: { state: 'approved' }, text: 'Approved' }, by);
  if (!third) return;
  const paid = { state: 'paid' as const, reference: 'SEPA 2026-1140', paidAt: now.toISOString() };
  await writePayable(db, third, { columns: paid, text: `Paid: ${paid.reference}` }, by);
}

/** Inserts a team invitation sent two days ago and still open. */
async function insertTeamInvite(
  db: Database,
  { brandId, invitedBy, now }: { brandId: string; invitedBy: string; now: Date },
): Promise<void> {
  const sent = new Date(now.getTime() - 2 * 86_400_000);
  await db.insert(teamInviteTable).values({
    id: newId(),
    brandId,
    invitedBy,
    email: 'femi@larkmoor.example',
    role: 'member',
    // A fixed token, so that the link can be tried.
    token: 'f0e1d2c3b4a5968778695a4b3c2d1e0f',
    createdAt: sent.toISOString(),
    sentAt: sent.toISOString(),
    expiresAt: teamInviteExpiry(sent).toISOString(),
  });
}
