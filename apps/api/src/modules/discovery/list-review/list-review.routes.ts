import * as calls from '@troupe/contract/discovery/list-review';
import { MAX_REVIEW_LINKS } from '@troupe/domain/discovery/list-field-limits';
import type { ItemReview, ListReview } from '@troupe/domain/discovery/list-review';
import { problem } from '@troupe/domain/problem';
import type pg from 'pg';
import { deriveToken } from '../../../platform/access/secret.ts';
import { hashOf, sha256 } from '../../../platform/access/share-link.ts';
import type { Api, CallContext, Caller, ChangeContext, Commit } from '../../../platform/api.ts';
import { newId } from '../../../platform/id.ts';
import {
  closeReview,
  insertReview,
  lockReviewedItem,
  lockReviews,
  readItemReview,
  readReview,
  readReviews,
  removeComment,
  removeOldReviews,
  type StoredReview,
  writeComment,
  writeVote,
} from './list-review.queries.ts';
import { sharedListReviews, tooManyComments } from './shared-list-review.routes.ts';

const DAY_MS = 86_400_000;
/** How long ended links are kept. */
const KEEP_MS = 365 * DAY_MS;

/** Registers the calls about review links, votes and comments, and what people with a link can do. */
export function listReviewRoutes(api: Api): void {
  const { implement, implementChange, jobs, pool, clock } = api;
  implement(calls.listListReviews, (context) => listReviews(api, context));
  implementChange(calls.createListReview, (context) => createReview(api, context));
  implementChange(calls.closeListReview, (context) => close(api, context));
  implement(calls.getItemReview, ({ brandId, params: { itemId }, caller }) =>
    reviewOf(api, { brandId, itemId, userId: caller.userId }),
  );
  implementChange(calls.voteOnListItem, ({ body: { vote }, ...context }) =>
    change(api, context, async (connection, of) => {
      await writeVote(connection, Object.assign({ vote }, of), now(api));
    }),
  );
  implementChange(calls.commentOnListItem, ({ body, ...context }) =>
    change(api, context, async (connection, of) => {
      if (!(await writeComment(connection, Object.assign({}, body, of), now(api)))) throw tooManyComments();
    }),
  );
  implementChange(calls.deleteListComment, ({ params, caller, ...context }) =>
    change(api, Object.assign(context, { params, caller }), async (connection) => {
      if (!(await removeComment(connection, Object.assign({ userId: caller.userId }, params))))
        throw problem('not_found');
    }),
  );
  sharedListReviews(api);
  jobs.every('55 3 * * *', 'list-reviews-remove', () =>
    removeOldReviews(pool, new Date(clock.now().getTime() - KEEP_MS).toISOString()),
  );
}

const now = ({ clock }: Api): string => clock.now().toISOString();

/** Derives the token of a link: the team can copy the link again although only its hash is stored. */
const tokenOf = ({ config }: Api, { id, generation }: { id: string; generation: number }): string =>
  deriveToken(config.SECRET_KEY, 'list-review', `${id} ${generation}`);

function shown(api: Api, row: StoredReview): ListReview {
  const { id, label, shows, expires, closed, created, createdBy, reviewers } = row;
  const isExpired = Date.parse(expires) <= api.clock.now().getTime();
  const state = closed !== null ? 'closed' : isExpired ? 'expired' : 'open';
  return {
    id,
    label,
    hasPassword: row.passwordHash !== null,
    shows,
    expires,
    state,
    url: state === 'open' ? `${api.config.WEB_ORIGIN}/review/${tokenOf(api, row)}` : null,
    created,
    createdBy,
    reviewers,
  };
}

async function listReviews(api: Api, { brandId, params }: CallContext<typeof calls.listListReviews>) {
  const rows = await readReviews(api.pool, brandId, params.id);
  if (!rows) throw problem('not_found');
  return { reviews: rows.map((row) => shown(api, row)) };
}

async function known(api: Api, brandId: string, reviewId: string): Promise<StoredReview> {
  const row = await readReview(api.pool, brandId, reviewId);
  if (!row) throw problem('not_found');
  return row;
}

async function createReview(
  api: Api,
  { brandId, caller, params, body, commit }: ChangeContext<typeof calls.createListReview>,
) {
  const id = newId();
  const { label, password, days, shows } = body;
  const passwordHash = password === null ? null : await hashOf(password);
  const tokenSha256 = sha256(tokenOf(api, { id, generation: 1 }));
  const expiresAt = new Date(api.clock.now().getTime() + days * DAY_MS).toISOString();
  const of = { brandId, listId: params.id };
  await commit(async (_tx, connection) => {
    const list = await lockReviews(connection, of, now(api));
    if (!list) throw problem('not_found');
    if (list.count >= MAX_REVIEW_LINKS)
      throw problem('too_many', {
        message: `A list can have up to ${MAX_REVIEW_LINKS} active review links. Revoke one first.`,
      });
    const { userId } = caller;
    const review = { id, label, tokenSha256, passwordHash, shows: [...new Set(shows)], expiresAt, userId };
    await insertReview(connection, Object.assign(review, of), now(api));
    return { reviewId: id };
  });
  return { review: shown(api, await known(api, brandId, id)) };
}

async function close(
  api: Api,
  { brandId, params: { reviewId }, commit }: ChangeContext<typeof calls.closeListReview>,
) {
  await known(api, brandId, reviewId);
  await commit((_tx, connection) => closeReview(connection, reviewId, now(api)));
  return { review: shown(api, await known(api, brandId, reviewId)) };
}

async function reviewOf(
  api: Api,
  of: { brandId: string; itemId: string; userId: string },
): Promise<ItemReview> {
  const review = await readItemReview(api.pool, of);
  if (!review) throw problem('not_found');
  return review;
}

interface OnItem {
  brandId: string;
  caller: Caller;
  params: { itemId: string };
  commit: Commit;
}

/** A vote or comment of a member. */
async function change(
  api: Api,
  { brandId, caller: { userId }, params: { itemId }, commit }: OnItem,
  work: (
    connection: pg.PoolClient,
    of: { brandId: string; itemId: string; author: { userId: string; reviewerId: null } },
  ) => Promise<void>,
): Promise<ItemReview> {
  await commit(async (_tx, connection) => {
    if (!(await lockReviewedItem(connection, { brandId, itemId }))) throw problem('not_found');
    await work(connection, { brandId, itemId, author: { userId, reviewerId: null } });
  });
  return reviewOf(api, { brandId, itemId, userId });
}
