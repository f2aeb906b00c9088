import { z } from 'zod';
import { Id, Instant, text } from '../shape.ts';
import { Platform } from './creator.ts';
import { StatusTag } from './creator-list.ts';
import { FieldValue, ListField, ReviewCounts } from './list-field.ts';
import {
  MAX_COMMENT,
  MAX_FIELDS,
  MAX_REVIEW_DAYS,
  REVIEW_COLUMNS,
  REVIEW_VOTES,
} from './list-field-limits.ts';

/** What someone thinks of a creator on a list. */
export const ReviewVote = z.enum(REVIEW_VOTES);
export type ReviewVote = z.infer<typeof ReviewVote>;

/** A column of a review: one of the creator or item, or the ID of a custom field. */
export const ReviewColumn = z.union([z.enum(REVIEW_COLUMNS), Id]);
export type ReviewColumn = z.infer<typeof ReviewColumn>;

/** A password of a review link. */
const Password = text({ max: 200 }).refine((value) => value.length >= 8, 'Use at least 8 characters');

/** What a member sets of a review link. */
export const ListReviewForm = z.object({
  /** The recipient, as the team names it. */
  label: text({ max: 120 }),
  /** Null asks for none. */
  password: Password.nullable(),
  /** In days from now. */
  days: z.int().min(1, 'Enter at least 1 day').max(MAX_REVIEW_DAYS, `Enter up to ${MAX_REVIEW_DAYS} days`),
  shows: z.array(ReviewColumn).max(REVIEW_COLUMNS.length + MAX_FIELDS),
});
export type ListReviewForm = z.infer<typeof ListReviewForm>;

/** A review link as the team sees it. */
export const ListReview = z.object({
  id: Id,
  label: z.string(),
  hasPassword: z.boolean(),
  shows: z.array(ReviewColumn),
  expires: Instant,
  state: z.enum(['open', 'expired', 'closed']),
  /** The link; null once it doesn't work. */
  url: z.string().nullable(),
  created: Instant,
  createdBy: z.string().nullable(),
  /** Names of the people who reviewed with it. */
  reviewers: z.array(z.string()),
});
export type ListReview = z.infer<typeof ListReview>;

/** Control characters other than line breaks and tabs, and marks that turn the direction of text around. */
const INVISIBLE = /(?![\n\t])[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/** A comment. Invisible characters, and leading and trailing spaces are removed. */
export const CommentText = text({ max: MAX_COMMENT, required: 'Enter a comment' })
  .transform((value) => value.replace(INVISIBLE, '').trim())
  .refine((value) => value !== '', 'Enter a comment');

/** Name of a person without an account. Line breaks and invisible characters are removed. */
export const ReviewerName = text({ max: 80, required: 'Enter your name' })
  .transform((value) => value.replace(/[\p{C}\p{Z}]+/gu, ' ').trim())
  .refine((value) => value !== '', 'Enter your name');

/** Someone who voted or commented. */
const Author = {
  by: z.string().nullable(),
  /** Reviewed with a link; the name is the one entered there. */
  outside: z.boolean(),
  mine: z.boolean(),
};

/** The votes and comments on a creator of a list, as the team sees them. */
export const ItemReview = z.object({
  counts: ReviewCounts,
  myVote: ReviewVote.nullable(),
  votes: z.array(z.object({ ...Author, vote: ReviewVote, at: Instant })),
  comments: z.array(z.object({ ...Author, id: Id, text: z.string(), at: Instant })),
});
export type ItemReview = z.infer<typeof ItemReview>;

/** A creator as a reviewer sees them: only what the link shows, and the reviewer's own vote and comments. */
export const ReviewedItem = z.object({
  id: Id,
  name: z.string(),
  username: z.string(),
  platform: Platform,
  profileUrl: z.string(),
  profilePicUrl: z.string().nullable(),
  followers: z.number().nullable(),
  engagement: z.number().nullable(),
  views: z.number().nullable(),
  country: z.string().nullable(),
  language: z.string().nullable(),
  categories: z.array(z.string()),
  status: z.array(StatusTag),
  note: z.string().nullable(),
  custom: z.record(Id, FieldValue),
  vote: ReviewVote.nullable(),
  comments: z.array(z.object({ id: Id, text: z.string(), at: Instant })),
});
export type ReviewedItem = z.infer<typeof ReviewedItem>;

/** A list under review; `list` is null while it asks for a password. */
export const SharedReview = z.object({
  needsPassword: z.boolean(),
  list: z
    .object({
      title: z.string(),
      brand: z.string(),
      shows: z.array(ReviewColumn),
      fields: z.array(ListField),
      expires: Instant,
      /** The name this person entered; null before. */
      reviewer: z.string().nullable(),
    })
    .nullable(),
  items: z.array(ReviewedItem),
});
export type SharedReview = z.infer<typeof SharedReview>;
