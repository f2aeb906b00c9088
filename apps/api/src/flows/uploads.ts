import { writeFile } from 'node:fs/promises';
import { problem } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';
import { inspectUpload, thumbnailOf } from '../features/campaign-content/upload.inspect.ts';
import { uploadKeys } from '../features/campaign-content/upload.link.ts';
import { posterOf } from '../features/campaign-content/upload.poster.ts';
import {
  insertUpload,
  ownOptInOf,
  readUpload,
  sameUpload,
  writeUpload,
} from '../features/campaign-content/upload.queries.ts';
import {
  type Received,
  type ReceivingOptions,
  receiveUploads,
} from '../features/campaign-content/upload.receive.ts';
import type { Api } from '../platform/api.ts';
import type { Files } from '../platform/files.ts';
import type { VirusScan } from '../platform/scan.ts';
import { withTransaction } from '../platform/transaction.ts';
import { requireApproved, tellContent } from './campaign-content.ts';

const SCAN = 'upload-scan';

export interface UploadParts {
  api: Api;
  server: FastifyInstance;
  files: Files;
  scan: VirusScan;
  authorise: ReceivingOptions['authorise'];
}

/** Files that creators send: received, looked into, kept, and looked through for viruses. */
export function uploads({ api, server, files, scan, authorise }: UploadParts): void {
  const { db, pool, clock, jobs, config } = api;

  async function admit(userId: string, optInId: string) {
    const optIn = await ownOptInOf(db, userId, optInId);
    if (!optIn) throw problem('not_found');
    requireApproved(optIn);
    return optIn;
  }

  async function finish({ id, path, bytes, name, userId, optInId }: Received): Promise<string> {
    const { brandId, campaignId } = await admit(userId, optInId);
    const { ending, ...found } = await inspectUpload(path, name);
    const same = await sameUpload(db, optInId, found.hash);
    if (same) return same.id;
    const keys = uploadKeys(brandId, id);
    const thumbnailKey = await keepThumbnail(path, found.type, keys.thumbnail);
    const fileKey = keys.file(ending);
    await files.keep(path, fileKey);
    const upload = {
      ...{ id, brandId, campaignId, optInId, userId, bytes, fileKey, thumbnailKey, ...found },
      scan: scan.configured ? ('waiting' as const) : ('off' as const),
      createdAt: clock.now().toISOString(),
    };
    const inserted = await withTransaction(pool, async (tx, connection) => {
      if (!(await insertUpload(tx, upload))) return false;
      if (scan.configured) await jobs.send(SCAN, { uploadId: id }, { transaction: connection });
      await tellContent(tx, { id: optInId, brandId, campaignId, userId }, { uploadId: id });
      return true;
    });
    if (inserted) return id;
    // The same file came in twice at once: the other one is kept.
    const kept = await sameUpload(db, optInId, found.hash);
    if (kept && kept.id !== id)
      await Promise.all([files.remove(fileKey), thumbnailKey && files.remove(thumbnailKey)]);
    return kept?.id ?? id;
  }

  async function keepThumbnail(
    path: string,
    type: string,
    keyOf: (bytes: number) => string,
  ): Promise<string | null> {
    const picture = type.startsWith('image/') ? path : await posterOf(path);
    const small = picture && (await thumbnailOf(picture));
    if (!small) return null;
    const draft = await files.draft();
    await writeFile(draft, small);
    const key = keyOf(small.length);
    await files.keep(draft, key);
    return key;
  }

  jobs.define(SCAN, async ({ uploadId }: { uploadId: string }) => {
    const upload = await readUpload(db, uploadId);
    if (upload?.scan !== 'waiting') return;
    const verdict = await scan.look(files.read(upload.fileKey));
    await db.transaction(async (tx) => {
      await writeUpload(tx, uploadId, { scan: verdict });
      await tellContent(tx, { ...upload, id: upload.optInId }, { uploadId, scan: verdict });
    });
    if (verdict === 'infected')
      await Promise.all([
        files.remove(upload.fileKey),
        upload.thumbnailKey && files.remove(upload.thumbnailKey),
      ]);
  });

  const { sweep } = receiveUploads(server, {
    config,
    log: api.log,
    authorise,
    admit: async (userId, optInId) => void (await admit(userId, optInId)),
    finish,
  });
  jobs.every('40 * * * *', 'uploads-sweep', async () => {
    const removed = await sweep();
    if (removed > 0) api.log.info({ removed }, 'unfinished uploads removed');
  });
}
