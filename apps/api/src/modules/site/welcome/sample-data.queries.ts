import type { Shipment } from '@troupe/domain/campaigns/opt-in';
import type { FigureOrigin } from '@troupe/domain/discovery/creator';
import { type ContentItem, engagementBreakdown } from '@troupe/domain/discovery/engagement';
import { platformFacts } from '@troupe/domain/discovery/platforms';
import type { SampleData } from '@troupe/domain/site/welcome';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { campaignTable } from '../../campaigns/campaign/campaign.table.ts';
import { livePostTable } from '../../campaigns/campaign-content/campaign-content.table.ts';
import { optInEventTable, optInTable } from '../../campaigns/opt-in/opt-in.table.ts';
import { contentTable } from '../../discovery/content/content.table.ts';
import { creatorTable } from '../../discovery/creator/creator.table.ts';
import { creatorListItemTable, creatorListTable } from '../../discovery/creator-list/creator-list.table.ts';
import { SAMPLE_CREATORS, SAMPLE_POSTS, type SampleCreator } from './sample-creators.ts';

const DAY = 86_400_000;
const POSTS_EACH = 8;
/** Reserved for examples (RFC 2606), so no link leads to a real person. */
const PAGES = 'https://example.com/sample';

const NOTHING_SENT: Shipment = {
  state: 'none',
  address: null,
  carrier: null,
  tracking: null,
  shipped: null,
  received: null,
};

/** Returns what a brand's sample data consists of; null if it has none. */
export async function readSampleData(db: Database, brandId: string): Promise<SampleData | null> {
  const { rows } = await db.execute<SampleData>(sql`
    select
      (select count(*)::int from creator where brand_id = ${brandId} and sample) as creators,
      (select count(*)::int from creator_list where brand_id = ${brandId} and sample) as lists,
      (select count(*)::int from campaign where brand_id = ${brandId} and sample) as campaigns,
      (select count(*)::int from opt_in o join campaign c on c.id = o.campaign_id
        where c.brand_id = ${brandId} and c.sample) as "optIns",
      (select count(*)::int from live_post p join campaign c on c.id = p.campaign_id
        where c.brand_id = ${brandId} and c.sample) as posts,
      (select id from creator_list where brand_id = ${brandId} and sample and archived_at is null limit 1) as "listId",
      (select id from campaign where brand_id = ${brandId} and sample and status <> 'archived' limit 1) as "campaignId"`);
  const [found] = rows;
  return found && found.creators + found.lists + found.campaigns > 0 ? found : null;
}

/** Locks the brand, so that two requests don't add sample data twice. `tx` is a transaction. */
export async function lockForSampleData(tx: Database, brandId: string): Promise<void> {
  await tx
    .select({ id: brandTable.id })
    .from(brandTable)
    .where(eq(brandTable.id, brandId))
    .for('no key update');
}

/**
 * Inserts creators with posts, a list of them, and a completed campaign with their opt-ins and live posts. Nothing is
 * published as an event, so no email, webhook or notification follows. `tx` is a transaction.
 */
export async function insertSampleData(
  tx: Database,
  { brandId, userId }: { brandId: string; userId: string },
  now: Date,
): Promise<void> {
  const creators = SAMPLE_CREATORS.map((plan) => ({ plan, ...inventCreator(plan, brandId, now) }));
  await tx.insert(creatorTable).values(creators.map(({ creator }) => creator));
  await tx.insert(contentTable).values(creators.flatMap(({ content }) => content));
  await insertList(tx, creators, { brandId, userId }, now);
  await insertCampaign(tx, creators, brandId, now);
}

