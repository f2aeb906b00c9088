import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const MS_PER_TICK = 10;

/** Starts a watch over these processes; it answers the milliseconds of processor time, user and system, used since. */
export function watchProcessor(pids: readonly number[]): () => number {
  const before = pids.map((pid) => [pid, usedBy(pid)] as const);
  // What ended meanwhile tells nothing any more.
  return () => before.reduce((all, [pid, used]) => all + Math.max(0, usedBy(pid) - used), 0);
}

function usedBy(pid: number): number {
  const [, , , ...fields] = read(pid, 'stat')
    .replace(/^.*\) /s, 'x x x ')
    .split(' ');
  return (Number(fields[10] ?? 0) + Number(fields[11] ?? 0)) * MS_PER_TICK;
}

/** The processes of PostgreSQL that serve this database; none where the server is on another machine. */
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
