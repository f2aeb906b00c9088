import { z } from 'zod';
import { DECIMAL_SIGNS, RATE_SCALES } from './number.ts';

/** What a column of a file can mean. `skip` leaves it out. */
export const ImportField = z.enum([
  'platform',
  'username',
  'fullname',
  'profileUrl',
  'socialId',
  'followerCount',
  'engagement',
  'engagements',
  'avgViews',
  'avgLikes',
  'avgComments',
  'avgShares',
  'country',
  'language',
  'category',
  'bio',
  'email',
  'verified',
  'profilePicUrl',
  'notes',
  'tags',
  'skip',
]);
export type ImportField = z.infer<typeof ImportField>;

const COUNT_FIELDS = [
  'followerCount',
  'engagements',
  'avgViews',
  'avgLikes',
  'avgComments',
  'avgShares',
] as const satisfies readonly ImportField[];

/** Whether the cells of a meaning are whole numbers. */
export const isCount = (field: ImportField): field is (typeof COUNT_FIELDS)[number] =>
  COUNT_FIELDS.some((one) => one === field);

/** Whether the cells of a meaning are numbers. */
export const isFigure = (field: ImportField): boolean => field === 'engagement' || isCount(field);

/** What people call each meaning, in the order it is offered. */
export const IMPORT_FIELD_LABELS: Record<ImportField, string> = {
  platform: 'Platform',
  username: 'Username',
  fullname: 'Full name',
  profileUrl: 'Profile URL',
  socialId: 'Platform ID',
  followerCount: 'Followers',
  engagement: 'Engagement rate',
  engagements: 'Interactions per post',
  avgViews: 'Average views',
  avgLikes: 'Average likes',
  avgComments: 'Average comments',
  avgShares: 'Average shares',
  country: 'Country',
  language: 'Language',
  category: 'Category',
  bio: 'Bio',
  email: 'Email',
  verified: 'Verified',
  profilePicUrl: 'Picture',
  notes: 'Notes',
  tags: 'Status tags',
  skip: 'Skip',
};

/** Meanings that several columns may have: all of them are kept, of usernames the first that is filled. */
export const REPEATABLE_FIELDS: readonly ImportField[] = ['username', 'category', 'notes', 'tags', 'skip'];

/** Below this confidence a column is marked 'Please check'. */
export const SURE = 0.8;

/** Below this confidence a column is left out unless a person says what it means. */
export const USABLE = 0.5;

/** How the cells of a column are read. */
export const ColumnReading = z.object({
  field: ImportField,
  /** The sign before decimals: `point` or `comma`. */
  decimal: z.enum(DECIMAL_SIGNS).optional(),
  /** For rates without a percent sign: already percent, or fractions of one. */
  scale: z.enum(RATE_SCALES).optional(),
});
export type ColumnReading = z.infer<typeof ColumnReading>;

/**
 * A column of a file with the meaning proposed or chosen. `confidence` is 0 to 1 (1 for a person's choice),
 * `reason` says in words why, `samples` are its first filled cells.
 */
export const ImportColumn = ColumnReading.extend({
  index: z.int().min(0),
  header: z.string(),
  confidence: z.number().min(0).max(1),
  reason: z.string(),
  samples: z.array(z.string()),
});
export type ImportColumn = z.infer<typeof ImportColumn>;