/** Removes a brand's sample data, also from where people added it to; false if there was none. `tx` is a transaction. */
export async function deleteSampleData(tx: Database, brandId: string): Promise<boolean> {
  const sample = sql`(select id from creator where brand_id = ${brandId} and sample)`;
  const campaigns = await tx
    .delete(campaignTable)
    .where(and(eq(campaignTable.brandId, brandId), eq(campaignTable.sample, true)))
    .returning({ id: campaignTable.id });
  const lists = await tx
    .delete(creatorListTable)
    .where(and(eq(creatorListTable.brandId, brandId), eq(creatorListTable.sample, true)))
    .returning({ id: creatorListTable.id });
  for (const table of ['creator_list_item', 'opt_in', 'conversation'])
    await tx.execute(
      sql`delete from ${sql.identifier(table)} where brand_id = ${brandId} and creator_id in ${sample}`,
    );
  const creators = await tx
    .delete(creatorTable)
    .where(and(eq(creatorTable.brandId, brandId), eq(creatorTable.sample, true)))
    .returning({ id: creatorTable.id });
  return campaigns.length + lists.length + creators.length > 0;
}

const at = (now: Date, days: number) => new Date(now.getTime() - days * DAY).toISOString();
/** Spreads figures around their typical value, the same way each time. */
const varied = (value: number, place: number) => Math.round(value * (0.72 + ((place * 37) % 60) / 100));

function inventCreator(plan: SampleCreator, brandId: string, now: Date) {
  const id = newId();
  const origin: FigureOrigin = { source: 'brand-import', asOf: now.toISOString() };
  const formats = platformFacts(plan.platform).formats;
  const content = Array.from({ length: POSTS_EACH }, (_, place) => {
    const likeCount = varied(plan.likes, place + plan.name.length);
    const form = formats[place % formats.length] as (typeof formats)[number];
    return {
      id: newId(),
      creatorId: id,
      url: `${PAGES}/${plan.handle}/${place + 1}`,
      publishedAt: at(now, 34 + place * 19),
      title: SAMPLE_POSTS[(place + plan.name.length) % SAMPLE_POSTS.length] ?? '',
      ...form,
      viewCount: form.format === 'video' ? likeCount * 11 : null,
      likeCount,
      commentCount: Math.round(likeCount / 24),
      shareCount: plan.platform === 'youtube' ? null : Math.round(likeCount / 40),
    };
  });
  const engagement = engagementBreakdown({
    followerCount: plan.followers,
    content: content.map(asContent),
    now,
    connectedAt: null,
    contentFrom: null,
  })?.engagement;
  const views = content.flatMap(({ viewCount }) => viewCount ?? []);
  const avgViews =
    views.length > 0 ? Math.round(views.reduce((sum, count) => sum + count, 0) / views.length) : null;
  return {
    content,
    creator: {
      id,
      brandId,
      sample: true,
      platform: plan.platform,
      username: `sample.${plan.handle}`,
      fullname: `${plan.name} (sample)`,
      bio: plan.bio,
      profileUrl: `${PAGES}/${plan.handle}`,
      country: plan.country,
      language: plan.language,
      categories: plan.categories,
      followerCount: plan.followers,
      engagement: engagement ?? null,
      avgViews,
      figures: {
        followerCount: origin,
        ...(engagement === undefined ? {} : { engagement: origin }),
        ...(avgViews === null ? {} : { avgViews: origin }),
      },
      verified: plan.verified ?? false,
      contactsFetchedAt: now.toISOString(),
      contactsError: 'Sample creators have no email address',
      updatedAt: now.toISOString(),
    },
  };
}

type Invented = ReturnType<typeof inventCreator> & { plan: SampleCreator };

/** Converts a content row for the engagement formula. */
const asContent = (row: typeof contentTable.$inferInsert): ContentItem => ({
  url: row.url,
  published_at: row.publishedAt,
  title: row.title ?? '',
  type: row.type,
  format: row.format,
  persistent_thumbnail_url: null,
  engagement: {
    like_count: row.likeCount ?? null,
    dislike_count: null,
    comment_count: row.commentCount ?? null,
    save_count: null,
    share_count: row.shareCount ?? null,
  },
});

