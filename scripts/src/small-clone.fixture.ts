import { type ChildProcess, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root, shortHash } from './folders.ts';
import { removeEmbedded } from './postgres/postgres.ts';
import { identify } from './processes/processes.ts';
import { readRunRecord } from './processes/run-record.ts';

const host = `
import http from 'node:http';
const server = http.createServer((request, response) => {
  if (request.url === '/crash') { console.error('boom'); process.exit(3); }
  response.end('ok');
});
server.listen(Number(process.env.PORT), process.env.HOST);
process.on('SIGTERM', () => { server.close(); server.closeAllConnections(); });
`;
const step = `import { appendFileSync } from 'node:fs';
appendFileSync(process.env.STEPS, new URL(import.meta.url).pathname.split('/apps/')[1] + '\\n');`;
const page = '<html><head></head><body><script type="module" src="/src/main.ts"></script></body></html>';

/** A clone with the real scripts and minimal hosts, to test starting. */
export class SmallClone {
  readonly folder = mkdtempSync(path.join(os.tmpdir(), 'troupe-clone-'));
  readonly dataDir = path.join(this.folder, '.troupe');
  /** Where migrations and seeds record that they ran. */
  readonly steps = path.join(this.folder, 'steps');
  readonly portBase: number;
  #started: ChildProcess[] = [];

  constructor(portBase: number) {
    this.portBase = portBase;
    cpSync(path.join(root, 'scripts'), path.join(this.folder, 'scripts'), { recursive: true });
    cpSync(path.join(root, 'package.json'), path.join(this.folder, 'package.json'));
    symlinkSync(path.join(root, 'node_modules'), path.join(this.folder, 'node_modules'));
    // Has no dependencies, so nothing is installed.
    this.write('package-lock.json', '{}');
    for (const app of ['api', 'auth', 'sandbox']) {
      this.write(`apps/${app}/src/server.ts`, host);
      this.write(`apps/${app}/src/migrate.ts`, step);
      this.write(`apps/${app}/src/demo/seed.ts`, step);
    }
    for (const app of ['web', 'portal']) {
      this.write(`apps/${app}/index.html`, page);
      this.write(`apps/${app}/src/main.ts`, `document.body.append('${app}');`);
    }
    for (const name of ['i18n', 'domain', 'contract', 'server', 'ui', 'browser'])
      this.write(`packages/${name}/package.json`, '{}');
    this.write('steps', '');
  }

  write(file: string, text: string): void {
    mkdirSync(path.dirname(path.join(this.folder, file)), { recursive: true });
    writeFileSync(path.join(this.folder, file), text);
  }

  /**
   * Runs `npm start` (or the same without npm); `said` collects its output, `ready` and `ended` its
   * progress.
   */
  start(options: string[] = [], command = [process.execPath, 'scripts/run.mjs', 'start']): Started {
    const words = [...command.slice(1), ...(command[0] === 'npm' ? ['--'] : [])];
    const child = spawn(command[0] ?? '', [...words, '--port-base', String(this.portBase), ...options], {
      cwd: this.folder,
      env: {
        ...process.env,
        STEPS: this.steps,
        DATABASE_URL: '',
        npm_lifecycle_event: '',
        INIT_CWD: this.folder,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.#started.push(child);
    return new Started(child);
  }

  /** The instance's running processes: hosts and steps. */
  living(): number {
    return (readRunRecord(this.dataDir)?.processes ?? []).filter(
      ({ pid, identity }) => identify(pid) === identity,
    ).length;
  }

  /** Ends all processes that are still running. */
  async stop(): Promise<void> {
    const runs = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;
    for (const child of this.#started.filter(runs)) child.kill('SIGTERM');
    while (this.#started.some(runs)) await sleep(50);
  }

  /** Ends and deletes everything. */
  async remove(): Promise<void> {
    await this.stop();
    for (const name of readdirSync(this.folder)) {
      const dataDir = path.join(this.folder, name);
      if (!existsSync(path.join(dataDir, 'logs'))) continue;
      rmSync(`/var/lib/troupe-${shortHash(dataDir)}-earlier`, { recursive: true, force: true });
      await removeEmbedded(dataDir);
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A started command. */
export class Started {
  readonly child: ChildProcess;
  said = '';
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>;

  constructor(child: ChildProcess) {
    this.child = child;
    child.stdout?.on('data', (part) => (this.said += part));
    child.stderr?.on('data', (part) => (this.said += part));
    this.ended = new Promise((resolve) => child.on('close', (code, signal) => resolve(code ?? signal)));
  }

  /** Resolves once it has printed the text. @throws with its output if it ended without */
  async says(text: string | RegExp): Promise<string> {
    let over = false;
    void this.ended.then(() => {
      over = true;
    });
    while (this.said.search(text) < 0) {
      if (over) throw new Error(`It ended without saying ${text}:\n${this.said}`);
      await sleep(20);
    }
    return this.said;
  }

  ready(): Promise<string> {
    return this.says('Troupe is ready');
  }
}
