import { randomUUID } from 'node:crypto';
import { chmodSync, createReadStream, mkdirSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Files } from '../../platform/files/files.ts';

const A_DAY = 86_400_000;

/** Files in a folder. Processes that share work must share the folder. */
export function diskFiles(folder: string): Files {
  mkdirSync(folder, { recursive: true });
  try {
    // Earlier versions created files readable by all users of the machine.
    chmodSync(folder, 0o700);
  } catch {
    // A mounted folder may belong to another user.
  }
  return {
    async draft() {
      const drafts = join(folder, 'drafts');
      await mkdir(drafts, { recursive: true });
      return join(drafts, randomUUID());
    },
    async store(draftPath, key) {
      const path = join(folder, key);
      await mkdir(dirname(path), { recursive: true });
      await rename(draftPath, path);
    },
    read: (key, from = 0, to) =>
      createReadStream(join(folder, key), {
        start: from,
        ...(to === undefined ? {} : { end: to }),
        highWaterMark: 256 * 1024,
      }),
    remove: (key) => rm(join(folder, key), { force: true }),
    removeFolder: (name) => rm(join(folder, name), { recursive: true, force: true }),
    async sweep() {
      const drafts = join(folder, 'drafts');
      for (const name of await readdir(drafts).catch(() => [])) {
        const path = join(drafts, name);
        const made = await stat(path).catch(() => null);
        if (made && Date.now() - made.mtimeMs > A_DAY) await rm(path, { force: true });
      }
    },
  };
}
