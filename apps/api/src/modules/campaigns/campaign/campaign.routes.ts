import * as calls from '@troupe/contract/campaigns/campaign';
import { mayMoveCampaign } from '@troupe/domain/campaigns/campaign';
import { briefGaps, type CampaignBrief, EMPTY_BRIEF } from '@troupe/domain/campaigns/campaign-brief';
import { CATEGORIES } from '@troupe/domain/discovery/category';
import { problem } from '@troupe/domain/problem';
import { eq } from 'drizzle-orm';
import type { Api } from '../../../platform/api.ts';
import type { Database } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import type { Files } from '../../../platform/files/files.ts';
import { newId } from '../../../platform/id.ts';
import type { Queryable } from '../../../platform/jobs.ts';
import { withTransaction } from '../../../platform/transaction.ts';
import { keepCover, makeCover, readCover, removeCover } from './campaign.cover.ts';
import {
  briefOf,
  columnsOf,
  lockCampaign,
  readCampaign,
  readCampaigns,
  toCampaign,
} from './campaign.queries.ts';
import { freeSlug, slugOf } from './campaign.slug.ts';
import { campaignTable } from './campaign.table.ts';
import { addCampaignChange, changedFields, readCampaignChanges } from './campaign-change.queries.ts';
import { holdCover, toWritten } from './campaign-write.queries.ts';

const COVER_JOB = 'campaign-cover';
/** A page that is open somewhere still shows the picture of before. */
const COVER_KEPT_SECONDS = 86_400;

/** What the campaigns need of others. */
export interface CampaignParts {
  api: Api;
  files: Files;
  /** Whether the brand holds a plan. */
  holdsPlan(db: Database, brandId: string): Promise<boolean>;
  /** Takes back invites to a campaign whose mails have not left. */
  stopInvites(db: Database, brandId: string, campaignId: string, now: string): Promise<void>;
}

