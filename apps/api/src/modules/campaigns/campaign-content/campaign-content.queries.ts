import type {
  ContentPreview,
  EarlierVersion,
  Shoutout,
  Story,
  Upload,
} from '@troupe/domain/campaigns/campaign-content';
import { PAGE_SIZE } from '@troupe/domain/shape';
import type pg from 'pg';
import { CREATOR_NAMES } from '../opt-in/opt-in.table.ts';
import type { contentPreviewTable, livePostTable, uploadTable } from './campaign-content.table.ts';

/** A stored upload. */
export type StoredUpload = typeof uploadTable.$inferSelect;
type StoredPost = typeof livePostTable.$inferSelect;
type StoredPreview = typeof contentPreviewTable.$inferSelect;

/** Returns the current URLs of an upload's file and thumbnail. */
export type LinksOf = (upload: StoredUpload) => { url: string | null; thumbnailUrl: string | null };

type CreatorColumns = ContentPreview['creator'] & { creatorPlatform: ContentPreview['creator']['platform'] };

const CREATOR = `i.id as "optInId", c.id as "socialProfileId", c.platform as "creatorPlatform", ${CREATOR_NAMES}`;
const OF = (noun: string) => `join opt_in i on i.id = ${noun}.opt_in_id
  join creator c on c.id = i.creator_id and (c.brand_id is null or c.brand_id = i.brand_id)`;

const toCreator = (row: CreatorColumns): ContentPreview['creator'] => ({
  optInId: row.optInId,
  socialProfileId: row.socialProfileId,
  platform: row.creatorPlatform,
  username: row.username,
  fullname: row.fullname,
  profilePicUrl: row.profilePicUrl,
});

const PREVIEW = `p.id, p.kind, p.caption, p.status, p.version, p.live_url as "liveUrl",
  p.created_at as "createdAt", p.updated_at as "updatedAt"`;
const UPLOAD = `u.id, u.preview_id as "previewId", u.name, u.type, u.bytes, u.file_key as "fileKey",
  u.thumbnail_key as "thumbnailKey", u.width, u.height, u.seconds, u.scan, u.usable_until as "usableUntil",
  u.created_at as "createdAt"`;
const POST = `l.id, l.url, l.platform, l.kind, l.title, l.thumbnail_url as "thumbnailUrl",
  l.published_at as "publishedAt", l.expires_at as "expiresAt", l.figures, l.history, l.as_of as "asOf", l.source, l.failure,
  l.created_at as "createdAt"`;

type PreviewRow = StoredPreview & CreatorColumns;
type UploadRow = StoredUpload & CreatorColumns & { previewStatus: Upload['status'] };
type PostRow = StoredPost & CreatorColumns;

const toUpload = (row: UploadRow, linksOf: LinksOf): Upload => ({
  id: row.id,
  creator: toCreator(row),
  name: row.name,
  type: row.type as Upload['type'],
  bytes: row.bytes,
  width: row.width,
  height: row.height,
  seconds: row.seconds,
  ...linksOf(row),
  scan: row.scan,
  status: row.previewStatus,
  usableUntil: row.usableUntil,
  created: row.createdAt,
});

const toShoutout = (row: PostRow): Shoutout => ({
  id: row.id,
  creator: toCreator(row),
  url: row.url,
  platform: row.platform,
  kind: row.kind,
  title: row.title,
  thumbnailUrl: row.thumbnailUrl,
  published: row.publishedAt,
  figures: row.figures,
  history: row.history,
  asOf: row.asOf,
  source: row.source,
  failure: row.failure,
});

const STORY_MS = 24 * 3_600_000;

function toStory(row: PostRow): Story {
  const published = row.publishedAt ?? row.createdAt;
  return {
    id: row.id,
    creator: toCreator(row),
    url: row.url,
    thumbnailUrl: row.thumbnailUrl,
    published,
    expires: row.expiresAt ?? new Date(Date.parse(published) + STORY_MS).toISOString(),
    figures: row.figures,
    asOf: row.asOf,
    source: row.source,
    failure: row.failure,
  };
}

/** Returns whether the brand has this campaign. */
export async function isCampaignOf(pool: pg.Pool, brandId: string, campaignId: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'content-campaign',
    text: 'select 1 from campaign where id = $1 and brand_id = $2',
    values: [campaignId, brandId],
  });
  return rowCount === 1;
}

const offsetOf = (page: number) => (page - 1) * PAGE_SIZE;

