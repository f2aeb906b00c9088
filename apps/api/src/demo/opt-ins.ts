import type { OptInStatus, Rating, Shipment } from '@troupe/domain/campaigns/opt-in';
import type { Platform } from '@troupe/domain/discovery/creator';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { brandMemberTable, brandTable } from '../modules/account/brand/brand.table.ts';
import { userTable } from '../modules/account/user/user.table.ts';
import { campaignTable } from '../modules/campaigns/campaign/campaign.table.ts';
import { optInEventTable, optInTable } from '../modules/campaigns/opt-in/opt-in.table.ts';
import { creatorTable } from '../modules/discovery/creator/creator.table.ts';
import type { Database } from '../platform/database.ts';
import { claim, insertDemoCreator, inviteDemoCreator, type Profile } from './demo-creator.ts';
import { ANSWERS, CITIES, PITCHES, REASONS } from './opt-in-texts.ts';
import { Random } from './random.ts';

const HOUR = 3_600_000;
const SEED = 38_012;

type Counts = Record<OptInStatus, number>;
interface Plan {
  brand: string;
  campaign: string;
  categories: string[];
  counts: Counts;
  /** The number of unseen opt-ins, the newest pending ones. */
  unseen: number;
  /** The range of days ago in which they arrived. */
  days: number;
  endedDaysAgo?: number;
  /** The demo creator's status; null if they haven't opted in. */
  creator: OptInStatus | null;
  /** What creators ask for a thousand average views, in cents; some part of the campaign's highest fee without it. */
  feePerThousandViews?: number;
}

const PLANS: Plan[] = [
  {
    brand: 'Larkmoor',
    categories: ['Running', 'Outdoor'],
    campaign: 'Autumn Trail Kit',
    counts: { pending: 20, approved: 6, rejected: 7, completed: 1, withdrawn: 4 },
    unseen: 8,
    days: 9,
    creator: 'approved',
  },
  {
    brand: 'Larkmoor',
    categories: ['Running', 'Outdoor'],
    campaign: 'First Light Runs',
    counts: { pending: 5, approved: 2, rejected: 2, completed: 2, withdrawn: 1 },
    unseen: 3,
    days: 32,
    creator: 'pending',
  },
  {
    brand: 'Copper & Bean',
    categories: ['Coffee', 'Food', 'Home'],
    campaign: 'Cold Brew Season',
    counts: { pending: 4, approved: 2, rejected: 1, completed: 0, withdrawn: 0 },
    unseen: 1,
    days: 8,
    creator: null,
  },
  {
    brand: 'Larkmoor',
    categories: ['Running', 'Outdoor'],
    campaign: 'Summer Ridge',
    counts: { pending: 0, approved: 0, rejected: 2, completed: 3, withdrawn: 1 },
    unseen: 0,
    days: 14,
    endedDaysAgo: 80,
    creator: null,
  },
  {
    // Enough fees for one kind of content to estimate prices from.
    brand: 'Larkmoor',
    categories: ['Outdoor', 'Running'],
    campaign: 'Pack Light',
    counts: { pending: 0, approved: 10, rejected: 0, completed: 0, withdrawn: 0 },
    unseen: 0,
    days: 20,
    // Before this month, whose collaborations the plan counts.
    endedDaysAgo: 33,
    creator: null,
    feePerThousandViews: 2_600,
  },
];

/** Inserts creators who opted in to demo campaigns, with decisions and agreements. */
export async function insertOptIns(
  db: Database,
  { now, portal }: { now: Date; portal: string },
): Promise<void> {
  const random = new Random(SEED);
  const cleo = await insertDemoCreator(db, now);
  const used = new Set<string>();
  for (const plan of PLANS) await insertPlan(db, random, { plan, cleo, used, now });
  if (cleo) await inviteDemoCreator(db, cleo, { now, portal });
}

