import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { ContentStatus, Shoutout } from '@troupe/domain/campaigns/campaign-content';
import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import sharp from 'sharp';
import { brandMemberTable, brandTable } from '../modules/account/brand/brand.table.ts';
import { userTable } from '../modules/account/user/user.table.ts';
import { campaignTable } from '../modules/campaigns/campaign/campaign.table.ts';
import {
  contentPreviewTable,
  contentVersionTable,
  livePostTable,
  previewCommentTable,
  uploadTable,
} from '../modules/campaigns/campaign-content/campaign-content.table.ts';
import { thumbnailOf } from '../modules/campaigns/campaign-content/upload.inspect.ts';
import { uploadKeys } from '../modules/campaigns/campaign-content/upload.link.ts';
import { optInTable } from '../modules/campaigns/opt-in/opt-in.table.ts';
import { contentTable } from '../modules/discovery/content/content.table.ts';
import { creatorTable } from '../modules/discovery/creator/creator.table.ts';
import type { Database } from '../platform/database.ts';
import type { Files } from '../platform/files/files.ts';
import { Random } from './random.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SEED = 41_007;
const [WIDTH, HEIGHT] = [1080, 1350];

/** The statuses of each creator's content, in turn. */
const OUTCOMES: ContentStatus[][] = [
  ['live', 'preview'],
  ['live', 'live'],
  ['change_requested'],
  ['preview', 'approved'],
  ['live'],
  ['preview'],
  ['approved', 'preview'],
];
const DONE: ContentStatus[] = ['live', 'live'];
const AUTUMN = [
  'An hour of rain and the pack didn’t budge. #larkmoor #autumntrailkit @larkmoor',
  'Everything I carry on my long run, pocket by pocket. #larkmoor #autumntrailkit @larkmoor',
  'First light on the ridge, second coffee in the pack. #larkmoor #autumntrailkit @larkmoor',
  'Mud test: passed. #larkmoor #autumntrailkit @larkmoor',
];
const SUMMER = [
  'Up before the heat, down before the crowd. #summerridge @larkmoor',
  'One jacket, three passes, no drone. #summerridge @larkmoor',
  'The climb, unedited. #summerridge @larkmoor',
];
/** Captions by campaign. */
const CAPTIONS: Record<string, string[]> = { 'Autumn Trail Kit': AUTUMN, 'Summer Ridge': SUMMER };
const CHANGE_REQUEST = 'Love the light! Could you show the side pocket and say what you keep in it?';

type Figures = Shoutout['figures'];

interface World {
  files: Files;
  now: Date;
  /** The origin that draws pictures. */
  pictures: string;
}

/** Inserts creators' content for demo campaigns: files, approvals, live posts and stories with figures. */
export async function insertContent(db: Database, world: World): Promise<void> {
  const random = new Random(SEED);
  const campaigns = await db
    .select({ id: campaignTable.id, brandId: campaignTable.brandId, title: campaignTable.title })
    .from(campaignTable)
    .innerJoin(brandTable, eq(brandTable.id, campaignTable.brandId))
    .where(and(eq(brandTable.name, 'Larkmoor'), inArray(campaignTable.title, Object.keys(CAPTIONS))))
    .orderBy(asc(campaignTable.title));
  for (const campaign of campaigns) await insertOfCampaign(db, random, campaign, world);
}

/** The data that a campaign's content is generated from. */
interface CampaignScene extends World {
  db: Database;
  random: Random;
  brandId: string;
  campaignId: string;
  captions: readonly string[];
  /** The prefix of its picture names. */
  drawn: string;
  /** The member who requests changes. */
  member: { id: string; name: string } | null;
}

/** One creator's part in a campaign. */
interface Part {
  order: number;
  optIn: typeof optInTable.$inferSelect;
  creator: typeof creatorTable.$inferSelect;
  place: { brandId: string; campaignId: string; optInId: string };
  /** Returns a time as a fraction (0 to 1) of the time since the product arrived. */
  within: (share: number) => number;
}

