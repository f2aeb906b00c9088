import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A process that a start command began; `identity` tells it from a later process with the same number. */
export type RecordedProcess = { name: string; pid: number; identity: string };

/** What a running instance leaves in its data folder, so that other commands find it. */
export type RunRecord = {
  /** The start command's own process. */
  pid: number;
  identity: string;
  /** The process that typed the start command (npm): when it is gone, the start command is a leftover. */
  launcher: { pid: number; identity: string } | null;
  portBase: number;
  webUrl: string;
  portalUrl: string;
  apiUrl: string;
  authUrl: string;
  sandboxUrl: string;
  /** With its password; the record is readable by its owner alone. */
  databaseUrl: string;
  authDatabaseUrl: string;
  processes: RecordedProcess[];
  /** The embedded server's first process; null with a server of the person's own. */
  databaseProcess: { pid: number; identity: string } | null;
};

const fileOf = (dataDir: string) => path.join(dataDir, 'run.json');

/** The record of the instance with this data folder, or undefined when none was left there. */
export function readRunRecord(dataDir: string): RunRecord | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as RunRecord;
  } catch {
    return undefined;
  }
}

/** Writes the record in one step, readable by its owner alone. */
export function writeRunRecord(dataDir: string, record: RunRecord): void {
  mkdirSync(dataDir, { recursive: true });
  const draft = `${fileOf(dataDir)}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, fileOf(dataDir));
}

/** Takes the record away; nothing happens when there is none. */
export function removeRunRecord(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true });
}
