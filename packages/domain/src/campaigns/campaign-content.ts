import { z } from 'zod';
import { Platform } from '../discovery/creator.ts';
import { UPLOAD_TYPES } from '../file-type.ts';
import { Id, Instant, text, Version } from '../shape.ts';
import { ContentKind } from './campaign-brief.ts';

/** Maximum upload size in bytes. */
export const MAX_UPLOAD_BYTES = 500 * 1024 * 1024;

/** Days before usage rights end on which teams are reminded, largest first; 0 is the end. */
export const RIGHTS_REMINDER_DAYS = [45, 30, 14, 0] as const;

/** Returns whether a path is a video, by its ending mp4 or mov. */
export const isVideoPath = (path: string): boolean => /^[^?#]*(mp4|mov)([?#]|$)/i.test(path);

/** Status of content from draft to live. */
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

/** A file uploaded by a creator. `url` and `thumbnailUrl` are signed and expire. */
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
  /** When the usage rights end; null if they are perpetual or the content isn't live yet. */
  usableUntil: Instant.nullable(),
  created: Instant,
});
export type Upload = z.infer<typeof Upload>;

/** A previous version of submitted content. */
export const EarlierVersion = z.object({
  version: z.int(),
  kind: ContentKind,
  caption: z.string(),
  uploads: z.array(Upload),
  /** When it was submitted. */
  created: Instant,
});
export type EarlierVersion = z.infer<typeof EarlierVersion>;

/** Content submitted for approval, with files, caption and status. */
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
  /** Previous versions, newest first. */
  earlier: z.array(EarlierVersion),
  liveUrl: z.string().nullable(),
  created: Instant,
  updated: Instant,
});
export type ContentPreview = z.infer<typeof ContentPreview>;

/**
 * The brand's decision about submitted content. `reopen` revokes an approval and requests changes.
 */
export const PreviewDecision = z.object({
  status: z.enum(['approved', 'change_requested']),
  comment: text({ max: 5000 }).default(''),
  version: Version,
  reopen: z.boolean().default(false),
});

/**
 * Returns the status in which the brand can decide: content awaiting approval, or approved content
 * to reopen.
 */
export const decidableStatus = (reopen: boolean): ContentStatus => (reopen ? 'approved' : 'preview');

const figures = z.object({
  views: z.int().nullable(),
  reach: z.int().nullable(),
  likes: z.int().nullable(),
  comments: z.int().nullable(),
  saves: z.int().nullable(),
  shares: z.int().nullable(),
});

/** A live post. Metrics the platform doesn't provide are null; `asOf` is when they were read. */
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
  /** Why the last reading failed; null if it succeeded or hasn't happened yet. */
  failure: z.string().nullable(),
});
export type Shoutout = z.infer<typeof Shoutout>;

/** A story. Its metrics are read within 24 hours, before the platform removes it. */
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
  /** Why the last reading failed; null if it succeeded or hasn't happened yet. */
  failure: z.string().nullable(),
});
export type Story = z.infer<typeof Story>;
