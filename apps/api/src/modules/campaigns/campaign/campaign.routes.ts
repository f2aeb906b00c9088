import * as calls from '@troupe/contract/campaigns/campaign';
import { mayMoveCampaign } from '@troupe/domain/campaigns/campaign';
import { briefGaps, type CampaignBrief, EMPTY_BRIEF } from '@troupe/domain/campaigns/campaign-brief';
import { CATEGORIES } from '@troupe/domain/discovery/creator-category';
import { problem } from '@troupe/domain/problem';
import type { Api, CallContext } from '../../../platform/api.ts';
import { type Database, withTransaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import type { Files } from '../../../platform/files/files.ts';
import type { Queryable } from '../../../platform/jobs.ts';
import { makeCover, readCover, removeCover, storeCover } from './campaign.cover.ts';
import {
  briefOf,
  columnsOf,
  lockCampaign,
  readCampaign,
  readCampaigns,
  toCampaign,
} from './campaign.queries.ts';
import { addCampaignChange, changedFields, readCampaignChanges } from './campaign-change.queries.ts';
import {
  freeSlug,
  insertCampaign,
  lockCover,
  type StoredCampaign,
  slugOf,
  toWritten,
  writeCampaign,
} from './campaign-write.queries.ts';

const COVER_JOB = 'campaign-cover';
/** Keep replaced covers for a day: open pages may still show them. */
const COVER_RETENTION_SECONDS = 86_400;

/** Dependencies of campaign routes on other modules. */
export interface CampaignParts {
  api: Api;
  files: Files;
  /** Returns whether the brand has a plan. */
  holdsPlan(db: Database, brandId: string): Promise<boolean>;
  /** Cancels a campaign's unsent invites. */
  stopInvites(db: Database, brandId: string, campaignId: string, now: string): Promise<void>;
}

/** Registers the campaign calls of brands: list, builder and status changes. */
export function campaignRoutes(parts: CampaignParts): void {
  const { implement, jobs, pool, config } = parts.api;
  implement(calls.listCampaigns, ({ brandId, query }) =>
    readCampaigns(pool, brandId, config.API_ORIGIN, query),
  );
  implement(calls.getCampaign, ({ brandId, params }) => details(parts, brandId, params.campaignId));
  implement(calls.createCampaign, (context) => createCampaign(parts, context));
  implement(calls.updateCampaign, (context) => updateCampaign(parts, context));
  implement(calls.uploadCampaignCover, (context) => uploadCampaignCover(parts, context));
  implement(calls.getCampaignCover, (context) => getCampaignCover(parts, context));
  implement(calls.setCampaignStatus, (context) => setCampaignStatus(parts, context));
  implement(calls.duplicateCampaign, (context) => duplicateCampaign(parts, context));
  implement(calls.listCampaignHistory, (context) => listCampaignHistory(parts, context));
  implement(calls.listCategories, async () => ({ categories: [...CATEGORIES] }));
  jobs.define<ReplacedCover>(COVER_JOB, (cover) => removeReplacedCover(parts, cover));
}

async function details({ api }: CampaignParts, brandId: string, campaignId: string) {
  const now = api.clock.now();
  const found = await readCampaign(api.pool, brandId, campaignId, api.config.API_ORIGIN, now);
  if (!found) throw problem('not_found');
  return found;
}

const publishChange = (
  tx: Database,
  brandId: string,
  campaignId: string,
  fields: readonly string[],
  published = false,
) => publish(tx, { type: 'campaign.changed', brandId, data: { campaignId, fields, published } });

/** Inserts a draft and publishes the change; returns its id. `tx` is a transaction. */
async function addCampaign(tx: Database, draft: Parameters<typeof insertCampaign>[1], now: Date) {
  const id = await insertCampaign(tx, draft, now);
  await publishChange(tx, draft.brandId, id, []);
  return id;
}

async function createCampaign(
  parts: CampaignParts,
  { brandId, body, caller: { userId } }: CallContext<typeof calls.createCampaign>,
) {
  const { db, clock } = parts.api;
  const brief: CampaignBrief = { ...EMPTY_BRIEF, ...defined(body) };
  const id = await db.transaction((tx) => addCampaign(tx, { brandId, brief, userId }, clock.now()));
  return details(parts, brandId, id);
}

async function updateCampaign(
  { api }: CampaignParts,
  { brandId, params, body, caller }: CallContext<typeof calls.updateCampaign>,
) {
  const { version, ...change } = body;
  const now = api.clock.now();
  const row = await withTransaction(api.pool, async (tx, connection) => {
    const row = await lockCampaign(tx, brandId, params.campaignId);
    if (!row) throw problem('not_found');
    if (row.status === 'archived')
      throw problem('invalid_transition', { message: 'This campaign is archived. Restore it first.' });
    if (version !== undefined && version !== row.version)
      throw problem('conflict', { extra: { brief: briefOf(row), version: row.version } });
    const before = briefOf(row);
    const after: CampaignBrief = { ...before, ...defined(change) };
    if (after.slug === '') after.slug = before.slug;
    // Dates that passed since publishing must not block other edits.
    if (row.status !== 'draft') requireComplete(after, new Date(0));
    const changed = changedFields(before, after);
    if (changed.fields.length === 0) return row;
    if (after.slug !== before.slug && (await freeSlug(tx, brandId, after.slug)) !== after.slug)
      throw problem('invalid', { fields: { slug: 'Another campaign uses this URL' } });
    const written = await writeCampaign(tx, row, columnsOf(after), now);
    await replaceCover(api, connection, row, after.cover);
    // Drafts save on every keystroke; only record changes that others have seen.
    if (!row.publishedAt) return written;
    const line = { campaignId: row.id, kind: 'brief' as const, ...changed, userId: caller.userId };
    await addCampaignChange(tx, line, now);
    await publishChange(tx, brandId, row.id, changed.fields);
    return written;
  });
  const campaign = toWritten(row, api.config.API_ORIGIN, now);
  return { campaign, gaps: campaign.gaps };
}

/** @throws invalid while the brief is incomplete at `now` */
function requireComplete(brief: CampaignBrief, now: Date): void {
  const gaps = briefGaps(brief, now);
  if (gaps.length === 0) return;
  const fields = Object.fromEntries(gaps.map(({ field, message }) => [field, message]));
  const listed = gaps.map(({ step, field, message }) => ({ step, field, message }));
  throw problem('invalid', {
    message: 'The campaign is incomplete. Fill in the missing fields.',
    fields,
    extra: { gaps: listed },
  });
}

async function uploadCampaignCover(
  parts: CampaignParts,
  { brandId, params, request }: CallContext<typeof calls.uploadCampaignCover>,
) {
  const { api, files } = parts;
  await details(parts, brandId, params.campaignId);
  const file = await request.file().catch(() => null);
  if (!file) throw problem('invalid', { message: 'Choose a picture.', fields: { file: 'Choose a picture' } });
  const made = await makeCover(files, file.file);
  await withTransaction(api.pool, async (tx, connection) => {
    const row = await lockCampaign(tx, brandId, params.campaignId);
    if (!row) throw problem('not_found');
    // Store under the lock, so that the cleanup job can't remove the same picture.
    await storeCover(files, row.id, made);
    await replaceCover(api, connection, row, made.name);
    await writeCampaign(tx, row, { brief: { ...row.brief, cover: made.name } }, api.clock.now());
  });
  return { campaign: await details(parts, brandId, params.campaignId) };
}

interface ReplacedCover {
  campaignId: string;
  name: string;
}

/** Schedules removal of a replaced cover in a day. */
async function replaceCover(
  { jobs }: Api,
  connection: Queryable,
  { id, brief }: StoredCampaign,
  cover: string | null,
): Promise<void> {
  if (!brief.cover || brief.cover === cover) return;
  const replaced: ReplacedCover = { campaignId: id, name: brief.cover };
  await jobs.send(COVER_JOB, replaced, { transaction: connection, delaySeconds: COVER_RETENTION_SECONDS });
}

/** Removes a cover unless the campaign uses it again. */
function removeReplacedCover({ api, files }: CampaignParts, { campaignId, name }: ReplacedCover) {
  return api.db.transaction(async (tx) => {
    const cover = await lockCover(tx, campaignId);
    if (cover !== name) await removeCover(files, campaignId, name);
  });
}

async function getCampaignCover(
  { files }: CampaignParts,
  { params, reply }: CallContext<typeof calls.getCampaignCover>,
) {
  const stream = readCover(files, params.campaignId, params.name);
  await new Promise<void>((resolve, reject) => {
    stream.once('readable', resolve);
    stream.once('error', () => reject(problem('not_found')));
  });
  return reply
    .type('image/jpeg')
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('cross-origin-resource-policy', 'cross-origin')
    .send(stream);
}

async function setCampaignStatus(
  { api, holdsPlan, stopInvites }: CampaignParts,
  { brandId, params, body: { status }, caller }: CallContext<typeof calls.setCampaignStatus>,
) {
  const campaign = await api.db.transaction(async (tx) => {
    const row = await lockCampaign(tx, brandId, params.campaignId);
    if (!row) throw problem('not_found');
    if (!mayMoveCampaign(row.status, status)) throw problem('invalid_transition');
    const now = api.clock.now();
    if (status === 'publish') {
      if (row.sample) {
        const message = "A sample campaign can't be published. Duplicate it and publish the copy.";
        throw problem('sample_data', { message });
      }
      if (!(await holdsPlan(tx, brandId))) throw problem('subscription_required');
      requireComplete(briefOf(row), now);
    }
    if (row.status === 'publish') await stopInvites(tx, brandId, row.id, now.toISOString());
    const publishedAt = row.publishedAt ?? (status === 'publish' ? now.toISOString() : null);
    const changed = await writeCampaign(tx, row, { status, publishedAt }, now);
    const line = { campaignId: row.id, kind: 'status' as const, fields: ['status'], userId: caller.userId };
    await addCampaignChange(tx, { ...line, before: { status: row.status }, after: { status } }, now);
    await publish(
      tx,
      { brandId, type: 'campaign.status_changed', data: { campaignId: row.id, status } },
      now,
    );
    await publishChange(tx, brandId, row.id, ['status'], row.status === 'draft' && status === 'publish');
    return toCampaign(changed);
  });
  return { success: true as const, campaign };
}

async function duplicateCampaign(
  { api }: CampaignParts,
  { brandId, params, body, caller: { userId } }: CallContext<typeof calls.duplicateCampaign>,
) {
  const campaign = await api.db.transaction(async (tx) => {
    const row = await lockCampaign(tx, brandId, params.campaignId);
    if (!row) throw problem('not_found');
    const brief = { ...briefOf(row), title: body.duplicateCampaignName.trim(), cover: null };
    brief.slug = slugOf(body.duplicateCampaignSlug || brief.title);
    const id = await addCampaign(tx, { brandId, brief, userId }, api.clock.now());
    const copy = await lockCampaign(tx, brandId, id);
    if (!copy) throw problem('not_found');
    return toCampaign(copy);
  });
  return { success: true as const, campaign };
}

async function listCampaignHistory(
  parts: CampaignParts,
  { brandId, params }: CallContext<typeof calls.listCampaignHistory>,
) {
  await details(parts, brandId, params.campaignId);
  return { entries: await readCampaignChanges(parts.api.db, params.campaignId) };
}

/** Returns the fields that are set. */
function defined<T extends object>(change: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as never;
}