async function insertOfCampaign(
  db: Database,
  random: Random,
  { id: campaignId, brandId, title }: { id: string; brandId: string; title: string },
  world: World,
): Promise<void> {
  const everyone = await db
    .select({ optIn: optInTable, creator: creatorTable })
    .from(optInTable)
    .innerJoin(creatorTable, eq(creatorTable.id, optInTable.creatorId))
    .where(and(eq(optInTable.campaignId, campaignId), inArray(optInTable.status, ['approved', 'completed'])))
    .orderBy(asc(optInTable.createdAt), asc(optInTable.id));
  // Content requires the product.
  const optIns = everyone.filter(({ optIn }) => optIn.shipment.state === 'received');
  const [member] = await db
    .select({ id: userTable.id, firstName: userTable.firstName, lastName: userTable.lastName })
    .from(userTable)
    .innerJoin(brandMemberTable, eq(brandMemberTable.userId, userTable.id))
    .where(and(eq(brandMemberTable.brandId, brandId), eq(userTable.email, 'member@troupe.test')));
  const scene: CampaignScene = {
    ...world,
    db,
    random,
    brandId,
    campaignId,
    captions: CAPTIONS[title] ?? [],
    drawn: title.toLowerCase().replaceAll(' ', '-'),
    member: member ? { id: member.id, name: `${member.firstName} ${member.lastName}` } : null,
  };
  for (const [order, { optIn, creator }] of optIns.entries())
    await insertOfCreator(scene, order, optIn, creator);
}

async function insertOfCreator(
  scene: CampaignScene,
  order: number,
  optIn: Part['optIn'],
  creator: Part['creator'],
): Promise<void> {
  const { db, random, now, brandId, campaignId } = scene;
  const place = { brandId, campaignId, optInId: optIn.id };
  const since = Date.parse(optIn.shipment.received ?? optIn.createdAt);
  const until = optIn.status === 'completed' ? Date.parse(optIn.updatedAt) : now.getTime();
  const fates = optIn.status === 'completed' ? DONE : (OUTCOMES[order % OUTCOMES.length] ?? DONE);
  const within = (share: number) => Math.min(now.getTime() - HOUR, since + (until - since) * share);
  const posts = await db
    .select()
    .from(contentTable)
    .where(eq(contentTable.creatorId, creator.id))
    .orderBy(desc(contentTable.publishedAt))
    .limit(6);
  for (const [index, status] of fates.entries()) {
    const post = status === 'live' ? posts.shift() : undefined;
    await insertPreview(scene, { order, optIn, creator, place, within }, index, status, post);
  }
  // One post per campaign that tracking misses, for the lists of missing and untagged posts.
  const forgotten = posts.shift();
  if (forgotten && order < 4)
    await db
      .update(contentTable)
      .set({
        // Drawn from its own numbers, so that what comes later stays the same.
        url: inventAddress(new Random(SEED + 1 + order), creator),
        publishedAt: at(within(0.7)),
        title: order % 2 === 0 ? 'Wet feet, happy head. @larkmoor' : 'Pack of the year? #larkmoor',
      })
      .where(eq(contentTable.id, forgotten.id));
  if (creator.platform === 'instagram' && order % 2 === 0)
    await insertStory(db, random, { place, username: creator.username, order, since, now });
}

/** A piece of content with its times. */
interface Piece {
  previewId: string;
  index: number;
  kind: 'video' | 'reel';
  caption: string;
  sentAt: number;
  /** When it went live; null before. */
  liveAt: number | null;
  /** When the revised version was submitted; null without a change request. */
  againAt: number | null;
}

