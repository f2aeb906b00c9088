import * as calls from '@troupe/contract/discovery/list-review';
import { REVIEWER_HEADER, SHARE_ACCESS_HEADER } from '@troupe/contract/headers';
import { knownValues } from '@troupe/domain/discovery/list-field';
import { MAX_COMMENTS, MAX_REVIEWERS } from '@troupe/domain/discovery/list-field-limits';
import type { ReviewColumn, ReviewedItem } from '@troupe/domain/discovery/list-review';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import { networkOf } from '@troupe/server/http';
import { createLimiter } from '@troupe/server/rate-counters';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { readToken, signToken } from '../../../platform/access/secret.ts';
import {
  headerOf,
  hide,
  isAccess,
  isPassword,
  SHARE_LIMITS,
  sha256,
  signAccess,
} from '../../../platform/access/share-link.ts';
import type { Api, CallContext } from '../../../platform/api.ts';
import { withTransaction } from '../../../platform/database.ts';
import { isId, newId } from '../../../platform/id.ts';
import {
  addReviewer,
  findReview,
  lockReviewedItem,
  type OpenReview,
  type ReviewAuthor,
  type ReviewRow,
  readReviewerName,
  readReviewPage,
  writeComment,
  writeVote,
} from './list-review.queries.ts';

const ACCESS = 'list-review-access';
const REVIEWER = 'list-reviewer';
/** Names entered from a network in a quarter hour. */
const JOINS = 20;
/** Votes and comments from a network in a minute. */
const WRITES = 120;

/** Registers what everybody with a review link can do: enter its password and their name, read, vote and comment. */
export function sharedListReviews(api: Api): void {
  const { implement, rates } = api;
  const limits = {
    read: createLimiter(rates, 'read-review', SHARE_LIMITS.reads, SHARE_LIMITS.readsMs),
    join: createLimiter(rates, 'join-review', JOINS, SHARE_LIMITS.attemptsMs),
    write: createLimiter(rates, 'write-review', WRITES, SHARE_LIMITS.readsMs),
  };
  implement(calls.getSharedReview, async (context) => {
    hide(context.reply);
    await limits.read(networkOf(context.request.ip));
    return readShared(api, context);
  });
  passwords(api);
  implement(calls.joinSharedReview, async ({ params, body, request, reply }) => {
    hide(reply);
    await limits.join(networkOf(request.ip));
    const review = await openReview(api, params.token, request);
    const id = newId();
    const added = await withTransaction(api.pool, (_tx, connection) =>
      addReviewer(connection, { review, id, name: body.name, most: MAX_REVIEWERS }, now(api)),
    );
    if (!added)
      throw problem('too_many', {
        message: 'This review link has reached its reviewer limit. Ask for a new link.',
      });
    return {
      reviewer: signToken(api.config.SECRET_KEY, REVIEWER, [id, review.id], new Date(review.expires)),
    };
  });
  implement(calls.voteInSharedReview, async ({ params, body: { vote }, request, reply }) => {
    hide(reply);
    await limits.write(networkOf(request.ip));
    await write(api, { params, request }, (connection, of) =>
      writeVote(connection, Object.assign({ vote }, of), now(api)),
    );
    return { vote };
  });
  implement(calls.commentInSharedReview, async ({ params, body, request, reply }) => {
    hide(reply);
    await limits.write(networkOf(request.ip));
    await write(api, { params, request }, async (connection, of) => {
      if (!(await writeComment(connection, Object.assign({}, body, of), now(api)))) throw tooManyComments();
    });
    return { success: true };
  });
}

/** Returns the error for one comment too many. */
export const tooManyComments = () =>
  problem('too_many', { message: `There's a limit of ${MAX_COMMENTS} comments per creator.` });

const now = ({ clock }: Api): string => clock.now().toISOString();

function passwords({ implement, rates, pool, config, clock }: Api): void {
  const { attempts, attemptsMs } = SHARE_LIMITS;
  const limitLink = createLimiter(rates, 'review-password', attempts, attemptsMs);
  const limitNetwork = createLimiter(rates, 'review-password-from', attempts, attemptsMs);
  implement(calls.openSharedReview, async ({ params: { token }, body, request, reply }) => {
    hide(reply);
    // By the token, known or not: a limit must not tell which links exist.
    await limitNetwork(networkOf(request.ip));
    await limitLink(sha256(token));
    const at = clock.now();
    const review = await findReview(pool, sha256(token), at.toISOString());
    const isRight = await isPassword(body.password, review?.passwordHash ?? null);
    if (!review) throw problem('not_found');
    if (!isRight) throw problem('invalid', { fields: { password: 'Wrong password' } });
    return { access: signAccess(config.SECRET_KEY, ACCESS, review, at) };
  });
}

