import type { Readable } from 'node:stream';
import { importNeeds } from '@troupe/domain/discovery/creator-import/creator-import';
import { rowReader } from '@troupe/domain/discovery/creator-import/row';
import { codeOf } from '@troupe/server/error-code';
import type { Api } from '../../../platform/api.ts';
import { type Database, withTransaction } from '../../../platform/database.ts';
import type { Files } from '../../../platform/files/files.ts';
import type { Queryable } from '../../../platform/jobs.ts';
import {
  analyzeNewRows,
  changeImport,
  commitLazily,
  deleteForgottenDrafts,
  doOthersWait,
  lockImport,
  readBusyImports,
  readState,
  refreshStatistics,
  type StoredImport,
  tableKey,
} from './creator-import.queries.ts';
import { readTable } from './creator-import.table-file.ts';
import type { ReadRow } from './creator-import-row.queries.ts';
import { type ImportLists, takeOver } from './creator-import-take-over.queries.ts';
import { takeBack } from './creator-import-undo.queries.ts';

/** Name of the background job. */
export const IMPORT_JOB = 'creator-import';

/** Rows taken over in one transaction. */
const BATCH = 1000;

/** An import works so long at a time while others wait, so that a file of 40 rows is not kept by one of millions. */
const TURN_MS = 2000;

/** What the background work of imports needs. */
export interface ImportParts {
  api: Pick<Api, 'db' | 'pool' | 'jobs' | 'clock' | 'log'>;
  files: Files;
  lists: ImportLists;
  /** Creators are another feature, which computes from followers; told in the transaction that changes them. */
  followersChanged(creatorIds: readonly string[], transaction: Queryable): Promise<void>;
  /** Copies the pictures that rows have named so far, in the background. */
  copyPictures(importId: string, transaction?: Queryable): Promise<void>;
}

/** Uploads that nobody started are thrown away after so many days. */
const FORGOTTEN_DAYS = 30;

type Job = { importId: string };

/** Declares the background work. Call {@link resumeImports} once jobs run. */
export function defineImportJob(parts: ImportParts): void {
  parts.api.jobs.define<Job>(IMPORT_JOB, ({ importId }, signal) => runImport(parts, importId, signal), {
    expireInSeconds: 6 * 3600,
    retryLimit: 20,
    retryDelayMax: 60,
    // Other processes notice within about two minutes that the one at work was killed.
    heartbeatSeconds: 60,
  });
}

/** Puts an import's work into the queue, together with the caller's other writes when given a transaction. */
export async function sendImport({ api }: ImportParts, importId: string): Promise<void> {
  await api.jobs.send(IMPORT_JOB, { importId } satisfies Job);
}

/**
 * Goes on with imports whose process was killed. One that another process is still busy with comes to no
 * harm: whoever is second finds the position moved, and leaves.
 */
export async function resumeImports(parts: ImportParts): Promise<void> {
  const { api, files } = parts;
  for (const { id } of await readBusyImports(api.db)) await sendImport(parts, id);
  const longAgo = new Date(api.clock.now().getTime() - FORGOTTEN_DAYS * 86_400_000).toISOString();
  for (const id of await deleteForgottenDrafts(api.db, longAgo)) await files.remove(tableKey(id));
  await files.sweep();
}

/** Does what the state of an import asks for, until it is finished, cancelled or somebody else does it. */
export async function runImport(parts: ImportParts, importId: string, signal: AbortSignal): Promise<void> {
  try {
    const stored = await parts.api.db.transaction((tx) => begin(tx, parts, importId));
    if (stored?.state === 'undoing') await undo(parts, stored, signal);
    else if (stored) await takeOverRows(parts, stored, signal);
  } catch (error) {
    // The texts of database errors hold the rows themselves, so only their codes go to the log.
    const code = codeOf(error) ?? 'unknown';
    const stack = error instanceof Error ? error.stack?.match(/\n {4}at .*/g)?.slice(0, 6) : undefined;
    if (PASSING.test(code)) throw new Error(`the import is interrupted (${code}) and will go on`);
    parts.api.log.error({ importId, code, stack }, 'import failed');
    await changeImport(parts.api.db, importId, {
      state: 'failed',
      error: 'The import stopped because of an unexpected problem. Resume or undo it.',
      finishedAt: nowOf(parts),
    });
  }
}

const nowOf = ({ api }: ImportParts) => api.clock.now().toISOString();

/** A lost connection, a restart, a deadlock: the next try goes on where this one stopped. */
const PASSING = /^(?:08|40|53|57|55P03|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND)/;

async function begin(tx: Database, parts: ImportParts, importId: string): Promise<StoredImport | null> {
  const stored = await lockImport(tx, importId);
  if (!stored) return null;
  if (stored.state === 'undoing' || stored.state === 'running') return stored;
  if (stored.state === 'cancelling') {
    await changeImport(tx, importId, { state: 'cancelled', finishedAt: nowOf(parts) });
    return null;
  }
  if (stored.state !== 'waiting') return null;
  await changeImport(tx, importId, { state: 'running' });
  return { ...stored, state: 'running' };
}

