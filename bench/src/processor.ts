import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const MS_PER_TICK = 10;

/**
 * Starts measuring these processes; the result returns the processor time used since, in
 * milliseconds, user and system.
 */
export function watchProcessor(pids: readonly number[]): () => number {
  const before = pids.map((pid) => [pid, usedBy(pid)] as const);
  // Processes that have ended can't be measured.
  return () => before.reduce((all, [pid, used]) => all + Math.max(0, usedBy(pid) - used), 0);
}

/** The processor time of a process since it started, in milliseconds, user and system. */
export function usedBy(pid: number): number {
  const [, , , ...fields] = read(pid, 'stat')
    .replace(/^.*\) /s, 'x x x ')
    .split(' ');
  return (Number(fields[10] ?? 0) + Number(fields[11] ?? 0)) * MS_PER_TICK;
}

/** Returns the PostgreSQL processes of this database; empty if the server is remote. */
export function serversOf(databaseUrl: string): number[] {
  const name = new URL(databaseUrl).pathname.slice(1);
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && read(Number(entry), 'cmdline').startsWith('postgres: '))
    .map(Number)
    .filter((pid) => read(pid, 'cmdline').split(' ').includes(name));
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
