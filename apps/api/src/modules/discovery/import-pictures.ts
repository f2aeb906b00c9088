import type { Api } from '../../platform/api.ts';
import type { Config } from '../../platform/config.ts';
import type { Files } from '../../platform/files/files.ts';
import type { Queryable } from '../../platform/jobs.ts';
import { copyPicture } from './content/content-picture.ts';
import {
  expirePictures,
  type PictureOutcome,
  readImportsWithPictures,
  readWaitingPictures,
  settlePictures,
} from './creator/creator-picture.queries.ts';

const JOB = 'creator-import-pictures';

/** Concurrent downloads. */
const AT_ONCE = 6;
/** How long an import copies pictures before yielding to others. */
const TURN_MS = 20_000;
/** Age after which a picture that was never tried is given up. */
const EXPIRES_MS = 6 * 3600_000;

type Job = { importId: string };

/**
 * Copies pictures named by imports in the background, a few at a time, from public addresses only.
 */
export function importPictures({
  api,
  files,
  config,
}: {
  api: Api;
  files: Files;
  config: Pick<Config, 'API_ORIGIN' | 'PICTURES_FROM_LOOPBACK'>;
}) {
  const send = (importId: string, transaction?: Queryable) =>
    api.jobs.send(JOB, { importId } satisfies Job, transaction ? { transaction } : {});

  async function copyAll({ importId }: Job, signal: AbortSignal): Promise<void> {
    const now = api.clock.now().getTime();
    const turnEnds = performance.now() + TURN_MS;
    await expirePictures(
      api.pool,
      importId,
      new Date(now - EXPIRES_MS).toISOString(),
      'Copying took too long',
    );
    for (;;) {
      if (signal.aborted) return;
      const waiting = await readWaitingPictures(api.pool, importId, AT_ONCE);
      if (waiting.length === 0) return;
      const outcomes = await Promise.all(
        waiting.map(async (picture): Promise<PictureOutcome> => {
          const copied = await copyPicture(files, config, picture.creatorId, picture.url);
          return { ...picture, ...copied };
        }),
      );
      await settlePictures(api.pool, importId, outcomes);
      if (performance.now() > turnEnds) {
        await send(importId);
        return;
      }
    }
  }

  api.jobs.define<Job>(JOB, copyAll, { expireInSeconds: 600, retryLimit: 10, heartbeatSeconds: 60 });
  return {
    request: send,
    /** Resumes pictures left by a stopped process; call it once jobs are running. */
    async resume(): Promise<void> {
      for (const id of await readImportsWithPictures(api.pool)) await send(id);
    },
  };
}