async function takeOverRows(parts: ImportParts, begun: StoredImport, signal: AbortSignal): Promise<void> {
  const turnEnds = performance.now() + TURN_MS;
  const source = parts.files.read(tableKey(begun.id), begun.position);
  const batches = readBatches(source, begun);
  try {
    let position = begun.position;
    let taken = 0;
    // The next rows are read while the database takes these over.
    let following = batches.next();
    for (;;) {
      const { value: batch } = await following;
      following = batch ? batches.next() : following;
      following.catch(() => {});
      if (signal.aborted) return;
      if (!batch) await refreshStatistics(parts.api.pool, begun.rows);
      const next = batch?.next ?? position;
      const goOn = await withTransaction(parts.api.pool, async (tx, connection) => {
        // Rows and position go together: after a power cut some batches are done again, none is half done.
        if (batch) await commitLazily(connection);
        const step = await commitBatch(tx, parts, begun.id, position, next, batch?.rows ?? [], !batch);
        await parts.followersChanged(step.followersChanged, connection);
        if (batch?.rows.some(namesPicture)) await parts.copyPictures(begun.id, connection);
        return step.goOn;
      });
      if (!batch && !goOn) await finish(parts, begun.id);
      if (!goOn) return;
      taken += 1;
      if (taken === 2 && begun.position === 0) await analyzeNewRows(parts.api.pool);
      if (performance.now() > turnEnds && (await doOthersWait(parts.api.db, begun.id)))
        return await sendImport(parts, begun.id);
      position = next;
    }
  } finally {
    source.destroy();
  }
}

/** The table of a finished import is needed no more; rejected rows are kept with their cells. */
async function finish({ api, files }: ImportParts, importId: string): Promise<void> {
  if ((await readState(api.db, importId)) !== 'done') return;
  await files.remove(tableKey(importId));
}

/** Rows read by the import's plan, so many at once, with the byte at which the following ones begin. */
async function* readBatches(
  source: Readable,
  { position, headerRow, platform, columns }: StoredImport,
): AsyncGenerator<{ rows: ReadRow[]; next: number }, undefined> {
  const read = rowReader({ platform, columns });
  let rows: ReadRow[] = [];
  let next = position;
  for await (const kept of readTable(source, position)) {
    next = kept.next;
    const { row, line, cells, error } = kept;
    if (row <= headerRow) continue;
    const reading = error ? unreadable(error) : read(cells);
    rows.push({ row, line, cells, reading });
    if (rows.length < BATCH) continue;
    yield { rows, next };
    rows = [];
  }
  if (rows.length > 0) yield { rows, next };
}

const namesPicture = ({ reading }: ReadRow): boolean =>
  reading.kind === 'creator' && reading.draft.profilePicUrl !== null;

const unreadable = (reason: string): ReadRow['reading'] => ({
  kind: 'rejected',
  problem: { field: null, reason, suggestion: null, name: '' },
});

/** Takes a batch over and moves the position in one transaction; `goOn` is false when there is no more to do. */
async function commitBatch(
  tx: Database,
  parts: ImportParts,
  importId: string,
  position: number,
  next: number,
  rows: readonly ReadRow[],
  last: boolean,
): Promise<{ goOn: boolean; followersChanged: string[] }> {
  const end = { goOn: false, followersChanged: [] };
  const stored = await lockImport(tx, importId);
  if (!stored || stored.position !== position) return end;
  const now = nowOf(parts);
  if (stored.state === 'cancelling') {
    await changeImport(tx, importId, { state: 'cancelled', finishedAt: now });
    return end;
  }
  if (stored.state !== 'running') return end;
  const { tally, followersChanged } = await takeOver(tx, parts.lists, stored, rows, now);
  await changeImport(tx, importId, {
    position: next,
    done: stored.done + rows.length,
    added: stored.added + tally.added,
    linked: stored.linked + tally.linked,
    already: stored.already + tally.already,
    repeated: stored.repeated + tally.repeated,
    rejected: stored.rejected + tally.rejected,
    ...(last ? { state: 'done' as const, finishedAt: now } : {}),
  });
  return { goOn: !last, followersChanged };
}

async function undo(parts: ImportParts, begun: StoredImport, signal: AbortSignal): Promise<void> {
  const turnEnds = performance.now() + TURN_MS;
  while (await takeBackBatch(parts, begun.id)) {
    if (signal.aborted) return;
    if (performance.now() > turnEnds && (await doOthersWait(parts.api.db, begun.id)))
      return await sendImport(parts, begun.id);
  }
  // Nobody gets a turn in between: two undos whose statistics take longer than a turn would never end.
  await refreshStatistics(parts.api.pool, begun.rows);
  await withTransaction(parts.api.pool, async (tx) => {
    const stored = await lockImport(tx, begun.id);
    if (stored?.state === 'undoing')
      await changeImport(tx, begun.id, { state: 'undone', finishedAt: nowOf(parts) });
  });
}

/** Takes the next rows of an import back; false when none is left. */
const takeBackBatch = (parts: ImportParts, importId: string): Promise<boolean> =>
  withTransaction(parts.api.pool, async (tx, connection) => {
    const stored = await lockImport(tx, importId);
    if (stored?.state !== 'undoing') return false;
    const step = await takeBack(tx, parts.lists, stored, BATCH, nowOf(parts));
    await parts.followersChanged(step.restored, connection);
    const sum = stored.undo ?? { removed: 0, unlisted: 0, kept: 0 };
    await changeImport(tx, importId, {
      undo: {
        removed: sum.removed + step.removed,
        unlisted: sum.unlisted + step.unlisted,
        kept: sum.kept + step.kept,
      },
    });
    return step.rows > 0;
  });

/** Whether an import may start as it is; the problems by field when not. */
export function startProblems(stored: StoredImport): Record<string, string> | null {
  const needs = importNeeds({
    platform: stored.platform,
    platformPerRow: stored.platformPerRow,
    columns: stored.columns,
    hasList: stored.listId !== null,
  });
  return needs.length ? Object.fromEntries(needs.map(({ field, message }) => [field, message])) : null;
}