async function countOf(pool: pg.Pool, table: string, campaignId: string, where = ''): Promise<number> {
  const { rows } = await pool.query<{ total: number }>({
    name: `count-${table}-${where ? (where.includes('<>') ? 'posts' : 'stories') : 'all'}`,
    text: `select count(*) as total from ${table} where campaign_id = $1 ${where}`,
    values: [campaignId],
  });
  return rows[0]?.total ?? 0;
}

// Must match the index: without "nulls last" the planner skips it.
const ORDER = {
  newest: 'p.created_at desc nulls last, p.id desc nulls last',
  oldest: 'p.created_at, p.id',
  status:
    "array_position(array['preview', 'change_requested', 'approved', 'live'], p.status), p.created_at desc, p.id desc",
} as const;
export type PreviewSort = keyof typeof ORDER;

/** Returns one page of a campaign's content previews. */
export async function readPreviewPage(
  pool: pg.Pool,
  campaignId: string,
  { page, sort }: { page: number; sort: PreviewSort },
  linksOf: LinksOf,
): Promise<{ contentPreviews: ContentPreview[]; total: number }> {
  const [total, { rows }] = await Promise.all([
    countOf(pool, 'content_preview', campaignId),
    pool.query<PreviewRow>({
      name: `content-previews-${sort}`,
      text: `select ${PREVIEW}, ${CREATOR} from content_preview p ${OF('p')}
        where p.campaign_id = $1 order by ${ORDER[sort]} limit $2 offset $3`,
      values: [campaignId, PAGE_SIZE, offsetOf(page)],
    }),
  ]);
  return { contentPreviews: await withParts(pool, rows, linksOf), total };
}

/** Returns one preview with its files, comments and earlier versions; null if not found. */
export async function readPreview(
  pool: pg.Pool,
  previewId: string,
  linksOf: LinksOf,
): Promise<ContentPreview | null> {
  const { rows } = await pool.query<PreviewRow>({
    name: 'content-preview',
    text: `select ${PREVIEW}, ${CREATOR} from content_preview p ${OF('p')} where p.id = $1`,
    values: [previewId],
  });
  const [preview] = await withParts(pool, rows, linksOf);
  return preview ?? null;
}

async function withParts(pool: pg.Pool, rows: PreviewRow[], linksOf: LinksOf): Promise<ContentPreview[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [comments, uploads, earlier] = await Promise.all([
    pool.query<ContentPreview['comments'][number] & { previewId: string }>({
      name: 'preview-comments',
      text: `select k.id, k.preview_id as "previewId", k.author_name as by, k.side, k.text, k.created_at as created
        from preview_comment k where k.preview_id = any($1) order by k.created_at, k.id`,
      values: [ids],
    }),
    pool.query<UploadRow>({
      name: 'preview-uploads',
      text: `select ${UPLOAD}, p.status as "previewStatus", ${CREATOR}
        from upload u join content_preview p on p.id = u.preview_id ${OF('u')}
        where u.preview_id = any($1) order by u.id`,
      values: [ids],
    }),
    readEarlier(
      pool,
      rows.filter(({ version }) => version > 1).map(({ id }) => id),
      linksOf,
    ),
  ]);
  return rows.map((row) => ({
    id: row.id,
    creator: toCreator(row),
    kind: row.kind,
    caption: row.caption,
    status: row.status,
    version: row.version,
    comments: comments.rows
      .filter(({ previewId }) => previewId === row.id)
      .map(({ previewId: _, ...comment }) => comment),
    uploads: uploads.rows
      .filter(({ previewId }) => previewId === row.id)
      .map((upload) => toUpload(upload, linksOf)),
    earlier: earlier.get(row.id) ?? [],
    liveUrl: row.liveUrl,
    created: row.createdAt,
    updated: row.updatedAt,
  }));
}

/** Returns earlier versions of these previews, newest first. */
async function readEarlier(
  pool: pg.Pool,
  previewIds: readonly string[],
  linksOf: LinksOf,
): Promise<Map<string, EarlierVersion[]>> {
  const found = new Map<string, EarlierVersion[]>();
  if (previewIds.length === 0) return found;
  const [versions, uploads] = await Promise.all([
    pool.query<Omit<EarlierVersion, 'uploads'> & { previewId: string }>({
      name: 'content-versions',
      text: `select v.preview_id as "previewId", v.version, v.kind, v.caption, v.created_at as created
        from content_version v where v.preview_id = any($1) order by v.version desc`,
      values: [previewIds],
    }),
    pool.query<UploadRow & { of: string; version: number }>({
      name: 'content-version-uploads',
      // A file used in several previews shows the usage rights that end first.
      text: `select distinct on (v.preview_id, v.version, k.place) ${UPLOAD}, v.preview_id as "of", v.version,
          p.status as "previewStatus", ${CREATOR}
        from content_version v join content_preview p on p.id = v.preview_id
        cross join unnest(v.file_keys) with ordinality k (key, place)
        join upload u on u.opt_in_id = p.opt_in_id and u.file_key = k.key ${OF('u')}
        where v.preview_id = any($1)
        order by v.preview_id, v.version, k.place, u.usable_until nulls last, u.id`,
      values: [previewIds],
    }),
  ]);
  for (const { previewId, ...version } of versions.rows)
    found.set(previewId, [
      ...(found.get(previewId) ?? []),
      {
        ...version,
        uploads: uploads.rows
          .filter((upload) => upload.of === previewId && upload.version === version.version)
          .map((upload) => toUpload(upload, linksOf)),
      },
    ]);
  return found;
}