interface Planned {
  plan: Plan;
  cleo: (Profile & { userId: string }) | null;
  /** Profiles already used in a campaign. */
  used: Set<string>;
  now: Date;
}

async function insertPlan(db: Database, random: Random, { plan, cleo, used, now }: Planned): Promise<void> {
  const [brand] = await db.select().from(brandTable).where(eq(brandTable.name, plan.brand));
  if (!brand) return;
  const team = await db
    .select({ id: brandMemberTable.userId })
    .from(brandMemberTable)
    .where(and(eq(brandMemberTable.brandId, brand.id), inArray(brandMemberTable.role, ['owner', 'member'])))
    .orderBy(brandMemberTable.createdAt, brandMemberTable.userId);
  const [campaign] = await db
    .select()
    .from(campaignTable)
    .where(and(eq(campaignTable.brandId, brand.id), eq(campaignTable.title, plan.campaign)));
  if (!campaign) return;
  const statuses = orderStatuses(random, plan);
  const others = await findSuitable(db, {
    ...plan,
    channels: campaign.socialChannels,
    count: statuses.length * 4,
    used,
  });
  const rows: (typeof optInTable.$inferInsert)[] = [];
  const events: (typeof optInEventTable.$inferInsert)[] = [];
  const step = (plan.days * 24 * HOUR) / (statuses.length + 1);
  const until = now.getTime() - (plan.endedDaysAgo ?? 0) * 24 * HOUR;
  let cleoDue = cleo !== null;
  let working = 0;
  for (const [place, status] of statuses.entries()) {
    const createdAt = until - step * (place + 0.6) - random.int(0, 90) * 60_000;
    const mine = cleoDue && status === plan.creator && place > 2;
    if (mine) cleoDue = false;
    const creator = mine ? cleo : others.shift();
    if (!creator) break;
    used.add(creator.id);
    const userId = mine && cleo ? cleo.userId : await insertAccount(db, creator, createdAt);
    // Two of three approved creators have the product.
    const received = status === 'completed' || (status === 'approved' && working++ % 3 !== 1);
    const one = invent(random, {
      status,
      createdAt,
      campaign,
      received,
      name: creator.fullname || creator.username,
      rate: plan.feePerThousandViews,
      views: 'avgViews' in creator ? creator.avgViews : null,
      now,
    });
    const id = random.id(createdAt);
    rows.push({
      id,
      brandId: brand.id,
      campaignId: campaign.id,
      creatorId: creator.id,
      userId,
      status,
      termsVersion: 1,
      termsAcceptedAt: at(createdAt),
      createdAt: at(createdAt),
      unseen: status === 'pending' && place < plan.unseen + 2 && unseenLeft(rows) < plan.unseen,
      ...one.columns,
    });
    for (const [order, { kind, text, hours, by }] of one.events.entries()) {
      // Events computed for the future are moved to the last minutes, in order.
      const moment = Math.min(now.getTime() - (one.events.length - order) * 60_000, createdAt + hours * HOUR);
      const who = by === 'creator' ? userId : (team[(place + order) % Math.max(1, team.length)]?.id ?? null);
      events.push({ id: random.id(moment), optInId: id, kind, text, userId: who, createdAt: at(moment) });
    }
  }
  await db.insert(optInTable).values(rows);
  await db.insert(optInEventTable).values(events);
}

const at = (time: number) => new Date(time).toISOString();
const unseenLeft = (rows: readonly { unseen?: boolean | undefined }[]) =>
  rows.filter(({ unseen }) => unseen).length;

/** Orders statuses newest first: unseen ones on top, approved ones further down. */
function orderStatuses(random: Random, { counts, unseen }: Plan): OptInStatus[] {
  const of = (status: OptInStatus, less = 0) => Array.from({ length: counts[status] - less }, () => status);
  const seen = shuffled(random, [...of('pending', unseen), ...of('rejected'), ...of('withdrawn')]);
  const fresh = seen.splice(0, Math.ceil(seen.length / 3));
  return [
    ...Array.from({ length: unseen }, () => 'pending' as const),
    ...fresh,
    ...shuffled(random, [...seen, ...of('approved')]),
    ...of('completed'),
  ];
}