const mayOpen = ({ config, clock }: Api, link: OpenReview, request: FastifyRequest): boolean =>
  link.passwordHash === null ||
  isAccess(config.SECRET_KEY, ACCESS, {
    link,
    given: headerOf(request, SHARE_ACCESS_HEADER),
    now: clock.now(),
  });

/** Finds the review of a link whose password was entered. Without it, nothing tells that the link exists. */
async function openReview(api: Api, token: string, request: FastifyRequest): Promise<OpenReview> {
  const review = await findReview(api.pool, sha256(token), now(api));
  if (!review || !mayOpen(api, review, request)) throw problem('not_found');
  return review;
}

/** Returns the reviewer whom the header names, if they review with this link. */
async function reviewerOf(
  { pool, config, clock }: Api,
  review: OpenReview,
  request: FastifyRequest,
): Promise<{ id: string; name: string } | null> {
  const given = headerOf(request, REVIEWER_HEADER);
  if (given === null) return null;
  const read = readToken(config.SECRET_KEY, REVIEWER, given, clock.now());
  if (!Array.isArray(read) || read[1] !== review.id || !isId(read[0])) return null;
  const [id] = read;
  const name = await readReviewerName(pool, review.id, id);
  return name === null ? null : { id, name };
}

async function readShared(
  api: Api,
  { params: { token, page }, request }: CallContext<typeof calls.getSharedReview>,
) {
  const review = await findReview(api.pool, sha256(token), now(api));
  if (!review) throw problem('not_found');
  if (!mayOpen(api, review, request))
    return { needsPassword: true, list: null, items: [], ...pagesOf(page, 0) };
  const reviewer = await reviewerOf(api, review, request);
  const { items, total } = await readReviewPage(api.pool, { review, reviewerId: reviewer?.id ?? null, page });
  const { title, brand, shows, expires } = review;
  const fields = review.fields.filter(({ id }) => shows.includes(id));
  return {
    needsPassword: false,
    list: { title, brand, shows, fields, expires, reviewer: reviewer?.name ?? null },
    items: items.map((row) => shownItem(row, shows, knownValues(fields, row.custom))),
    ...pagesOf(page, total),
  };
}

/** Leaves out what the link doesn't show. */
function shownItem(
  row: ReviewRow,
  shows: readonly ReviewColumn[],
  custom: ReviewedItem['custom'],
): ReviewedItem {
  const { id, name, username, platform, profileUrl, profilePicUrl, vote, comments } = row;
  const only = <Value>(column: ReviewColumn, value: Value): Value | null =>
    shows.includes(column) ? value : null;
  return {
    id,
    name,
    username,
    platform,
    profileUrl,
    profilePicUrl,
    followers: only('followers', row.followers),
    engagement: only('engagement', row.engagement),
    views: only('views', row.views),
    country: only('country', row.country),
    language: only('language', row.language),
    categories: only('categories', row.categories) ?? [],
    status: only('status', row.status) ?? [],
    note: only('note', row.note),
    custom,
    vote,
    comments: comments.map(({ at, ...comment }) =>
      Object.assign(comment, { at: new Date(at).toISOString() }),
    ),
  };
}

async function write(
  api: Api,
  { params, request }: { params: { token: string; itemId: string }; request: FastifyRequest },
  work: (
    connection: pg.PoolClient,
    of: { brandId: string; itemId: string; author: ReviewAuthor },
  ) => Promise<void>,
): Promise<void> {
  const review = await openReview(api, params.token, request);
  const reviewer = await reviewerOf(api, review, request);
  if (!reviewer) throw problem('not_found', { message: 'Enter your name first.' });
  const { itemId } = params;
  const { brandId, listId } = review;
  await withTransaction(api.pool, async (_tx, connection) => {
    if (!(await lockReviewedItem(connection, { brandId, itemId, listId }))) throw problem('not_found');
    await work(connection, { brandId, itemId, author: { userId: null, reviewerId: reviewer.id } });
  });
}
