import { z } from 'zod';
import { DECIMAL_SIGNS, RATE_SCALES } from './number.ts';

/** Fields a column can be mapped to. `skip` imports nothing of the column. */
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
  'figuresAsOf',
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

/** Returns whether a field holds whole numbers. */
export const isCount = (field: ImportField): field is (typeof COUNT_FIELDS)[number] =>
  COUNT_FIELDS.some((one) => one === field);

/** Returns whether a field holds numbers. */
export const isFigure = (field: ImportField): boolean => field === 'engagement' || isCount(field);

/** Labels in display order. */
export const IMPORT_FIELD_LABELS: Record<ImportField, string> = {
  platform: 'Platform',
  username: 'Username',
  fullname: 'Full name',
  profileUrl: 'Profile URL',
  socialId: 'Platform ID',
  followerCount: 'Followers',
  engagement: 'Engagement rate',
  engagements: 'Engagements per post',
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
  figuresAsOf: 'Metrics date',
  notes: 'Notes',
  tags: 'Status tags',
  skip: 'Skip',
};

/** Fields several columns can map to. All values are kept; for usernames, the first filled one. */
export const REPEATABLE_FIELDS: readonly ImportField[] = ['username', 'category', 'notes', 'tags', 'skip'];

/** Columns below this confidence are marked 'Please check'. */
export const SURE = 0.8;

/** Columns below this confidence are skipped unless mapped by a person. */
export const USABLE = 0.5;

/** How the cells of a column are read. */
export const ColumnReading = z.object({
  field: ImportField,
  /** Decimal separator. */
  decimal: z.enum(DECIMAL_SIGNS).optional(),
  /** For rates without a percent sign: percent or fraction. */
  scale: z.enum(RATE_SCALES).optional(),
});
export type ColumnReading = z.infer<typeof ColumnReading>;

/**
 * A column with its proposed or chosen field. `confidence` is 0 to 1 (1 if chosen by a person),
 * `reason` explains the proposal, and `samples` are the first filled cells.
 */
export const ImportColumn = ColumnReading.extend({
  index: z.int().min(0),
  header: z.string(),
  confidence: z.number().min(0).max(1),
  reason: z.string(),
  samples: z.array(z.string()),
});
export type ImportColumn = z.infer<typeof ImportColumn>;
