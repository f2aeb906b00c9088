import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A process started by a start command; `identity` distinguishes it from a later one with the same
 * id.
 */
export type RecordedProcess = { name: string; pid: number; identity: string };

/** A running instance's record in its data folder, for other commands. */
export type RunRecord = {
  /** The start command's process. */
  pid: number;
  identity: string;
  /**
   * The process that ran the start command (npm): if it has ended, the start command is a leftover.
   */
  launcher: { pid: number; identity: string } | null;
  portBase: number;
  webUrl: string;
  portalUrl: string;
  apiUrl: string;
  authUrl: string;
  sandboxUrl: string;
  /** Including its password; only the owner can read the record. */
  databaseUrl: string;
  authDatabaseUrl: string;
  processes: RecordedProcess[];
  /** The embedded server's main process; null with the person's own server. */
  databaseProcess: { pid: number; identity: string } | null;
};

const fileOf = (dataDir: string) => path.join(dataDir, 'run.json');

/** Returns the record of a data folder's instance, or undefined. */
export function readRunRecord(dataDir: string): RunRecord | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as RunRecord;
  } catch {
    return undefined;
  }
}

/** Writes the record atomically, readable only by its owner. */
export function writeRunRecord(dataDir: string, record: RunRecord): void {
  mkdirSync(dataDir, { recursive: true });
  const draft = `${fileOf(dataDir)}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, fileOf(dataDir));
}

/** Deletes the record, if any. */
export function removeRunRecord(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true });
}