/** Excludes files that a creator uploaded but hasn't submitted. */
const SUBMITTED = 'and preview_id is not null';

/** Returns one page of the files submitted to a campaign, newest first. */
export async function readUploadPage(
  pool: pg.Pool,
  campaignId: string,
  page: number,
  linksOf: LinksOf,
): Promise<{ uploads: Upload[]; total: number }> {
  const [total, { rows }] = await Promise.all([
    countOf(pool, 'upload', campaignId, SUBMITTED),
    pool.query<UploadRow>({
      name: 'uploads',
      text: `select ${UPLOAD}, p.status as "previewStatus", ${CREATOR}
        from (select * from upload where campaign_id = $1 ${SUBMITTED}
          order by created_at desc nulls last, id desc nulls last limit $2 offset $3) u
        ${OF('u')} join content_preview p on p.id = u.preview_id
        order by u.created_at desc, u.id desc`,
      values: [campaignId, PAGE_SIZE, offsetOf(page)],
    }),
  ]);
  return { uploads: rows.map((row) => toUpload(row, linksOf)), total };
}

async function readPosts(pool: pg.Pool, campaignId: string, story: boolean, limit: number, offset: number) {
  const { rows } = await pool.query<PostRow>({
    name: story ? 'stories' : 'shoutouts',
    text: `select ${POST}, ${CREATOR} from live_post l ${OF('l')}
      where l.campaign_id = $1 and l.kind ${story ? '=' : '<>'} 'story'
      order by l.created_at desc nulls last, l.id desc nulls last limit $2 offset $3`,
    values: [campaignId, limit, offset],
  });
  return rows;
}

/** Returns one page of a campaign's live posts, newest first. */
export async function readShoutoutPage(
  pool: pg.Pool,
  campaignId: string,
  page: number,
): Promise<{ shoutouts: Shoutout[]; total: number }> {
  const [total, rows] = await Promise.all([
    countOf(pool, 'live_post', campaignId, "and kind <> 'story'"),
    readPosts(pool, campaignId, false, PAGE_SIZE, offsetOf(page)),
  ]);
  return { shoutouts: rows.map(toShoutout), total };
}

/** Returns one page of a campaign's stories, newest first. */
export async function readStoryPage(
  pool: pg.Pool,
  campaignId: string,
  page: number,
): Promise<{ stories: Story[]; total: number }> {
  const [total, rows] = await Promise.all([
    countOf(pool, 'live_post', campaignId, "and kind = 'story'"),
    readPosts(pool, campaignId, true, PAGE_SIZE, offsetOf(page)),
  ]);
  return { stories: rows.map(toStory), total };
}

/** Returns one live post; null if not found. */
export async function readShoutout(pool: pg.Pool, livePostId: string): Promise<Shoutout | null> {
  const { rows } = await pool.query<PostRow>({
    name: 'shoutout',
    text: `select ${POST}, ${CREATOR} from live_post l ${OF('l')} where l.id = $1`,
    values: [livePostId],
  });
  return rows[0] ? toShoutout(rows[0]) : null;
}

const EXPORT_ROWS = 500;

/** Yields all live posts or all stories of a campaign in batches, newest first. */
export async function* readAllPosts(
  pool: pg.Pool,
  campaignId: string,
  kind: 'shoutout' | 'story',
): AsyncGenerator<Shoutout[]> {
  for (let offset = 0; ; offset += EXPORT_ROWS) {
    const rows = await readPosts(pool, campaignId, kind === 'story', EXPORT_ROWS, offset);
    yield rows.map((row) => (kind === 'story' ? { ...toShoutout(row), ...toStory(row) } : toShoutout(row)));
    if (rows.length < EXPORT_ROWS) return;
  }
}
