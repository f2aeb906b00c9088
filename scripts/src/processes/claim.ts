import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../failure.ts';
import { commandLineOf, end, lives, recorded } from './processes.ts';
import { readRunRecord, removeRunRecord } from './run-record.ts';

/** Holder of a data folder. */
type Claim = {
  pid: number;
  identity: string;
  /** The process the person started (npm); if it has ended, the holder is a leftover. */
  launcher: { pid: number; identity: string } | null;
};

/**
 * Claims a data folder for this process, so two instances can't use it. Ends leftovers of a killed
 * start first.
 * @returns the claim, for the run record, and how to release it
 * @throws Failure if another instance uses it
 */
export async function claim(dataDir: string): Promise<{ claim: Claim; release: () => void }> {
  const file = path.join(dataDir, 'start.lock');
  const mine = {
    ...required(process.pid),
    launcher: recorded(Number(process.env.TROUPE_LAUNCHER ?? process.ppid)),
  };
  for (;;) {
    try {
      writeFileSync(file, JSON.stringify(mine), { flag: 'wx', mode: 0o600 });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      await overcome(dataDir, file);
    }
  }
  await endLeftovers(dataDir);
  return {
    claim: mine,
    release: () => {
      removeRunRecord(dataDir);
      rmSync(file, { force: true });
    },
  };
}

async function overcome(dataDir: string, file: string): Promise<void> {
  const holder = read(file);
  if (holder && lives(holder)) {
    if (holder.launcher && lives(holder.launcher)) {
      const where = readRunRecord(dataDir)?.webUrl;
      throw new Failure(
        `Troupe runs already with the data folder ${dataDir} (process ${holder.pid}${where ? `, ${where}` : ''}). Stop it, or start beside it with --port-base N --data-dir DIR.`,
      );
    }
    await end([holder], { patience: 20_000 });
  }
  rmSync(file, { force: true });
}

/** Hosts of a killed start: only recorded processes that still run our scripts. */
async function endLeftovers(dataDir: string): Promise<void> {
  const left = (readRunRecord(dataDir)?.processes ?? []).filter(
    (one) => lives(one) && commandLineOf(one.pid).includes('follow-parent'),
  );
  await end(left);
  removeRunRecord(dataDir);
}

function read(file: string): Claim | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Claim;
  } catch {
    return undefined;
  }
}

function required(pid: number): { pid: number; identity: string } {
  return recorded(pid) ?? { pid, identity: 'unknown' };
}
