import { decideContentPreview } from '@troupe/contract/campaigns/campaign-content';
import { submitContent } from '@troupe/contract/campaigns/own-content';
import { CONTENT_KIND_NAMES, type ContentKind } from '@troupe/domain/campaigns/campaign-brief';
import { type ContentPreview, decidableStatus } from '@troupe/domain/campaigns/campaign-content';
import type { DomainEvent, DomainEventOf } from '@troupe/domain/domain-event';
import { problem } from '@troupe/domain/problem';
import type { Api } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { readUser } from '../account/brand/brand-member.queries.ts';
import { readPreview } from './campaign-content/campaign-content.queries.ts';
import { campaignContentRoutes } from './campaign-content/campaign-content.routes.ts';
import {
  addComment,
  attachUploads,
  insertPreview,
  lockPreview,
  type StoredPreview,
  saveVersion,
  writePreview,
} from './campaign-content/content-preview-change.queries.ts';
import { uploadLinks } from './campaign-content/upload.link.ts';
import { readOptInOwner } from './opt-in/opt-in.queries.ts';
import {
  addOptInEvents,
  lockOptIns,
  lockOwnOptIn,
  type StoredOptIn,
} from './opt-in/opt-in-change.queries.ts';

/** Registers the calls for content previews: creators submit them, brands decide on them. */
export function campaignContent(api: Api): void {
  const { implement, db, pool, clock, config } = api;
  const linksFor = (side: 'brand' | 'creator') => uploadLinks(config, () => clock.now(), side);
  campaignContentRoutes(api);

  async function one(previewId: string, side: 'brand' | 'creator') {
    const contentPreview = await readPreview(pool, previewId, linksFor(side));
    if (!contentPreview) throw problem('not_found');
    return { contentPreview };
  }

  implement(submitContent, async ({ params: { optInId }, body, caller }) => {
    const now = clock.now();
    const { kind, caption, uploadIds } = body;
    const previewId = await db.transaction(async (tx) => {
      const optIn = await lockOwnOptIn(tx, caller.userId, optInId);
      if (!optIn) throw problem('not_found');
      requireApproved(optIn);
      const id = body.previewId
        ? await newVersion(tx, optIn, body.previewId, { kind, caption }, now)
        : await insertPreview(tx, placeOf(optIn), { kind, caption }, now);
      await attachUploads(tx, { optInId, previewId: id, kind }, uploadIds);
      const text = body.previewId
        ? `Submitted a new version of ${withArticle(kind)}`
        : `Submitted ${withArticle(kind)}`;
      await addOptInEvents(tx, optInId, [{ kind: 'content', text }], caller.userId, now);
      const submitted = { previewId: id, kind, by: 'creator' as const, again: Boolean(body.previewId) };
      await publish(tx, submittedEvents(optIn, submitted, text), now);
      return id;
    });
    return one(previewId, 'creator');
  });

  implement(decideContentPreview, async ({ brandId, params, body, caller }) => {
    const { status, version, reopen } = body;
    const comment = body.comment.trim();
    if (reopen && status !== 'change_requested')
      throw problem('invalid', { fields: { status: 'To revoke an approval, request changes' } });
    if (status === 'change_requested' && !comment)
      throw problem('invalid', { fields: { comment: 'Describe the changes you need' } });
    const now = clock.now();
    const { firstName = '', lastName = '' } = (await readUser(db, caller.userId, caller.role)) ?? {};
    await db.transaction(async (tx) => {
      const preview = await lockPreview(tx, { brandId }, params.previewId);
      if (!preview) throw problem('not_found');
      requireOpen(preview, version, reopen);
      const creator = await creatorOf(tx, preview);
      if (reopen) requireApproved(creator);
      await writePreview(tx, preview.id, { status }, now);
      if (comment)
        await addComment(
          tx,
          {
            previewId: preview.id,
            side: 'brand',
            userId: caller.userId,
            text: comment,
            authorName: `${firstName} ${lastName}`.trim(),
          },
          now,
        );
      const texts = DECISIONS[reopen ? 'reopened' : status];
      const text = `${texts.history} ${withArticle(preview.kind)}`;
      await addOptInEvents(tx, preview.optInId, [{ kind: 'content', text }], caller.userId, now);
      const line = `${texts.said}: ${withArticle(preview.kind)}`;
      const { optInId, campaignId, id: previewId } = preview;
      const creatorUserId = creator.userId;
      const decided = { optInId, campaignId, previewId, version, creatorUserId, comment, reopened: reopen };
      await publish(
        tx,
        [
          lineOf(creator, 'content', line),
          contentChanged(creator, { previewId, status }),
          { type: `content.${status}`, brandId, data: decided },
        ],
        now,
      );
    });
    return one(params.previewId, 'brand');
  });
}

/** The text of a decision in the opt-in's history and in the conversation. */
const DECISIONS = {
  approved: { history: 'Approved', said: 'Content approved' },
  change_requested: { history: 'Requested changes to', said: 'Changes requested' },
  reopened: { history: 'Revoked approval of', said: 'Approval revoked, changes requested' },
};

