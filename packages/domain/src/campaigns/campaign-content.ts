import { z } from 'zod';
import { Platform } from '../discovery/creator.ts';
import { UPLOAD_TYPES } from '../file-type.ts';
import { Id, Instant, text } from '../shape.ts';
import { ContentKind } from './campaign-brief.ts';

/** The largest upload, in bytes. */
export const MAX_UPLOAD_BYTES = 500 * 1024 * 1024;

/** A video is recognised by a path ending in mp4 or mov. */
export const isVideoPath = (path: string): boolean => /^[^?#]*(mp4|mov)([?#]|$)/i.test(path);

/** Where content stands on its way from draft to live. */
export const ContentStatus = z.enum(['preview', 'change_requested', 'approved', 'live']);
export type ContentStatus = z.infer<typeof ContentStatus>;

const creator = z.object({
  optInId: Id,
  socialProfileId: Id,
  platform: Platform,
  username: z.string(),
  fullname: z.string(),
  profilePicUrl: z.string().nullable(),
});

/** A file a creator has sent. `url` and `thumbnailUrl` are signed and expire. */
export const Upload = z.object({
  id: Id,
  creator,
  name: z.string(),
  type: z.enum(UPLOAD_TYPES),
  bytes: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  seconds: z.number().nullable(),
  url: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  scan: z.enum(['waiting', 'clean', 'infected', 'off']),
  status: ContentStatus,
  /** Until when the brand may use it, from the usage rights; null is for good or not live yet. */
  usableUntil: Instant.nullable(),
  created: Instant,
});
export type Upload = z.infer<typeof Upload>;

/** Content as it was handed in before a newer version replaced it. */
export const EarlierVersion = z.object({
  version: z.int(),
  kind: ContentKind,
  caption: z.string(),
  uploads: z.array(Upload),
  /** When it was handed in. */
  created: Instant,
});
export type EarlierVersion = z.infer<typeof EarlierVersion>;

/** A piece of content up for approval: its files, caption and where it stands. */
export const ContentPreview = z.object({
  id: Id,
  creator,
  kind: ContentKind,
  caption: z.string(),
  status: ContentStatus,
  version: z.int(),
  comments: z.array(
    z.object({
      id: Id,
      by: z.string(),
      side: z.enum(['brand', 'creator']),
      text: z.string(),
      created: Instant,
    }),
  ),
  uploads: z.array(Upload),
  /** What newer versions have replaced, the newest first. */
  earlier: z.array(EarlierVersion),
  liveUrl: z.string().nullable(),
  created: Instant,
  updated: Instant,
});
export type ContentPreview = z.infer<typeof ContentPreview>;

/** What the brand decides about a preview. `reopen` takes an approval back: then a change is asked for. */
export const PreviewDecision = z.object({
  status: z.enum(['approved', 'change_requested']),
  comment: text({ max: 5000 }).default(''),
  version: z.int().min(1),
  reopen: z.boolean().default(false),
});

/** From where the brand may decide: what waits for it, and, to take an approval back, what is approved and not live. */
export const decidedFrom = (reopen: boolean): ContentStatus => (reopen ? 'approved' : 'preview');

const figures = z.object({
  views: z.int().nullable(),
  reach: z.int().nullable(),
  likes: z.int().nullable(),
  comments: z.int().nullable(),
  saves: z.int().nullable(),
  shares: z.int().nullable(),
});

/** A live post. A figure the platform does not give is null; `asOf` is when they were read. */
export const Shoutout = z.object({
  id: Id,
  creator,
  url: z.string(),
  platform: Platform,
  kind: ContentKind,
  title: z.string(),
  thumbnailUrl: z.string().nullable(),
  published: Instant.nullable(),
  figures,
  /** Earlier readings, oldest first. */
  history: z.array(z.object({ at: Instant, figures })),
  asOf: Instant.nullable(),
  source: z.string(),
  /** Why its figures could not be read the last time; null when they could, or were not asked for yet. */
  failure: z.string().nullable(),
});
export type Shoutout = z.infer<typeof Shoutout>;

/** A story: its figures are caught within 24 hours, then it is gone from the platform. */
export const Story = z.object({
  id: Id,
  creator,
  url: z.string(),
  thumbnailUrl: z.string().nullable(),
  published: Instant,
  expires: Instant,
  figures,
  asOf: Instant.nullable(),
  source: z.string(),
  /** Why its figures could not be read the last time; null when they could, or were not asked for yet. */
  failure: z.string().nullable(),
});
export type Story = z.infer<typeof Story>;