async function insertPreview(
  scene: CampaignScene,
  part: Part,
  index: number,
  status: ContentStatus,
  post: typeof contentTable.$inferSelect | undefined,
): Promise<void> {
  const { db, random, now, captions } = scene;
  const { order, creator, place, within } = part;
  const sentAt = within(0.2 + index * 0.25);
  const previewId = random.id(sentAt);
  const kind = creator.platform === 'tiktok' ? 'video' : 'reel';
  const caption = captions[(order + index) % captions.length] ?? '';
  const url = inventAddress(random, creator);
  const liveAt = post ? within(0.55 + index * 0.3) : null;
  // Approved content had one round of changes.
  const againAt = status === 'approved' ? within(0.35 + index * 0.25) : null;
  const piece: Piece = { previewId, index, kind, caption, sentAt, liveAt, againAt };
  await db.insert(contentPreviewTable).values({
    id: previewId,
    ...place,
    kind,
    caption,
    createdAt: at(sentAt),
    status: status === 'live' && !liveAt ? 'approved' : status,
    liveUrl: liveAt ? url : null,
    liveAt: liveAt ? at(liveAt) : null,
    version: againAt ? 2 : 1,
    updatedAt: at(Math.min(now.getTime(), liveAt ?? againAt ?? sentAt + 2 * HOUR)),
  });
  if (status === 'change_requested' || againAt) await insertRequest(scene, piece);
  const earlier = await insertFiles(scene, part, piece);
  if (againAt)
    await db.insert(contentVersionTable).values({
      previewId,
      version: 1,
      kind,
      caption,
      fileKeys: earlier,
      createdAt: at(sentAt),
      replacedAt: at(againAt),
    });
  if (post && liveAt) await insertLivePost(scene, part, { piece, post, url, liveAt });
}

async function insertRequest(
  { db, random, now, member }: CampaignScene,
  { previewId, sentAt, againAt }: Piece,
): Promise<void> {
  if (!member) return;
  const askedAt = againAt ? (sentAt + againAt) / 2 : Math.min(now.getTime(), sentAt + HOUR);
  await db.insert(previewCommentTable).values({
    id: random.id(askedAt),
    previewId,
    side: 'brand',
    userId: member.id,
    text: CHANGE_REQUEST,
    authorName: member.name,
    createdAt: at(askedAt),
  });
}

/** Inserts the files of a piece; returns the keys of those replaced by a newer version. */
async function insertFiles(
  { db, random, files, pictures, brandId, drawn }: CampaignScene,
  { order, optIn, place }: Part,
  { previewId, index, sentAt, liveAt, againAt }: Piece,
): Promise<string[]> {
  const earlier: string[] = [];
  for (let each = 0; each < (index === 0 || againAt ? 2 : 1); each++) {
    const picture = await drawPicture(
      `${pictures}/thumb/${drawn}-${order}-${index}-${each}.jpg?kind=running`,
    );
    if (!picture) continue;
    const id = random.id(sentAt - 60_000 + each);
    const kept = await keep(files, brandId, id, picture);
    const replaced = againAt !== null && each === 0;
    if (replaced) earlier.push(kept.fileKey);
    await db.insert(uploadTable).values({
      id,
      ...place,
      previewId: replaced ? null : previewId,
      userId: optIn.userId,
      scan: 'off',
      type: 'image/jpeg',
      ...kept,
      name: `trail-${order + 1}-${index + 1}-${each + 1}.jpg`,
      width: WIDTH,
      height: HEIGHT,
      usableUntil: liveAt ? at(liveAt + (order % 2 === 0 ? 180 : 40) * DAY) : null,
      createdAt: at((againAt && !replaced ? againAt : sentAt) - 60_000),
    });
  }
  return earlier;
}

async function insertLivePost(
  { db, random, now }: CampaignScene,
  { creator, place }: Part,
  live: { piece: Piece; post: typeof contentTable.$inferSelect; url: string; liveAt: number },
): Promise<void> {
  const { piece, post, url, liveAt } = live;
  const { previewId, kind, caption } = piece;
  // The creator's account shows the same post, so that tracking finds it.
  await db
    .update(contentTable)
    .set({ url, title: caption, publishedAt: at(liveAt) })
    .where(eq(contentTable.id, post.id));
  const figures = figuresOf(post, creator.followerCount ?? 10_000, random);
  await db.insert(livePostTable).values({
    id: random.id(liveAt),
    ...place,
    previewId,
    kind,
    platform: creator.platform,
    url,
    title: caption,
    thumbnailUrl: post.thumbnailUrl,
    publishedAt: at(liveAt),
    figures,
    history: growth(figures, liveAt, now),
    asOf: at(now.getTime() - 2 * HOUR),
    source: creator.platform,
    createdAt: at(liveAt),
  });
}