const withArticle = (kind: ContentKind) => `a ${CONTENT_KIND_NAMES[kind][0]}`;

/**
 * Adds content for a creator who sent it another way; the brand still has to decide on it.
 * @throws not_found when the brand has no such opt-in, invalid_transition when the opt-in is not approved
 */
export async function addContentForCreator(
  { db, pool, clock, config }: Api,
  of: { brandId: string; campaignId: string; optInId: string; userId: string },
  { kind, caption, uploadIds }: { kind: ContentKind; caption: string; uploadIds: readonly string[] },
): Promise<{ contentPreview: ContentPreview }> {
  const now = clock.now();
  const { brandId, campaignId, optInId, userId } = of;
  const previewId = await db.transaction(async (tx) => {
    const [optIn] = await lockOptIns(tx, brandId, [optInId], campaignId);
    if (!optIn) throw problem('not_found');
    requireApproved(optIn);
    const id = await insertPreview(tx, placeOf(optIn), { kind, caption }, now);
    await attachUploads(tx, { optInId, previewId: id, kind }, uploadIds);
    const text = `The brand added ${withArticle(kind)}`;
    await addOptInEvents(tx, optInId, [{ kind: 'content', text }], userId, now);
    const submitted = { previewId: id, kind, by: 'brand' as const, again: false };
    await publish(tx, submittedEvents(optIn, submitted, text), now);
    return id;
  });
  const links = uploadLinks(config, () => clock.now(), 'brand');
  const contentPreview = await readPreview(pool, previewId, links);
  if (!contentPreview) throw problem('not_found');
  return { contentPreview };
}

const placeOf = ({ id, brandId, campaignId }: StoredOptIn) => ({ optInId: id, brandId, campaignId });

/** Throws invalid_transition unless the brand has approved the opt-in. */
export function requireApproved({ status }: Pick<StoredOptIn, 'status'>): void {
  if (status === 'approved') return;
  throw problem('invalid_transition', {
    message:
      status === 'completed'
        ? 'This collaboration is complete.'
        : 'You can submit content once the brand has approved you.',
  });
}

/** Replaces content with the next version after a change request. */
async function newVersion(
  tx: Database,
  { id: optInId }: StoredOptIn,
  previewId: string,
  content: { kind: ContentKind; caption: string },
  now: Date,
): Promise<string> {
  const preview = await lockPreview(tx, { optInId }, previewId);
  if (!preview) throw problem('not_found');
  if (preview.status !== 'change_requested')
    throw problem('invalid_transition', {
      message: "The brand didn't request changes. Submit this as new content.",
    });
  await saveVersion(tx, preview, now);
  await writePreview(tx, preview.id, { ...content, status: 'preview', version: preview.version + 1 }, now);
  return preview.id;
}

/** Throws if someone else has decided or a newer version exists, and reports the current state. */
function requireOpen({ status, version }: StoredPreview, seen: number, reopen: boolean): void {
  const extra = { status, version };
  if (version !== seen)
    throw problem('conflict', { message: "There's a newer version. Review that one instead.", extra });
  if (status === 'live')
    throw problem('invalid_transition', { message: 'This content is already live.', extra });
  if (status === decidableStatus(reopen)) return;
  if (status === 'preview')
    throw problem('invalid_transition', { message: "This content isn't approved.", extra });
  throw problem('conflict', {
    message: status === 'approved' ? 'Someone already approved this.' : 'Someone already requested changes.',
    extra,
  });
}

async function creatorOf(tx: Database, { optInId, brandId, campaignId }: StoredPreview) {
  const row = await readOptInOwner(tx, optInId);
  if (!row) throw problem('not_found');
  return { id: optInId, brandId, campaignId, ...row };
}

type Place = Pick<StoredOptIn, 'id' | 'brandId' | 'campaignId' | 'userId'>;
type Submitted = { previewId: string; kind: ContentKind; by: 'brand' | 'creator'; again: boolean };

function submittedEvents(optIn: StoredOptIn, submitted: Submitted, text: string): DomainEvent[] {
  const { id: optInId, brandId, campaignId } = optIn;
  return [
    lineOf(optIn, 'content', text),
    contentChanged(optIn, { previewId: submitted.previewId, status: 'preview' }),
    { type: 'content.submitted', brandId, data: { optInId, campaignId, ...submitted } },
  ];
}

/** Returns the event for a content line that both sides see in the conversation. */
export const lineOf = (
  { id, brandId, version }: Pick<StoredOptIn, 'id' | 'brandId' | 'version'>,
  kind: 'content' | 'live',
  text: string,
): DomainEventOf<'opt_in.progressed'> => ({
  type: 'opt_in.progressed',
  brandId,
  data: { optInId: id, version, notify: null, lines: [{ kind, text }] },
});

/** Returns the event that an opt-in's content changed. */
export const contentChanged = (
  { id, brandId, campaignId, userId }: Place,
  change: DomainEventOf<'content.changed'>['data']['change'],
): DomainEventOf<'content.changed'> => ({
  type: 'content.changed',
  brandId,
  data: { optInId: id, campaignId, creatorUserId: userId, change },
});
