import type { SourceEvent, SourcePost } from '@troupe/domain/listening/source-event';
import { z } from 'zod';

/** The only collection that is listened to. */
export const POSTS = 'app.bsky.feed.post';
/** Larger frames aren't read: a post has at most a few kilobytes of text. */
const MAX_FRAME = 256 * 1024;
/** Numbers below are positions of one host, others microseconds. */
const FIRST_TIME_US = 1e15;

const Facet = z.object({
  features: z
    .array(
      z
        .object({ $type: z.string(), uri: z.string().optional(), tag: z.string().optional() })
        .catch({ $type: '' }),
    )
    .catch([]),
});
const Ref = z.object({ uri: z.string() });
const PostRecord = z.object({
  text: z.string(),
  createdAt: z.string().optional().catch(undefined),
  langs: z.array(z.string()).optional().catch(undefined),
  tags: z.array(z.string()).optional().catch(undefined),
  facets: z.array(Facet).optional().catch(undefined),
  reply: z.object({ parent: Ref }).optional().catch(undefined),
  embed: z
    .object({ $type: z.string(), external: Ref.optional(), record: z.unknown().optional() })
    .optional()
    .catch(undefined),
});
type PostRecord = z.infer<typeof PostRecord>;

const Did = z.string().regex(/^did:[a-z]+:[\w.:%-]{1,250}$/);
const Commit = z.object({
  operation: z.enum(['create', 'update', 'delete']),
  collection: z.string(),
  rkey: z.string().regex(/^[\w.~:-]{1,512}$/),
  record: z.unknown().optional(),
});
const Identity = z.object({ handle: z.string().optional() });
const Account = z.object({ active: z.boolean() });
const FrameV1 = z.object({
  did: Did,
  time_us: z.int().min(FIRST_TIME_US),
  kind: z.string(),
  commit: Commit.optional(),
  identity: Identity.optional(),
  account: Account.optional(),
});
const FrameV2 = z.object({
  $type: z.string(),
  error: z.string().optional(),
  payload: z
    .looseObject({
      $type: z.string(),
      did: Did.optional(),
      time: z.iso.datetime({ offset: true }).optional(),
      witnessedAt: z.iso.datetime({ offset: true }).optional(),
    })
    .optional(),
});

/** A frame of a stream: when it was sent, and what it says. */
export interface Frame {
  /** Microseconds since 1970; null if the frame tells none. */
  timeUs: number | null;
  event: SourceEvent | null;
  /** The host ends the stream, such as `ConsumerTooSlow`. */
  error?: string;
}

const NOTHING: Frame = { timeUs: null, event: null };

/** Reads a frame of either version. Frames that can't be read, and those about other things, say nothing. */
export function readFrame(text: string): Frame {
  if (text.length > MAX_FRAME) return NOTHING;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return NOTHING;
  }
  if (typeof json !== 'object' || json === null) return NOTHING;
  return '$type' in json ? readV2(json) : readV1(json);
}

function readV1(json: object): Frame {
  const frame = FrameV1.safeParse(json);
  if (!frame.success) return NOTHING;
  const { did, time_us: timeUs, commit, identity, account } = frame.data;
  if (commit) return { timeUs, event: commitEvent(did, commit, timeUs) };
  return {
    timeUs,
    event: account ? accountEvent(did, account) : identity ? identityEvent(did, identity) : null,
  };
}

function readV2(json: object): Frame {
  const frame = FrameV2.safeParse(json);
  if (!frame.success) return NOTHING;
  const { $type, error, payload } = frame.data;
  if ($type === 'error') return { timeUs: null, event: null, error: error ?? 'unknown error' };
  if (!payload) return NOTHING;
  // Cursors are about when the host witnessed an event.
  const { did, time, witnessedAt = time } = payload;
  const timeUs = witnessedAt === undefined ? null : Date.parse(witnessedAt) * 1000;
  if (did === undefined || timeUs === null) return { timeUs, event: null };
  const kind = payload.$type.split('#')[1];
  const part = { commit: Commit, account: Account, identity: Identity }[kind ?? ''];
  const read = part?.safeParse(payload);
  if (!read?.success) return { timeUs, event: null };
  if (kind === 'commit')
    return { timeUs, event: commitEvent(did, read.data as z.infer<typeof Commit>, timeUs) };
  if (kind === 'account') return { timeUs, event: accountEvent(did, read.data as z.infer<typeof Account>) };
  return { timeUs, event: identityEvent(did, read.data as z.infer<typeof Identity>) };
}

const accountEvent = (did: string, { active }: z.infer<typeof Account>): SourceEvent | null =>
  active ? null : { type: 'author-removed', authorExternalId: did };

const identityEvent = (did: string, { handle }: z.infer<typeof Identity>): SourceEvent | null =>
  handle === undefined
    ? null
    : {
        type: 'author-changed',
        author: { externalId: did, handle, name: null, url: profileUrl(did), followers: null },
      };

function commitEvent(did: string, commit: z.infer<typeof Commit>, timeUs: number): SourceEvent | null {
  const { operation, collection, rkey, record } = commit;
  if (collection !== POSTS) return null;
  const externalId = `at://${did}/${POSTS}/${rkey}`;
  if (operation === 'delete') return { type: 'delete', externalId };
  const read = PostRecord.safeParse(record);
  if (!read.success) return null;
  const editedAt = operation === 'update' ? Math.floor(timeUs / 1000) : null;
  return { type: 'post', post: postOf(did, rkey, read.data, editedAt) };
}

export const profileUrl = (did: string): string => `https://bsky.app/profile/${did}`;

/** Returns a post from its record; null if it has none that can be read. */
export function readPost(uri: string, record: unknown): SourcePost | null {
  const [, did, rkey] = /^at:\/\/(did:[a-z]+:[\w.:%-]+)\/app\.bsky\.feed\.post\/([\w.~:-]+)$/.exec(uri) ?? [];
  const read = PostRecord.safeParse(record);
  return did && rkey && read.success ? postOf(did, rkey, read.data, null) : null;
}

function postOf(did: string, rkey: string, record: PostRecord, editedAt: number | null): SourcePost {
  const { text, createdAt, langs, tags, facets = [], reply, embed } = record;
  const features = facets.flatMap((facet) => facet.features);
  const published = createdAt === undefined ? Number.NaN : Date.parse(createdAt);
  const told = langs?.length === 1 ? langs[0] : undefined;
  return {
    externalId: `at://${did}/${POSTS}/${rkey}`,
    kind: reply ? 'reply' : embed?.record ? 'quote' : 'post',
    title: null,
    text,
    url: `${profileUrl(did)}/post/${rkey}`,
    author: { externalId: did, handle: null, name: null, url: profileUrl(did), followers: null },
    // Several languages say little about this text.
    language: told ?? null,
    publishedAt: Number.isNaN(published) ? null : published,
    editedAt,
    replyTo: reply?.parent.uri ?? null,
    links: [
      ...features.flatMap(({ uri }) => (uri === undefined ? [] : [uri])),
      ...(embed?.external ? [embed.external.uri] : []),
    ],
    tags: [...(tags ?? []), ...features.flatMap(({ tag }) => (tag === undefined ? [] : [tag]))],
    names: [],
    figures: null,
  };
}
