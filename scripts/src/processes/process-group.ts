import { type ChildProcess, spawn } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  fchmodSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../failure.ts';
import { root } from '../folders.ts';
import { end, identify, lives, taken } from './processes.ts';
import type { RecordedProcess } from './run-record.ts';

/** A program to run: a step that completes, or a host that keeps running. */
export type Program = {
  /** Name for its log and messages. */
  name: string;
  /** Script and arguments, relative to the clone. */
  script: string[];
  env: NodeJS.ProcessEnv;
  /** Node options. */
  nodeOptions?: string[];
};

/** A host returns 200 at `readyUrl` once it is ready. */
export type Host = Program & { readyUrl: string };

type ProcessGroupOptions = {
  dataDir: string;
  /** Receives messages for the terminal. */
  say: (line: string) => void;
  /** Called with all running processes after each start. */
  onChange: (processes: RecordedProcess[]) => void;
  /** Whether processes log to the terminal instead of files. */
  aloud?: boolean;
};

const followParent = path.join(import.meta.dirname, 'follow-parent.ts');
const startPatience = 60_000;
const restartsPerMinute = 5;
const longestLog = 20_000_000;

/**
 * The processes of an instance. Their output goes to `<dataDir>/logs/<name>.log`. A host that exits
 * is restarted with a doubling delay; after five exits in a minute the instance fails.
 */
export class ProcessGroup {
  /** Rejects with the reason if the instance can't continue. */
  readonly failed: Promise<never>;
  #fail: (reason: Error) => void = () => {};
  #members = new Map<string, { child: ChildProcess; identity: string }>();
  #stopping = false;
  #logs: string;
  #say: (line: string) => void;
  #onChange: (processes: RecordedProcess[]) => void;
  #aloud: boolean;
  #care: NodeJS.Timeout;

  /** Log locations and callbacks. */
  constructor({ dataDir, say, onChange, aloud = false }: ProcessGroupOptions) {
    this.#logs = path.join(dataDir, 'logs');
    this.#say = say;
    this.#onChange = onChange;
    this.#aloud = aloud;
    mkdirSync(this.#logs, { recursive: true });
    this.#care = setInterval(() => this.#shorten(), 60_000).unref();
    this.failed = new Promise((_, reject) => {
      this.#fail = reject;
    });
    this.failed.catch(() => {});
  }

  /** Runs a step to completion. @throws Failure with its last lines if it fails */
  async run(step: Program): Promise<void> {
    const outcome = await this.#ended(this.#spawn(step));
    if (outcome !== 'code 0' && !this.#stopping) throw new Failure(this.#obituary(step.name, outcome));
  }

  /**
   * Starts a host and keeps it running; resolves when it is ready. @throws Failure if it never is
   */
  async keep(host: Host): Promise<void> {
    await this.#begin(host);
    void this.#attend(host);
  }

  /** Stops all processes gracefully. Nothing is started afterwards. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#care);
    await end(this.#processes());
  }

  async #begin(host: Host): Promise<void> {
    const child = this.#spawn(host);
    let outcome: string | undefined;
    void this.#ended(child).then((text) => {
      outcome = text;
    });
    const deadline = Date.now() + startPatience;
    while (!(await answers(host.readyUrl))) {
      if (this.#stopping) return;
      if (outcome !== undefined) throw new Failure(this.#obituary(host.name, outcome));
      if (Date.now() > deadline) throw new Failure(this.#obituary(host.name, 'not ready after a minute'));
      await sleep(50);
    }
  }

  async #attend(host: Host): Promise<void> {
    const ends: number[] = [];
    for (;;) {
      const member = this.#members.get(host.name);
      if (!member) return;
      const outcome = await this.#ended(member.child);
      if (this.#stopping) return;
      ends.push(Date.now());
      const recent = ends.filter((time) => time > Date.now() - 60_000).length;
      if (recent > restartsPerMinute) return this.#fail(new Failure(this.#obituary(host.name, outcome)));
      const pause = 250 * 2 ** recent;
      this.#say(`${this.#obituary(host.name, outcome)}\nStarting ${host.name} again.`);
      await sleep(pause);
      try {
        await this.#begin(host);
        if (!this.#stopping) this.#say(`${host.name} is back.`);
      } catch {
        // It exited again before it was ready: counted in the next round.
      }
    }
  }

  #spawn(program: Program): ChildProcess {
    if (this.#stopping) throw new Failure('Stopping.');
    const file = path.join(this.#logs, `${program.name}.log`);
    const log = openSync(file, 'a', 0o600);
    // Logs of earlier versions were readable by others.
    fchmodSync(log, 0o600);
    const words = [...(program.nodeOptions ?? []), '--import', followParent, ...program.script];
    const child = spawn(process.execPath, words, {
      cwd: root,
      env: program.env,
      stdio: this.#aloud ? ['ignore', 'inherit', 'inherit', 'ipc'] : ['ignore', log, log, 'ipc'],
      // Ctrl+C reaches the whole process group, but hosts must be stopped in order.
      detached: true,
    });
    closeSync(log);
    child.on('error', (error) => this.#fail(new Failure(`${program.name} cannot run: ${error.message}`)));
    this.#members.set(program.name, { child, identity: identify(child.pid ?? 0) ?? '' });
    this.#onChange(this.#processes());
    return child;
  }

  /**
   * Limits the size of each log, keeping one earlier part. Writers append, so they continue at the
   * new end.
   */
  #shorten(): void {
    for (const name of readdirSync(this.#logs).filter((name) => name.endsWith('.log'))) {
      const file = path.join(this.#logs, name);
      if (statSync(file).size < longestLog) continue;
      copyFileSync(file, `${file}.1`);
      truncateSync(file);
    }
  }

  #processes(): RecordedProcess[] {
    return [...this.#members]
      .map(([name, { child, identity }]) => ({ name, pid: child.pid ?? 0, identity }))
      .filter(lives);
  }

  #ended(child: ChildProcess): Promise<string> {
    const outcome = () => (child.signalCode ? `signal ${child.signalCode}` : `code ${child.exitCode}`);
    if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(outcome());
    return new Promise((resolve) => child.once('exit', () => resolve(outcome())));
  }

  #obituary(name: string, outcome: string): string {
    if (this.#aloud) return `${name} ended (${outcome}).`;
    const file = path.join(this.#logs, `${name}.log`);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(-30);
    const last = lines.slice(-12).map(readable);
    const inUse = /EADDRINUSE[^\n]*?:(\d+)\b/.exec(lines.join('\n'))?.[1];
    if (inUse) return taken(Number(inUse), `the host "${name}"`).message;
    return `${name} ended (${outcome}). Its last lines, from ${file}:\n${last.map((line) => `  ${line}`).join('\n')}`;
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** Formats a structured log line as a sentence; other lines are unchanged. */
function readable(line: string): string {
  try {
    const { level, msg, err } = JSON.parse(line);
    if (typeof level !== 'number') return line;
    return [msg, err?.message && err.message !== msg ? err.message : undefined].filter(Boolean).join(': ');
  } catch {
    return line.slice(0, 300);
  }
}
