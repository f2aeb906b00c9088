import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import * as calls from '@troupe/contract/commerce/order-import';
import { MAX_ORDER_IMPORT_BYTES, NO_STORE } from '@troupe/domain/commerce/order-import';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import { codeOf } from '@troupe/server/error-code';
import { withTransaction } from '../../platform/database.ts';
import type { Files } from '../../platform/files/files.ts';
import { newId } from '../../platform/id.ts';
import { FileRefusal, fileOf, plainName, saveUpload } from '../../platform/table/source.ts';
import { applyEntries, type RowEnd } from './order/order-import.apply.queries.ts';
import type { ImportEntry, OrderFile } from './order/order-import.entry.ts';
import {
  changeBusyOrderImport,
  changeOrderImport,
  holdOrderImport,
  insertOrderImport,
  insertRowEnds,
  orderFileKey,
  readBusyOrderImports,
  readOrderImport,
  readOrderImportPage,
  readRowEnds,
  type StoredOrderImport,
  toOrderImport,
} from './order/order-import.queries.ts';
import { inspectOrderFile, readOrderFile } from './order/order-import.read.ts';
import { readStores } from './order/order-store.queries.ts';
import { readStore } from './store/store.queries.ts';
import { emitOrders, type StoreParts } from './store-access.ts';

const JOB = 'order-import';
/** Rows taken over in one transaction; an order's rows stay together. */
const AT_ONCE = 500;

/**
 * Files of orders on their way into the ledger. Answers what goes on with those that a killed process left; call it
 * once jobs run.
 */
export function importOrders(parts: StoreParts, files: Files): () => Promise<void> {
  const { api } = parts;
  const { implement, db, clock, jobs } = api;

  async function storeOf(brandId: string, storeId: string | undefined) {
    if (!storeId || storeId === NO_STORE) return null;
    const store = await readStore(db, brandId, storeId);
    if (!store) throw problem('not_found');
    return store;
  }

  implement(calls.createOrderImport, async ({ brandId, query, caller, request }) => {
    const store = await storeOf(brandId, query.storeId);
    const file = await fileOf(() => request.file());
    const path = await files.draft();
    try {
      if ((await saveUpload(file, path)) > MAX_ORDER_IMPORT_BYTES)
        throw problem('too_large', {
          message: 'This file is larger than 50 MB. Split it into smaller ones.',
        });
      const { kind, rows, needsCurrency, needsStore } = await inspect(path);
      if (!store && (await readStores(db, brandId, [])).length > 0) {
        if (needsStore)
          throw problem('invalid', {
            message:
              'This file has no ids, so that it does not say whose orders these are. Choose the store.',
            fields: { storeId: 'Choose the store' },
          });
        // Nothing is put down to a store that nobody named, and nothing kept from one without a word.
        if (!query.storeId)
          throw problem('invalid', {
            message: 'Choose the store these orders are of, or no store.',
            fields: { storeId: `Choose the store, or send ${NO_STORE}` },
          });
      }
      if (needsCurrency && !query.currency)
        throw problem('invalid', {
          message: 'This file does not say what its amounts are in. Choose the currency.',
          fields: { currency: 'Choose the currency' },
        });
      const id = newId();
      await files.keep(path, orderFileKey(id));
      const stored = await insertOrderImport(db, {
        id,
        brandId,
        storeId: store?.id ?? null,
        createdBy: caller.userId,
        fileName: plainName(file.filename),
        kind,
        currency: query.currency ?? null,
        state: 'waiting',
        rows,
        createdAt: clock.now().toISOString(),
      });
      await jobs.send(JOB, { importId: id });
      return { orderImport: toOrderImport(stored, store?.name ?? null) };
    } finally {
      await rm(path, { force: true });
    }
  });

  implement(calls.listOrderImports, async ({ brandId, query: { page } }) => {
    const { orderImports, total } = await readOrderImportPage(db, brandId, page);
    return { orderImports, ...pagesOf(page, total) };
  });

  implement(calls.getOrderImport, async ({ brandId, params, query: { page, outcome } }) => {
    const orderImport = await readOrderImport(db, brandId, params.orderImportId);
    if (!orderImport) throw problem('not_found');
    const { rows, total } = await readRowEnds(db, orderImport.id, page, outcome);
    return { orderImport, rows, ...pagesOf(page, total) };
  });

  jobs.define<{ importId: string }>(JOB, ({ importId }, signal) => run(parts, files, importId, signal), {
    expireInSeconds: 3600,
    heartbeatSeconds: 60,
  });
  return async () => {
    for (const importId of await readBusyOrderImports(db)) await jobs.send(JOB, { importId });
  };
}

