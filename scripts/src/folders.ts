import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './failure.ts';

/** The folder of the clone: where package.json, apps/ and packages/ lie. */
export const root = path.resolve(import.meta.dirname, '../..');

/** Below this much free space nothing is started: a database that runs out of disk stops in the middle. */
const neededBytes = 1024 ** 3;

/**
 * Makes the data folder and checks that it can be used.
 * @throws Failure in one line: not a folder, not writable, or less than 1 GB free
 */
export function prepareDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const why =
      code === 'EEXIST' || code === 'ENOTDIR' ? 'something that is not a folder is in the way' : `${code}`;
    throw new Failure(
      `The data folder ${dataDir} cannot be written (${why}). Make it writable, or choose another with --data-dir DIR.`,
    );
  }
  requireSpace(dataDir);
}

/** Each missing folder by itself: the recursive call of Node never returns below /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
    return;
  }
  makeFolder(path.dirname(folder));
  mkdirSync(folder);
}

/** @throws Failure when the disk below `folder` has less than `needed` bytes (1 GB) left for this account */
export function requireSpace(folder: string, needed = neededBytes): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free >= needed) return;
  throw new Failure(
    `Only ${Math.round(free / 1024 ** 2)} MB are free on the disk of ${folder}; Troupe needs 1 GB. Free some space, or choose a folder on another disk with --data-dir DIR.`,
  );
}

/** Whether an account may enter a folder, judged by the permission bits of it and of every folder above. */
export function canEnter(folder: string, account: { uid: number; gid: number }): boolean {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const { uid, gid, mode } = statSync(at);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

/** A short name for a path, the same each time. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