async function insertList(
  tx: Database,
  creators: readonly Invented[],
  { brandId, userId }: { brandId: string; userId: string },
  now: Date,
): Promise<void> {
  const listId = newId();
  await tx.insert(creatorListTable).values({
    id: listId,
    brandId,
    sample: true,
    title: 'Sample list',
    description: 'Invented creators, to try tags, notes and views on.',
  });
  await tx.insert(creatorListItemTable).values(
    creators.map(({ plan, creator }, place) => ({
      id: newId(),
      brandId,
      listId,
      creatorId: creator.id,
      tags: plan.tags,
      feedback: plan.note,
      savedAt: at(now, place / 24),
      updatedBy: userId,
    })),
  );
}

async function insertCampaign(
  tx: Database,
  creators: readonly Invented[],
  brandId: string,
  now: Date,
): Promise<void> {
  const campaignId = newId();
  const agreement = {
    fee: null,
    currency: 'USD',
    deliverables: [{ kind: 'reel' as const, count: 1 }],
    draftDue: at(now, 30),
    liveDue: at(now, 24),
    usageRights: null,
  };
  await tx.insert(campaignTable).values({
    id: campaignId,
    brandId,
    sample: true,
    title: 'Sample campaign',
    slug: `sample-${campaignId.slice(-12)}`,
    status: 'completed',
    socialChannels: ['instagram', 'tiktok', 'youtube'],
    publishedAt: at(now, 58),
    createdAt: at(now, 60),
    updatedAt: at(now, 3),
    brief: {
      description: 'A sample campaign that has ended, with applications, posts and metrics to explore.',
      categories: ['Food', 'Home'],
      product: { name: 'Pour-over set', value: 4_900 },
      deliverables: agreement.deliverables,
      draftDue: agreement.draftDue,
      liveDue: agreement.liveDue,
      dos: ['Show the product in use'],
      hashtags: ['sample'],
      disclosure: 'Gifted',
    },
  });
  const applied = creators.flatMap(({ plan, creator }, place) =>
    plan.optIn ? [{ ...plan.optIn, id: newId(), plan, creator, place }] : [],
  );
  await tx.insert(optInTable).values(
    applied.map(({ id, status, pitch, reason, creator, place }) => ({
      id,
      brandId,
      campaignId,
      creatorId: creator.id,
      status,
      pitch,
      reason: reason ?? null,
      agreement,
      shipment: NOTHING_SENT,
      termsVersion: 1,
      termsAcceptedAt: at(now, 52 - place),
      approvedAt: status === 'completed' ? at(now, 48 - place) : null,
      unseen: false,
      createdAt: at(now, 52 - place),
      updatedAt: at(now, 20),
    })),
  );
  await tx.insert(optInEventTable).values(
    applied.map(({ id, place }) => ({
      id: newId(),
      optInId: id,
      kind: 'opted-in',
      text: 'Opted in',
      createdAt: at(now, 52 - place),
    })),
  );
  const posts = applied.flatMap(({ id, posts, plan, place }) =>
    Array.from({ length: posts }, (_, number) => {
      const days = 26 - place * 3 - number * 2;
      const final = varied(plan.likes, number + place * 5);
      return {
        id: newId(),
        brandId,
        campaignId,
        optInId: id,
        kind: 'reel' as const,
        platform: plan.platform,
        url: `${PAGES}/${plan.handle}/campaign-${number + 1}`,
        title: SAMPLE_POSTS[number] ?? '',
        publishedAt: at(now, days),
        createdAt: at(now, days),
        figures: figuresAt(final, 1),
        history: [0.35, 0.7, 0.9].map((share, step) => ({
          at: at(now, days - 1 - step * 2),
          figures: figuresAt(final, share),
        })),
        asOf: at(now, Math.max(0, days - 9)),
        source: plan.platform,
      };
    }),
  );
  await tx.insert(livePostTable).values(posts);
}

const figuresAt = (likes: number, share: number) => ({
  views: Math.round(likes * 11 * share),
  reach: Math.round(likes * 8 * share),
  likes: Math.round(likes * share),
  comments: Math.round((likes / 24) * share),
  saves: Math.round((likes / 30) * share),
  shares: Math.round((likes / 40) * share),
});
