import { stat } from 'node:fs/promises';
import * as calls from '@troupe/contract/operations/brand-export';
import { problem } from '@troupe/domain/problem';
import type { Api } from '../../platform/api.ts';
import { withSnapshot, withTransaction } from '../../platform/database.ts';
import type { Files } from '../../platform/files/files.ts';
import { isoDayText } from '../../platform/language.ts';
import { emailPeople } from '../outreach/email-owners.ts';
import { writeArchive } from './brand-export/brand-export.archive.ts';
import {
  abandonedExports,
  type ClaimedExport,
  claimExport,
  expireExports,
  failExport,
  finishExport,
  insertExport,
  readExports,
  readRequester,
  saveHeartbeat,
} from './brand-export/brand-export.queries.ts';
import { t } from './messages/messages.gen.ts';

const JOB = 'brand-export';
const DAY_MS = 86_400_000;
const HEARTBEAT_MS = 1000;

/** Registers exports of all data of a brand as an archive, created in the background and kept for some days. */
export function exportBrand(api: Api, files: Files): void {
  const { implement, db, pool, jobs, clock, config, log } = api;

  implement(calls.listBrandExports, async ({ brandId }) => ({
    brandExports: await readExports(db, config, { brandId }, clock.now()),
  }));

  implement(calls.requestBrandExport, async ({ brandId, body, caller }) => {
    const now = clock.now();
    const id = await withTransaction(pool, async (tx, connection) => {
      const wanted = { brandId, userId: caller.userId, withFiles: body.withFiles };
      const made = await insertExport(tx, wanted, now);
      await jobs.send(JOB, { id: made }, { transaction: connection });
      return made;
    });
    const [brandExport] = await readExports(db, config, { brandId, only: id }, now);
    if (!brandExport) throw problem('not_found');
    return { brandExport };
  });

  jobs.define<{ id: string }>(
    JOB,
    async ({ id }) => {
      const taken = await claimExport(db, id, clock.now());
      if (!taken) return;
      try {
        await make(taken);
      } catch (error) {
        log.error({ err: error, export: id }, 'failed to export a brand');
        await failExport(db, taken, clock.now());
      }
    },
    { retryLimit: 0, expireInSeconds: 6 * 3600 },
  );

  jobs.every('* * * * *', 'brand-export.sweep', async () => {
    for (const id of await abandonedExports(db, clock.now())) await jobs.send(JOB, { id });
    for (const key of await expireExports(db, clock.now())) await files.remove(key);
  });

  async function make(taken: ClaimedExport): Promise<void> {
    const { id, brandId, userId, withFiles, tries } = taken;
    const path = await files.draft();
    let beaten = 0;
    const onProgress = async (done: number, total: number) => {
      if (Date.now() - beaten < HEARTBEAT_MS) return;
      beaten = Date.now();
      if (!(await saveHeartbeat(db, taken, { done, total }, clock.now())))
        throw new Error('another process took over');
    };
    // A snapshot on a dedicated connection: progress is written on another one, where it is visible.
    const counts = await withSnapshot(config.DATABASE_URL, (connection) =>
      writeArchive({ connection, files, brandId, withFiles, now: clock.now(), path, onProgress }),
    );
    const fileKey = `export/${brandId}/${id}-${tries}.zip`;
    const { size: bytes } = await stat(path);
    await files.store(path, fileKey);
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + config.EXPORT_KEPT_DAYS * DAY_MS).toISOString();
    await withTransaction(pool, async (tx) => {
      if (!(await finishExport(tx, taken, { fileKey, bytes, counts, expiresAt }, now)))
        throw new Error('another process took over');
      const person = await readRequester(tx, userId);
      if (person)
        await emailPeople(api, tx, brandId, [person], {
          write: () => ({
            subject: t('export.subject'),
            text: [t('export.text'), t('export.until', { day: isoDayText(expiresAt) })],
            label: t('export.open'),
          }),
          href: `${config.WEB_ORIGIN}/account#export`,
        });
    });
  }
}