const at = (time: number) => new Date(time).toISOString();

/** Returns a post URL in the platform's format. */
function inventAddress(random: Random, { platform, username }: typeof creatorTable.$inferSelect): string {
  const characters = 'ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789';
  if (platform === 'tiktok')
    return `https://www.tiktok.com/@${username.toLowerCase()}/video/75${random.int(1e8, 9e8)}${random.int(1e7, 9e7)}`;
  return `https://www.instagram.com/p/D${Array.from({ length: 10 }, () => random.pick([...characters])).join('')}/`;
}

async function insertStory(
  db: Database,
  random: Random,
  {
    place,
    username,
    order,
    since,
    now,
  }: {
    place: { brandId: string; campaignId: string; optInId: string };
    username: string;
    order: number;
    since: number;
    now: Date;
  },
): Promise<void> {
  const published = Math.max(since + HOUR, now.getTime() - (order === 0 ? 7 : 30 + order * 20) * HOUR);
  const reach = random.int(1800, 9400);
  await db.insert(livePostTable).values({
    id: random.id(published),
    ...place,
    kind: 'story',
    platform: 'instagram',
    source: 'creator',
    url: `https://www.instagram.com/stories/${username.toLowerCase()}/${3_096_059_707_471 + order}001015/`,
    figures: {
      reach,
      views: Math.round(reach * 1.14),
      likes: null,
      saves: null,
      comments: random.int(4, 60),
      shares: random.int(0, 25),
    },
    publishedAt: at(published),
    expiresAt: at(published + DAY),
    createdAt: at(published),
    asOf: at(Math.min(now.getTime() - HOUR, published + DAY)),
  });
}

function figuresOf(post: typeof contentTable.$inferSelect, followers: number, random: Random): Figures {
  const views = post.viewCount ?? Math.round(followers * (0.2 + random.next() * 0.4));
  return {
    views,
    reach: random.chance(0.7) ? Math.round(views * 0.82) : null,
    likes: post.likeCount,
    comments: post.commentCount,
    saves: post.saveCount,
    shares: post.shareCount,
  };
}

/** Generates earlier readings: figures rise quickly at first. */
function growth(figures: Figures, liveAt: number, now: Date): Shoutout['history'] {
  const hours = (now.getTime() - liveAt) / HOUR;
  return [3, 12, 24, 48, 96]
    .filter((after) => after < hours - 3)
    .map((after) => {
      const share = 1 - Math.exp(-after / 30);
      const grown = Object.entries(figures).map(([name, value]) => [
        name,
        value === null ? null : Math.round(value * share),
      ]);
      return { at: at(liveAt + after * HOUR), figures: Object.fromEntries(grown) as Figures };
    });
}

/** Returns a sandbox drawing as a phone photo; null if the sandbox is unreachable. */
async function drawPicture(address: string): Promise<Buffer | null> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(5000) });
    if (!response.ok) return null;
    return await sharp(Buffer.from(await response.arrayBuffer()), { density: 200 })
      .resize(WIDTH, HEIGHT, { fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 84 })
      .toBuffer();
  } catch {
    return null;
  }
}

async function keep(files: Files, brandId: string, id: string, picture: Buffer) {
  const keys = uploadKeys(brandId, id);
  const small = (await thumbnailOf(picture)) ?? picture;
  const thumbnailKey = keys.thumbnail(small.length);
  for (const [bytes, key] of [
    [picture, keys.file('jpg')],
    [small, thumbnailKey],
  ] as const) {
    const draft = await files.draft();
    await writeFile(draft, bytes);
    await files.store(draft, key);
  }
  const hash = createHash('sha256').update(picture).digest('hex');
  return { bytes: picture.length, hash, fileKey: keys.file('jpg'), thumbnailKey };
}
