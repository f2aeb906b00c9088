import { problem } from '@troupe/domain/problem';
import { TaskThread, TaskThreadFailure } from '../../../platform/task-thread.ts';
import type { PreparedFile } from './creator-import.detect.ts';
import type { PrepareAnswer, PrepareTask } from './creator-import.worker.ts';

const thread = new TaskThread<PrepareTask, PrepareAnswer>(
  new URL('./creator-import.worker.ts', import.meta.url),
  { heapMb: 160, longestMs: 110_000 },
);

const refusal = (message: string, detail?: unknown) => problem('unreadable_file', { message, detail });

/** Parses an uploaded file in a worker thread. Throws `unreadable_file` with the reason if it can't be read. */
export async function prepareUpload(task: PrepareTask): Promise<PreparedFile> {
  const answer = await thread.run(task).catch((error: unknown) => {
    const reason = error instanceof TaskThreadFailure ? error.reason : undefined;
    if (reason === 'time')
      throw refusal('This file is taking too long to read. Split it into smaller files.');
    if (reason === 'memory')
      throw refusal('This file is too large to read. Save it as CSV, or split it.', error);
    throw error;
  });
  if ('prepared' in answer) return answer.prepared;
  if ('refused' in answer) throw refusal(answer.refused);
  throw new Error(`failed to parse an upload: ${answer.failed}`);
}
