import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './failure.ts';

/** The repository root. */
export const root = path.resolve(import.meta.dirname, '../..');

/** Minimum free space to start: a database stops when the disk is full. */
const neededBytes = 1024 ** 3;

/**
 * Creates the data folder and checks that it is usable.
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

/** One folder at a time: Node's recursive mkdir never returns below /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
    return;
  }
  makeFolder(path.dirname(folder));
  mkdirSync(folder);
}

/**
 * @throws Failure if the disk of `folder` has less than `needed` bytes (1 GB) available to this
 * account
 */
export function requireSpace(folder: string, needed = neededBytes): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free >= needed) return;
  throw new Failure(
    `Only ${Math.round(free / 1024 ** 2)} MB are free on the disk of ${folder}; Troupe needs 1 GB. Free some space, or choose a folder on another disk with --data-dir DIR.`,
  );
}

/** Whether an account can enter a folder, by the permission bits of it and its parents. */
export function canEnter(folder: string, account: { uid: number; gid: number }): boolean {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const { uid, gid, mode } = statSync(at);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

/** A short, stable name for a path. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