function shuffled<T>(random: Random, items: T[]): T[] {
  for (let last = items.length - 1; last > 0; last--) {
    const other = random.int(0, last);
    [items[last], items[other]] = [items[other] as T, items[last] as T];
  }
  return items;
}

interface Invented {
  columns: Partial<typeof optInTable.$inferInsert> &
    Pick<typeof optInTable.$inferInsert, 'agreement' | 'shipment'>;
  events: { kind: string; text: string; hours: number; by: 'brand' | 'creator' }[];
}

function invent(
  random: Random,
  {
    status,
    createdAt,
    campaign,
    received,
    name,
    rate,
    views,
    now,
  }: {
    status: OptInStatus;
    createdAt: number;
    campaign: typeof campaignTable.$inferSelect;
    /** Whether the product has arrived. */
    received: boolean;
    /** The recipient's name. */
    name: string;
    /** What a thousand views cost, in cents. */
    rate?: number | undefined;
    /** Average views. */
    views: number | null;
    now: Date;
  },
): Invented {
  const { brief, maxPaidAmount } = campaign;
  const paid = maxPaidAmount !== null;
  const askedFee = paid ? inventFee(random, { most: maxPaidAmount, rate, views }) : null;
  const working = status === 'approved' || status === 'completed';
  const fee = working && paid ? Math.min(askedFee ?? 0, maxPaidAmount) : null;
  const later = (hours: number) => at(Math.min(now.getTime() - 60_000, createdAt + hours * HOUR));
  const events: Invented['events'] = [{ kind: 'opted-in', text: 'Opted in', hours: 0, by: 'creator' }];
  const reason = status === 'rejected' ? random.pick(REASONS) : null;
  if (working) events.push({ kind: 'approved', text: 'Approved', hours: 20, by: 'brand' });
  if (reason) events.push({ kind: 'rejected', text: `Declined: ${reason}`, hours: 26, by: 'brand' });
  if (status === 'withdrawn') events.push({ kind: 'withdrawn', text: 'Withdrawn', hours: 30, by: 'creator' });
  const shipment = working ? inventShipment(random, { received, name }, later, events) : NOTHING_SENT;
  const rating = status === 'completed' ? inventRating(random) : null;
  if (rating) {
    events.push({ kind: 'completed', text: 'Completed', hours: 190, by: 'brand' });
    const average = (rating.content + rating.creativity + rating.communication + rating.overall) / 4;
    events.push({
      kind: 'rated',
      text: `Rated ${Math.round(average * 100) / 100} of 5`,
      hours: 191,
      by: 'brand',
    });
  }
  return {
    columns: {
      pitch: random.pick(PITCHES[campaign.title] ?? []) ?? '',
      askedFee,
      answers: (brief.questions ?? []).flatMap(({ id, text, required, choices }) =>
        required || random.chance(0.5)
          ? [
              {
                questionId: id,
                question: text,
                answer: random.pick(choices.length > 0 ? choices : (ANSWERS[id] ?? ['Yes'])),
              },
            ]
          : [],
      ),
      agreement: {
        fee,
        currency: brief.currency ?? 'USD',
        deliverables: brief.deliverables ?? [],
        draftDue: brief.draftDue ?? null,
        liveDue: brief.liveDue ?? null,
        usageRights: brief.usageRights ?? null,
      },
      reason,
      rating,
      shipment,
      version: events.length,
      approvedAt: working ? later(20) : null,
      updatedAt: later(events.at(-1)?.hours ?? 0),
    },
    events,
  };
}

