import { MAX_REVIEWERS } from '@troupe/domain/discovery/list-field-limits';
import {
  CommentText,
  ItemReview,
  ListReview,
  ListReviewForm,
  ReviewerName,
  ReviewVote,
  SharedReview,
} from '@troupe/domain/discovery/list-review';
import { Id, PageNumber, paging } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const noun = 'list-review';
const params = z.object({ brandId: Id });
const ofList = params.extend({ id: Id });
const ofItem = params.extend({ itemId: Id });

/** 256 random bits as base64url. */
const token = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

const NewComment = z.object({
  /** Chosen by the client: sending a comment again adds nothing. */
  id: Id,
  text: CommentText,
});
const Vote = z.object({
  /** Null removes the vote. */
  vote: ReviewVote.nullable(),
});

export const listListReviews = defineCall({
  name: 'listListReviews',
  noun,
  method: 'GET',
  path: '/brand/:brandId/creator-list/:id/reviews',
  access: 'brand',
  peopleOnly: true,
  summary:
    "Lists a creator list's review links, newest first. Revoked and expired links stay listed for a year.",
  params: ofList,
  output: z.object({ reviews: z.array(ListReview) }),
  problems: ['not_found'],
});

export const createListReview = defineCall({
  name: 'createListReview',
  noun,
  method: 'POST',
  path: '/brand/:brandId/creator-list/:id/reviews',
  access: 'brand',
  peopleOnly: true,
  audit: 'Shared creator list for review',
  summary:
    "Creates a link that lets people without an account vote and comment on a list's creators. `shows` lists what they see: columns of the creator or list item, and IDs of custom fields. The link expires within 90 days and can have a password. A list can have up to 20 active links.",
  params: ofList,
  body: ListReviewForm,
  output: z.object({ review: ListReview }),
  problems: ['not_found', 'too_many'],
});

export const closeListReview = defineCall({
  name: 'closeListReview',
  noun,
  method: 'DELETE',
  path: '/brand/:brandId/list-review/:reviewId',
  access: 'brand',
  peopleOnly: true,
  audit: 'Revoked creator list review link',
  summary: 'Revokes a review link. Its votes and comments are kept. Revoking it again has no effect.',
  params: params.extend({ reviewId: Id }),
  output: z.object({ review: ListReview }),
  problems: ['not_found'],
});

export const getItemReview = defineCall({
  name: 'getItemReview',
  noun,
  method: 'GET',
  path: '/brand/:brandId/creator-list-item/:itemId/review',
  access: 'brand',
  summary: 'Returns the votes and comments on a creator on a list, oldest comments first.',
  params: ofItem,
  output: ItemReview,
  problems: ['not_found'],
});

export const voteOnListItem = defineCall({
  name: 'voteOnListItem',
  noun,
  method: 'PUT',
  path: '/brand/:brandId/creator-list-item/:itemId/vote',
  access: 'brand',
  peopleOnly: true,
  audit: 'Voted on creator list',
  summary: 'Sets or removes your vote on a creator on a list.',
  params: ofItem,
  body: Vote,
  output: ItemReview,
  problems: ['not_found'],
});

export const commentOnListItem = defineCall({
  name: 'commentOnListItem',
  noun,
  method: 'POST',
  path: '/brand/:brandId/creator-list-item/:itemId/comments',
  access: 'brand',
  peopleOnly: true,
  audit: 'Added comment to creator list',
  summary: 'Adds a comment to a creator on a list. A creator can have up to 500 comments.',
  params: ofItem,
  body: NewComment,
  output: ItemReview,
  problems: ['not_found', 'too_many'],
});

export const deleteListComment = defineCall({
  name: 'deleteListComment',
  noun,
  method: 'DELETE',
  path: '/brand/:brandId/creator-list-item/:itemId/comments/:commentId',
  access: 'brand',
  peopleOnly: true,
  audit: 'Deleted comment from creator list',
  summary: 'Deletes a comment on a creator on a list: your own, or one by someone outside the team.',
  params: ofItem.extend({ commentId: Id }),
  output: ItemReview,
  problems: ['not_found'],
});

export const getSharedReview = defineCall({
  name: 'getSharedReview',
  noun,
  method: 'GET',
  path: '/review/:token/:page',
  access: 'public',
  summary:
    'Retrieves a page of a creator list under review by its link token. If the link has a password, send the header `X-Share-Access`; get its value from `POST /review/:token/password`. With the header `X-Reviewer`, the response includes your votes and comments; get its value from `POST /review/:token/reviewer`. Returns 404 if the link is unknown, expired or revoked, if the list is archived, or if the brand was closed.',
  params: z.object({ token, page: PageNumber }),
  output: SharedReview.extend(paging),
  problems: ['not_found', 'rate_limited'],
});

export const openSharedReview = defineCall({
  name: 'openSharedReview',
  noun,
  method: 'POST',
  path: '/review/:token/password',
  access: 'public',
  summary:
    'Checks the password of a review link. Returns a value for the header `X-Share-Access`, which is valid for an hour. Limited to 10 attempts every 15 minutes per link and per IP address.',
  params: z.object({ token }),
  body: z.object({ password: z.string().max(400) }),
  output: z.object({ access: z.string() }),
  problems: ['not_found', 'rate_limited'],
});

export const joinSharedReview = defineCall({
  name: 'joinSharedReview',
  noun,
  method: 'POST',
  path: '/review/:token/reviewer',
  access: 'public',
  summary: `Registers a reviewer's name. Returns a value for the header \`X-Reviewer\`, which is valid for as long as the link is. A link can have up to ${MAX_REVIEWERS} reviewers.`,
  params: z.object({ token }),
  body: z.object({ name: ReviewerName }),
  output: z.object({ reviewer: z.string() }),
  problems: ['not_found', 'rate_limited', 'too_many'],
});

export const voteInSharedReview = defineCall({
  name: 'voteInSharedReview',
  noun,
  method: 'PUT',
  path: '/review/:token/item/:itemId/vote',
  access: 'public',
  summary: "Sets or removes a reviewer's vote. Requires the header `X-Reviewer`.",
  params: z.object({ token, itemId: Id }),
  body: Vote,
  output: z.object({ vote: ReviewVote.nullable() }),
  problems: ['not_found', 'rate_limited'],
});

export const commentInSharedReview = defineCall({
  name: 'commentInSharedReview',
  noun,
  method: 'POST',
  path: '/review/:token/item/:itemId/comments',
  access: 'public',
  summary: "Adds a reviewer's comment. Requires the header `X-Reviewer`.",
  params: z.object({ token, itemId: Id }),
  body: NewComment,
  output: z.object({ success: z.boolean() }),
  problems: ['not_found', 'rate_limited', 'too_many'],
});
