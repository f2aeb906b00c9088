import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import type { Files } from '../../platform/files/files.ts';
import { retry } from '../../platform/outgoing/retry.ts';
import { diskFiles } from './disk.ts';

/** Maximum number of keys S3 lists or deletes per request. */
const MAX_KEYS = 1000;
const ATTEMPTS = 4;

export interface S3Options {
  bucket: string;
  region: string;
  /** Endpoint of an S3-compatible store; empty for Amazon. */
  endpoint: string;
  /** Prefix of all keys, so installations can share a bucket: empty, or ending in `/`. */
  prefix: string;
  /** Local folder for drafts until they are finished. */
  drafts: string;
}

/**
 * Files in an S3-compatible bucket. Credentials come from the AWS defaults (AWS_ACCESS_KEY_ID and
 * AWS_SECRET_ACCESS_KEY, or the machine's role). Only drafts are stored locally.
 */
export function s3Files({ bucket, region, endpoint, prefix, drafts }: S3Options): Files {
  const local = diskFiles(drafts);
  // The library is large, so load it only if S3 is used.
  let opened: Promise<{ s3: typeof import('@aws-sdk/client-s3'); client: S3Client }> | null = null;
  const open = () => {
    opened ??= import('@aws-sdk/client-s3').then((s3) => ({
      s3,
      client: new s3.S3Client({
        region,
        ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
        // Not all S3-compatible stores support these checksums.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        maxAttempts: ATTEMPTS,
        requestHandler: { connectionTimeout: 5_000, socketTimeout: 30_000 },
      }),
    }));
    return opened;
  };

  async function removeListed(folder: string): Promise<void> {
    const { s3, client } = await open();
    for (;;) {
      const found = await client.send(
        new s3.ListObjectsV2Command({ Bucket: bucket, Prefix: `${prefix}${folder}/`, MaxKeys: MAX_KEYS }),
      );
      const keys = (found.Contents ?? []).flatMap(({ Key }) => (Key ? [{ Key }] : []));
      if (keys.length === 0) return;
      const { Errors: failed = [] } = await client.send(
        new s3.DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: keys, Quiet: true } }),
      );
      if (failed[0])
        throw new Error(`The file store didn't remove ${failed.length} files: ${failed[0].Message}`);
    }
  }

  return {
    draft: () => local.draft(),
    async store(draftPath, key) {
      const { s3, client } = await open();
      const { size } = await stat(draftPath);
      const put = { Bucket: bucket, Key: `${prefix}${key}`, ContentLength: size };
      // The library can't retry a stream; a draft can be read again.
      await retry(() => client.send(new s3.PutObjectCommand({ ...put, Body: createReadStream(draftPath) })), {
        attempts: ATTEMPTS,
        judge: (error) => ({ health: 'unknown', again: passes(error) }),
      });
      await rm(draftPath, { force: true });
    },
    read(key, from = 0, to) {
      const out = new PassThrough({ highWaterMark: 256 * 1024 });
      void fill(out, `${prefix}${key}`, from, to);
      return out;
    },
    async remove(key) {
      const { s3, client } = await open();
      await client.send(new s3.DeleteObjectCommand({ Bucket: bucket, Key: `${prefix}${key}` }));
    },
    removeFolder: removeListed,
    sweep: () => local.sweep(),
  };

  async function fill(out: PassThrough, key: string, from: number, to?: number): Promise<void> {
    // A reader may stop early, which must end the download.
    const abort = new AbortController();
    out.once('close', () => abort.abort());
    try {
      const { s3, client } = await open();
      const Range = from === 0 && to === undefined ? undefined : `bytes=${from}-${to ?? ''}`;
      const { Body } = await client.send(new s3.GetObjectCommand({ Bucket: bucket, Key: key, Range }), {
        abortSignal: abort.signal,
      });
      await pipeline(Body as Readable, out);
    } catch (error) {
      const missing = error instanceof Error && error.name === 'NoSuchKey';
      out.destroy(missing ? Object.assign(error, { code: 'ENOENT' }) : (error as Error));
    }
  }
}

/** Whether a retry may succeed: the store was busy, or the connection broke. */
function passes(error: unknown): boolean {
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
  return status === undefined || status === 429 || status >= 500;
}