/** Creators ask for more or less than their views are worth, and never for more than the campaign pays. */
function inventFee(
  random: Random,
  { most, rate, views }: { most: number; rate: number | undefined; views: number | null },
): number {
  const percent = random.int(55, 100);
  const worth = rate && views ? ((views / 1000) * rate * (percent + 25)) / 100 : (most * percent) / 100;
  return Math.round(Math.min(most, Math.max(10_000, worth)) / 500) * 500;
}

const NOTHING_SENT: Shipment = {
  state: 'none',
  address: null,
  carrier: null,
  tracking: null,
  shipped: null,
  received: null,
};

function inventShipment(
  random: Random,
  { received, name }: { received: boolean; name: string },
  later: (hours: number) => string,
  events: Invented['events'],
): Shipment {
  const far = received ? 3 : random.int(0, 2);
  const add = (kind: string, text: string, hours: number, by: 'brand' | 'creator') =>
    events.push({ kind, text, hours, by });
  add('shipment', 'Address requested', 21, 'brand');
  if (far === 0) return { ...NOTHING_SENT, state: 'asked' };
  add('address', 'Address provided', 28, 'creator');
  const [city, country, postcode] = random.pick(CITIES);
  const address = {
    name,
    street: `${random.pick(['Hill', 'Mill', 'Station', 'Church'])} Road ${random.int(1, 90)}`,
    city,
    postcode,
    region: '',
    country,
    phone: '',
  };
  if (far === 1) return { ...NOTHING_SENT, state: 'ready', address };
  const tracking = `JD${random.int(10_000_000, 99_999_999)}`;
  add('shipment', `Product shipped via DHL, tracking number ${tracking}`, 50, 'brand');
  const sent = {
    ...NOTHING_SENT,
    state: 'shipped' as const,
    address,
    carrier: 'DHL',
    tracking,
    shipped: later(50),
  };
  if (far === 2) return sent;
  add('shipment', 'Product received', 74, 'creator');
  return { ...sent, state: 'received', received: later(74) };
}

const inventRating = (random: Random): Rating => ({
  content: random.int(8, 10) / 2,
  creativity: random.int(7, 10) / 2,
  communication: random.int(6, 10) / 2,
  overall: random.int(8, 10) / 2,
});

/** Returns creators who fit the campaign, without duplicates, most followed last. */
async function findSuitable(
  db: Database,
  {
    channels,
    categories,
    count,
    used,
  }: { channels: Platform[]; categories: string[]; count: number; used: ReadonlySet<string> },
) {
  const rows = await db
    .select({
      id: creatorTable.id,
      username: creatorTable.username,
      fullname: creatorTable.fullname,
      contactEmail: creatorTable.contactEmail,
      avgViews: creatorTable.avgViews,
    })
    .from(creatorTable)
    .where(
      and(
        isNull(creatorTable.brandId),
        inArray(creatorTable.platform, channels),
        sql`${creatorTable.categories} && ${sql.param(categories)}::text[]`,
        sql`${creatorTable.followerCount} between 8000 and 240000`,
        isNull(creatorTable.userId),
      ),
    )
    .orderBy(sql`md5(${creatorTable.id}::text)`)
    .limit(count);
  return rows.filter(({ id }) => !used.has(id));
}

/** Inserts the account of a claimed profile. */
async function insertAccount(db: Database, creator: Profile, createdAt: number): Promise<string> {
  const random = new Random(createdAt % 1_000_003);
  const [firstName = '', ...rest] = creator.fullname.split(' ');
  const id = random.id(createdAt - HOUR);
  await db.insert(userTable).values({
    id,
    role: 'creator',
    firstName,
    lastName: rest.join(' '),
    createdAt: at(createdAt - HOUR),
    email: creator.contactEmail ?? `${creator.username}@creators.example`,
  });
  await claim(db, {
    id: random.id(createdAt - HOUR),
    userId: id,
    creatorId: creator.id,
    moment: createdAt - HOUR,
  });
  return id;
}
