import { execFileSync } from 'node:child_process';
import dgram from 'node:dgram';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../failure.ts';

/**
 * A stable identity of a process that differs from a later one with the same id: boot and start
 * time. Undefined if there is no such process (zombies don't count).
 */
export function identify(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The program's name in parentheses may contain spaces and parentheses; the fields follow the
      // last one.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}`;
    } catch {
      return undefined;
    }
  }
  try {
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return started || undefined;
  } catch {
    return undefined;
  }
}

/** Whether the recorded process is still running. */
export function lives(recorded: { pid: number; identity: string }): boolean {
  return identify(recorded.pid) === recorded.identity;
}

/** The process with its identity, or null if it has ended. */
export function recorded(pid: number): { pid: number; identity: string } | null {
  const identity = identify(pid);
  return identity === undefined ? null : { pid, identity };
}

/** A process's working directory; undefined if unknown. */
export function folderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** A process's command line, or an empty text. */
export function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim();
  } catch {
    return '';
  }
}

/** All visible processes; empty without /proc. */
export function allProcesses(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/**
 * Ends processes: asks first, then kills after `patience` milliseconds. Returns when all have
 * ended.
 */
export async function end(
  processes: { pid: number; identity: string }[],
  { signal = 'SIGTERM' as NodeJS.Signals, patience = 10_000 } = {},
): Promise<void> {
  const send = (name: NodeJS.Signals) => {
    for (const one of processes.filter(lives)) {
      try {
        process.kill(one.pid, name);
      } catch {
        // Already ended.
      }
    }
  };
  send(signal);
  const deadline = Date.now() + patience;
  while (processes.some(lives)) {
    if (Date.now() > deadline) send('SIGKILL');
    if (Date.now() > deadline + 5_000) return;
    await sleep(25);
  }
}

/** Whether a server could listen on this port now. */
export function portIsFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Whether a server could receive UDP packets on this port now. */
export function udpPortIsFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = dgram.createSocket('udp4');
    socket.once('error', () => resolve(false));
    socket.bind({ port, address: host, exclusive: true }, () => socket.close(() => resolve(true)));
  });
}

/** Returns who listens on a port, as `process 123 (command line)`; undefined if unknown. */
function listenerOf(port: number): string | undefined {
  const inodes = new Set(['tcp', 'tcp6'].flatMap((table) => listeningInodes(table, port)));
  if (inodes.size === 0) return undefined;
  for (const pid of allProcesses()) {
    try {
      for (const descriptor of readdirSync(`/proc/${pid}/fd`)) {
        const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${descriptor}`))?.[1];
        if (inode && inodes.has(inode)) return `process ${pid} (${shortened(commandLineOf(pid))})`;
      }
    } catch {
      // Another account's process, or one that has just ended.
    }
  }
  return undefined;
}

function shortened(text: string): string {
  return text.length > 120 ? `${text.slice(0, 40)} ... ${text.slice(-60)}` : text;
}

function listeningInodes(table: string, port: number): string[] {
  try {
    const hex = port.toString(16).toUpperCase().padStart(4, '0');
    return readFileSync(`/proc/net/${table}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[1]?.endsWith(`:${hex}`) && fields[3] === '0A')
      .map((fields) => fields[9] ?? '');
  } catch {
    return [];
  }
}

/** The failure for a port in use. */
export function taken(port: number, wantedBy: string): Failure {
  const holder = listenerOf(port);
  return new Failure(
    `Port ${port} for ${wantedBy} is taken${holder ? ` by ${holder}` : ''}. End that process, or run beside it with --port-base N (and its own --data-dir DIR).`,
  );
}
