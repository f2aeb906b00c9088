import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TaskThread } from './task-thread.ts';

type Task = 'double' | 'hang' | 'fill' | 'end';

let folder: string;
let worker: URL;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'troupe-thread-'));
  const file = path.join(folder, 'worker.mjs');
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads';
    let tasks = 0;
    parentPort.on('message', (task) => {
      tasks += 1;
      if (task === 'hang') for (;;);
      if (task === 'end') process.exit(0);
      if (task === 'fill') for (const kept = []; ; ) kept.push(new Array(1000).fill(Math.random()));
      parentPort.postMessage(tasks);
    });`,
  );
  worker = pathToFileURL(file);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('tasks share a thread and run in sequence', async () => {
  const thread = new TaskThread<Task, number>(worker, { heapMb: 32, longestMs: 60_000 });
  expect(await Promise.all([thread.run('double'), thread.run('double'), thread.run('double')])).toEqual([
    1, 2, 3,
  ]);
});

test.each([
  ['hang', 'time', 500],
  ['fill', 'memory', 60_000],
  ['end', 'ended', 60_000],
] as const)(
  'a task that would %s fails with "%s", and the next one gets a new thread',
  async (task, reason, longestMs) => {
    const thread = new TaskThread<Task, number>(worker, { heapMb: 32, longestMs });
    await expect(thread.run(task)).rejects.toMatchObject({ reason });
    // With this short limit it could fail on a busy machine.
    if (reason !== 'time') expect(await thread.run('double')).toBe(1);
  },
);