async function inspect(path: string): Promise<OrderFile> {
  return inspectOrderFile(path).catch((error: unknown) => {
    if (error instanceof FileRefusal) throw problem('unreadable_file', { message: error.message });
    throw error;
  });
}

async function run(parts: StoreParts, files: Files, importId: string, signal: AbortSignal): Promise<void> {
  const { api } = parts;
  const path = await files.draft();
  try {
    if (!(await changeBusyOrderImport(api.db, importId, { state: 'running' }))) return;
    await pipeline(files.read(orderFileKey(importId)), createWriteStream(path));
    if (!(await takeAll(parts, importId, path, signal))) return;
    await files.remove(orderFileKey(importId));
  } catch (error) {
    // The texts of database errors hold the rows themselves, so they stay out of the log.
    const code = codeOf(error) ?? 'unknown';
    api.log.error({ importId, code, name: (error as Error)?.name }, 'an import of orders failed');
    await changeBusyOrderImport(api.db, importId, {
      state: 'failed',
      error:
        'The import stopped at an unexpected problem. Send the file again: what is in already is left out.',
      finishedAt: api.clock.now().toISOString(),
    });
    // It names buyers, and nobody reads it again.
    await files.remove(orderFileKey(importId));
  } finally {
    await rm(path, { force: true });
  }
}

/** @returns whether it came to its end */
async function takeAll(
  parts: StoreParts,
  importId: string,
  path: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { api, platform } = parts;
  const first = await withTransaction(api.pool, (tx) => holdOrderImport(tx, importId));
  if (first?.state !== 'running') return false;
  let batch: ImportEntry[] = [];
  let rows = 0;
  const store = first.storeId ? await readStore(api.db, first.brandId, first.storeId) : null;
  const currency = first.currency ?? store?.currency ?? '';
  for await (const entry of readOrderFile(path, platform, currency)) {
    const last = entry.places.at(-1)?.row ?? 0;
    if (last <= first.position) continue;
    batch.push(entry);
    rows += entry.places.length;
    if (rows < AT_ONCE) continue;
    if (signal.aborted) return false;
    await takeBatch(parts, first, batch);
    [batch, rows] = [[], 0];
  }
  if (batch.length > 0) await takeBatch(parts, first, batch);
  await changeOrderImport(api.db, importId, { state: 'done', finishedAt: api.clock.now().toISOString() });
  return true;
}

/** Rows and how far they are go together, so that a killed process does nothing twice. */
async function takeBatch(
  { api }: StoreParts,
  begun: StoredOrderImport,
  batch: readonly ImportEntry[],
): Promise<void> {
  const { brandId, storeId } = begun;
  const now = api.clock.now();
  await withTransaction(api.pool, async (tx) => {
    const stored = await holdOrderImport(tx, begun.id);
    const last = Math.max(...batch.flatMap(({ places }) => places.map(({ row }) => row)));
    if (!stored || stored.position >= last) return;
    const target = { brandId, storeId, secretKey: api.config.SECRET_KEY };
    const { ends, placed, changed } = await applyEntries(tx, target, batch, now);
    await insertRowEnds(tx, begun.id, ends);
    await emitOrders(tx, brandId, storeId, { placed, changed }, now);
    const counted = (outcome: RowEnd['outcome']) => ends.filter((end) => end.outcome === outcome).length;
    await changeOrderImport(tx, begun.id, {
      position: last,
      imported: stored.imported + counted('imported'),
      merged: stored.merged + counted('merged'),
      skipped: stored.skipped + counted('skipped'),
      rejected: stored.rejected + counted('rejected'),
    });
  });
}