/** Campaigns of a brand: the list, the builder, and where each stands. */
export function campaignRoutes({ api, files, holdsPlan, stopInvites }: CampaignParts): void {
  const { db, pool, clock, config } = api;

  async function details(brandId: string, campaignId: string) {
    const found = await readCampaign(pool, brandId, campaignId, config.API_ORIGIN, clock.now());
    if (!found) throw problem('not_found');
    return found;
  }

  const publishChange = (tx: Database, brandId: string, campaignId: string) =>
    publish(tx, { type: 'campaign.changed', brandId, data: { campaignId } });

  api.implement(calls.listCampaigns, ({ brandId, query }) =>
    readCampaigns(pool, brandId, config.API_ORIGIN, query),
  );

  api.implement(calls.getCampaign, ({ brandId, params }) => details(brandId, params.campaignId));

  api.implement(calls.createCampaign, async ({ brandId, body, caller }) => {
    const brief: CampaignBrief = { ...EMPTY_BRIEF, ...defined(body) };
    return details(brandId, await db.transaction((tx) => insertCampaign(tx, brandId, brief, caller.userId)));
  });

  /** Adds a draft, with the first line of its history. `tx` is a transaction. */
  async function insertCampaign(
    tx: Database,
    brandId: string,
    brief: CampaignBrief,
    userId: string,
  ): Promise<string> {
    const id = newId();
    const now = clock.now();
    const at = now.toISOString();
    for (;;) {
      const slug = await freeSlug(tx, brandId, brief.slug || slugOf(brief.title));
      const inserted = await tx
        .insert(campaignTable)
        .values({ id, brandId, ...columnsOf({ ...brief, slug }), createdAt: at, updatedAt: at })
        .onConflictDoNothing()
        .returning({ id: campaignTable.id });
      // Of two at once with the same slug the second takes the next free one.
      if (inserted.length === 0) continue;
      const change = { campaignId: id, kind: 'status' as const, fields: ['status'], userId };
      await addCampaignChange(tx, { ...change, before: {}, after: { status: 'draft' } }, now);
      await publishChange(tx, brandId, id);
      return id;
    }
  }

  api.implement(calls.updateCampaign, async ({ brandId, params, body, caller }) => {
    const { version, ...change } = body;
    const now = clock.now();
    const row = await withTransaction(pool, async (tx, connection) => {
      const row = await lockCampaign(tx, brandId, params.campaignId);
      if (!row) throw problem('not_found');
      if (row.status === 'archived')
        throw problem('invalid_transition', { message: 'This campaign is archived. Restore it first.' });
      if (version !== undefined && version !== row.version)
        throw problem('conflict', { extra: { brief: briefOf(row), version: row.version } });
      const before = briefOf(row);
      const after: CampaignBrief = { ...before, ...defined(change) };
      if (after.slug === '') after.slug = before.slug;
      if (row.status !== 'draft') requireComplete(after);
      const changed = changedFields(before, after);
      if (changed.fields.length === 0) return row;
      if (after.slug !== before.slug && (await freeSlug(tx, brandId, after.slug)) !== after.slug)
        throw problem('invalid', { fields: { slug: 'Another campaign has this address' } });
      const [written] = await tx
        .update(campaignTable)
        .set({ ...columnsOf(after), version: row.version + 1, updatedAt: now.toISOString() })
        .where(eq(campaignTable.id, row.id))
        .returning();
      await replaceCover(connection, row.id, before.cover, after.cover);
      // A draft changes with every letter; what counts is what others have seen of it.
      if (!row.publishedAt) return written ?? row;
      await addCampaignChange(
        tx,
        { campaignId: row.id, kind: 'brief', ...changed, userId: caller.userId },
        now,
      );
      await publishChange(tx, brandId, row.id);
      return written ?? row;
    });
    const campaign = toWritten(row, config.API_ORIGIN, now);
    return { campaign, gaps: campaign.gaps };
  });

  function requireComplete(brief: CampaignBrief): void {
    // A day that has passed since publishing is no reason to refuse another change.
    const gaps = briefGaps(brief, new Date(0));
    if (gaps.length === 0) return;
    const fields = Object.fromEntries(gaps.map(({ field, message }) => [field, message]));
    throw problem('invalid', { message: 'The campaign is not complete.', fields, extra: { gaps } });
  }

  api.implement(calls.uploadCampaignCover, async ({ brandId, params, request }) => {
    await details(brandId, params.campaignId);
    const file = await request.file().catch(() => null);
    if (!file)
      throw problem('invalid', { message: 'Choose a picture.', fields: { file: 'Choose a picture' } });
    const made = await makeCover(files, file.file);
    await withTransaction(pool, async (tx, connection) => {
      const row = await lockCampaign(tx, brandId, params.campaignId);
      if (!row) throw problem('not_found');
      // Put into its place while the campaign is held: the same picture, replaced before, is not cleared away meanwhile.
      await keepCover(files, row.id, made);
      await replaceCover(connection, row.id, row.brief.cover, made.name);
      await tx
        .update(campaignTable)
        .set({
          brief: { ...row.brief, cover: made.name },
          version: row.version + 1,
          updatedAt: clock.now().toISOString(),
        })
        .where(eq(campaignTable.id, row.id));
    });
    return { campaign: await details(brandId, params.campaignId) };
  });

  /** A cover that was replaced goes a day later. */
  async function replaceCover(
    connection: Queryable,
    campaignId: string,
    before: string | null | undefined,
    after: string | null,
  ): Promise<void> {
    if (!before || before === after) return;
    const options = { transaction: connection, delaySeconds: COVER_KEPT_SECONDS };
    await api.jobs.send(COVER_JOB, { campaignId, name: before }, options);
  }

  api.jobs.define<{ campaignId: string; name: string }>(COVER_JOB, ({ campaignId, name }) =>
    db.transaction(async (tx) => {
      const cover = await holdCover(tx, campaignId);
      if (cover !== name) await removeCover(files, campaignId, name);
    }),
  );

  api.implement(calls.getCampaignCover, async ({ params, reply }) => {
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
  });

  api.implement(calls.setCampaignStatus, async ({ brandId, params, body, caller }) => {
    const campaign = await db.transaction(async (tx) => {
      const row = await lockCampaign(tx, brandId, params.campaignId);
      if (!row) throw problem('not_found');
      const { status } = body;
      if (!mayMoveCampaign(row.status, status)) throw problem('invalid_transition');
      const now = clock.now();
      if (status === 'publish') {
        if (!(await holdsPlan(tx, brandId))) throw problem('subscription_required');
        const gaps = briefGaps(briefOf(row), now);
        if (gaps.length > 0)
          throw problem('invalid', {
            message: 'The campaign is not complete.',
            fields: Object.fromEntries(gaps.map(({ field, message }) => [field, message])),
            extra: { gaps },
          });
      }
      if (row.status === 'publish') await stopInvites(tx, brandId, row.id, now.toISOString());
      const publishedAt = row.publishedAt ?? (status === 'publish' ? now.toISOString() : null);
      const [changed] = await tx
        .update(campaignTable)
        .set({ status, publishedAt, version: row.version + 1, updatedAt: now.toISOString() })
        .where(eq(campaignTable.id, row.id))
        .returning();
      await addCampaignChange(
        tx,
        {
          campaignId: row.id,
          kind: 'status',
          fields: ['status'],
          before: { status: row.status },
          after: { status },
          userId: caller.userId,
        },
        now,
      );
      await publish(
        tx,
        [{ brandId, type: 'campaign.status_changed', data: { campaignId: row.id, status } }],
        now,
      );
      await publishChange(tx, brandId, row.id);
      return toCampaign(changed ?? row);
    });
    return { success: true, campaign };
  });

  api.implement(calls.duplicateCampaign, async ({ brandId, params, body, caller }) => {
    const campaign = await db.transaction(async (tx) => {
      const row = await lockCampaign(tx, brandId, params.campaignId);
      if (!row) throw problem('not_found');
      const brief = { ...briefOf(row), title: body.duplicateCampaignName.trim(), cover: null };
      brief.slug = slugOf(body.duplicateCampaignSlug || brief.title);
      const id = await insertCampaign(tx, brandId, brief, caller.userId);
      const copy = await lockCampaign(tx, brandId, id);
      if (!copy) throw problem('not_found');
      return toCampaign(copy);
    });
    return { success: true, campaign };
  });

  api.implement(calls.listCampaignHistory, async ({ brandId, params }) => {
    await details(brandId, params.campaignId);
    return { entries: await readCampaignChanges(db, params.campaignId) };
  });

  api.implement(calls.listCategories, async () => ({ categories: [...CATEGORIES] }));
}

/** The fields that were given. */
function defined<T extends object>(change: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as never;
}
