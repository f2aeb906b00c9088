import { createWriteStream } from 'node:fs';
import { link, rename, rm, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { addUpload } from '@troupe/contract/campaigns/campaign-content';
import { MAX_UPLOAD_BYTES } from '@troupe/domain/campaigns/campaign-content';
import { problem } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';
import type { Api, CallContext } from '../../platform/api.ts';
import { type Database, withTransaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { type Files, scanAgain, type VirusScan } from '../../platform/files/files.ts';
import { newId } from '../../platform/id.ts';
import type { Listener } from '../../platform/listen.ts';
import { type Inspected, inspectUpload, thumbnailOf } from './campaign-content/upload.inspect.ts';
import { uploadKeys } from './campaign-content/upload.link.ts';
import { UploadLocker } from './campaign-content/upload.lock.ts';
import { drawPoster, posterOf } from './campaign-content/upload.poster.ts';
import {
  brandOptInOf,
  countUnsubmitted,
  insertUpload,
  ownOptInOf,
  readOwnUpload,
  readUploadOfFile,
  readWaitingUploads,
  sameUpload,
  writeUploadsOfFile,
} from './campaign-content/upload.queries.ts';
import {
  type Received,
  type ReceivingOptions,
  receiveUploads,
  type UnfinishedUploads,
} from './campaign-content/upload.receive.ts';
import { addContentForCreator, contentChanged, requireApproved } from './campaign-content.ts';

const SCAN = 'upload-scan';
/** Limits unsubmitted files per opt-in, to protect the disk. */
const MAX_UNSUBMITTED = 50;
const MAX_UNSUBMITTED_BYTES = 10 * 1024 ** 3;

export interface UploadParts {
  api: Api;
  server: FastifyInstance;
  files: Files;
  scan: VirusScan;
  listener: Listener;
  authorize: ReceivingOptions['authorize'];
}

/** The dependencies of upload handlers. */
type UploadContext = Pick<UploadParts, 'api' | 'files' | 'scan'>;

/** Receives, inspects, stores and virus-scans creators' files. Returns a function that stops the receiver. */
export function uploads({ api, server, files, scan, listener, authorize }: UploadParts): {
  stop(): Promise<void>;
} {
  const { db, jobs, config, log } = api;
  const context: UploadContext = { api, files, scan };
  const locker = new UploadLocker(config.DATABASE_DIRECT_URL ?? config.DATABASE_URL, listener);

  api.implement(addUpload, (call) => addForCreator(context, call));
  const scanFile = (fileKey: string) => scanUpload(context, fileKey);
  jobs.define(SCAN, ({ fileKey }: { fileKey: string }) => scanFile(fileKey));
  if (scan.configured) scanAgain(api, SCAN, (sent) => readWaitingUploads(db, sent), scanFile);

  const { sweep } = receiveUploads(server, {
    config,
    log,
    authorize,
    admit: (userId, optInId, underWay) => admitMore(db, userId, optInId, underWay),
    finish: async (received) =>
      storeUpload(context, received, await admit(db, received.userId, received.optInId)),
    finished: (id, userId) => readOwnUpload(db, userId, id),
    locker,
  });
  jobs.every('40 * * * *', 'uploads-sweep', async () => {
    const removed = await sweep();
    if (removed > 0) log.info({ removed }, 'removed unfinished uploads');
  });
  return { stop: () => locker.stop() };
}

async function admit(db: Database, userId: string, optInId: string) {
  const optIn = await ownOptInOf(db, userId, optInId);
  if (!optIn) throw problem('not_found');
  requireApproved(optIn);
  return optIn;
}

/** Checks that an account may start another upload for an opt-in. @throws conflict */
async function admitMore(
  db: Database,
  userId: string,
  optInId: string,
  underWay: UnfinishedUploads,
): Promise<void> {
  await admit(db, userId, optInId);
  const loose = await countUnsubmitted(db, optInId);
  if (
    loose.count + underWay.count >= MAX_UNSUBMITTED ||
    loose.bytes + underWay.bytes >= MAX_UNSUBMITTED_BYTES
  )
    throw problem('conflict', {
      message: "You have too many files that aren't submitted yet. Submit some of them first.",
    });
}

/** Inspects and stores a received file; returns its id, or that of an identical file stored earlier. */
async function storeUpload(
  { api, files, scan }: UploadContext,
  { id, path, bytes, name, userId, optInId }: Received,
  { brandId, campaignId }: { brandId: string; campaignId: string },
): Promise<string> {
  const { db, pool, clock, jobs } = api;
  const { ending, ...found } = await inspectUpload(path, name);
  const same = await sameUpload(db, optInId, found.hash);
  if (same) return same.id;
  const keys = uploadKeys(brandId, id);
  const thumbnailKey = await storeThumbnail(files, path, found, keys.thumbnail);
  const fileKey = keys.file(ending);
  // Keep the received file until the row is written, so that finishing can be retried.
  const draft = await files.draft();
  await link(path, draft).catch(() => rename(path, draft));
  await files.store(draft, fileKey);
  const upload = {
    id,
    brandId,
    campaignId,
    optInId,
    userId,
    bytes,
    fileKey,
    thumbnailKey,
    ...found,
    scan: scan.configured ? ('waiting' as const) : ('off' as const),
    createdAt: clock.now().toISOString(),
  };
  const inserted = await withTransaction(pool, async (tx, connection) => {
    if (!(await insertUpload(tx, upload))) return false;
    if (scan.configured) await jobs.send(SCAN, { fileKey }, { transaction: connection });
    await publish(tx, contentChanged({ id: optInId, brandId, campaignId, userId }, { uploadId: id }));
    return true;
  });
  if (inserted) return id;
  // The same file arrived twice at once: keep the other one.
  const kept = await sameUpload(db, optInId, found.hash);
  if (kept && kept.id !== id)
    await Promise.all([files.remove(fileKey), thumbnailKey && files.remove(thumbnailKey)]);
  return kept?.id ?? id;
}

/** Adds a file as a creator's content, for brands that received it another way. */
async function addForCreator(
  context: UploadContext,
  { brandId, params: { campaignId }, query, request, caller: { userId } }: CallContext<typeof addUpload>,
) {
  const { api, files } = context;
  const { optInId, kind, caption } = query;
  const place = await brandOptInOf(api.db, { brandId, campaignId, optInId });
  if (!place) throw problem('not_found');
  if (place.status !== 'approved')
    throw problem('invalid_transition', {
      message: 'Approve the creator before you add content for them.',
    });
  const file = await request.file({ limits: { fileSize: MAX_UPLOAD_BYTES } }).catch(() => null);
  if (!file) throw problem('invalid', { message: 'Choose a file.', fields: { file: 'Choose a file' } });
  const path = await files.draft();
  try {
    await pipeline(file.file, createWriteStream(path));
    if (file.file.truncated)
      throw problem('too_large', { message: 'Files can be up to 500 MB. Choose a smaller one.' });
    const name = file.filename || 'upload';
    const received = { id: newId(), path, bytes: file.file.bytesRead, name, userId, optInId };
    const uploadId = await storeUpload(context, received, place);
    const content = { kind, caption: caption.trim(), uploadIds: [uploadId] };
    return await addContentForCreator(api, { brandId, campaignId, optInId, userId }, content);
  } finally {
    await rm(path, { force: true });
  }
}

async function storeThumbnail(
  files: Files,
  path: string,
  { type, ...size }: Pick<Inspected, 'type' | 'width' | 'height'>,
  keyOf: (bytes: number) => string,
): Promise<string | null> {
  const isPicture = type.startsWith('image/');
  const picture = isPicture ? path : await posterOf(path);
  const found = picture && (await thumbnailOf(picture));
  const small = found ?? (isPicture ? null : await drawPoster(size));
  if (!small) return null;
  const draft = await files.draft();
  await writeFile(draft, small);
  const key = keyOf(small.length);
  await files.store(draft, key);
  return key;
}

async function scanUpload({ api: { db }, files, scan }: UploadContext, fileKey: string): Promise<void> {
  const upload = await readUploadOfFile(db, fileKey);
  if (upload?.scan !== 'waiting') return;
  const verdict = await scan.scan(files.read(fileKey));
  await db.transaction(async (tx) => {
    await writeUploadsOfFile(tx, fileKey, { scan: verdict });
    const change = { uploadId: upload.id, scan: verdict };
    await publish(tx, contentChanged({ ...upload, id: upload.optInId }, change));
  });
  if (verdict === 'infected')
    await Promise.all([files.remove(fileKey), upload.thumbnailKey && files.remove(upload.thumbnailKey)]);
}
