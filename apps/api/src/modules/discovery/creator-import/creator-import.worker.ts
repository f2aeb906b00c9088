import { parentPort } from 'node:worker_threads';
import { FileRefusal } from '../../../platform/table/source.ts';
import { type PreparedFile, prepareFile } from './creator-import.detect.ts';

// Reads uploaded files beside the thread that answers requests, with memory of its own that is limited.

/** What the thread is asked for: reading one file. */
export interface PrepareTask {
  path: string;
  tablePath: string;
  fileName: string;
  bytes: number;
}

/** What it answers. */
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
