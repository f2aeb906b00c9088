import { parentPort } from 'node:worker_threads';
import { FileRefusal } from '../../../platform/table/source.ts';
import { type PreparedFile, prepareFile } from './creator-import.detect.ts';

// Parses uploaded files in a worker thread with its own memory limit.

/** A request to parse one file. */
export interface PrepareTask {
  path: string;
  tablePath: string;
  fileName: string;
  bytes: number;
}

/** The worker's response. */
export type PrepareAnswer = { prepared: PreparedFile } | { refused: string } | { failed: string };

async function answer({ path, tablePath, fileName, bytes }: PrepareTask): Promise<PrepareAnswer> {
  try {
    return { prepared: await prepareFile(path, tablePath, fileName, bytes) };
  } catch (error) {
    if (error instanceof FileRefusal) return { refused: error.message };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', async (task: PrepareTask) => parentPort?.postMessage(await answer(task)));
