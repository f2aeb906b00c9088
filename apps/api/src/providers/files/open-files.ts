import type { Config } from '../../platform/config.ts';
import type { Files } from '../../platform/files/files.ts';
import { diskFiles } from './disk.ts';
import { s3Files } from './s3.ts';

type FilesConfig = Pick<Config, 'FILES_DIR' | 'S3_BUCKET' | 'S3_REGION' | 'S3_ENDPOINT' | 'S3_PREFIX'>;

/** Opens the configured file store: a bucket if set, else a folder. */
export function openFiles(config: FilesConfig): Files {
  const { FILES_DIR, S3_BUCKET, S3_REGION, S3_ENDPOINT, S3_PREFIX } = config;
  if (!S3_BUCKET) return diskFiles(FILES_DIR);
  return s3Files({
    bucket: S3_BUCKET,
    region: S3_REGION,
    endpoint: S3_ENDPOINT,
    prefix: S3_PREFIX,
    drafts: FILES_DIR,
  });
}
