import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = path.resolve(import.meta.dirname, '../../..');

/** The sandbox in its own process. */
export interface SandboxProcess {
  url: string;
  /** Sends a request to its control API. @throws unless the status is 2xx */
  control(method: string, address: string, body?: object): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the sandbox. Ports that aren't given default to any free ones. */
export async function startSandbox(
  port: number,
  ports: { smtp?: number; imap?: number } = {},
): Promise<SandboxProcess> {
  const folder = mkdtempSync(path.join(tmpdir(), 'troupe-bench-sandbox-'));
  const child: ChildProcess = spawn(process.execPath, ['apps/sandbox/src/server.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: Object.assign({}, process.env, {
      HOST: '127.0.0.1',
      PORT: String(port),
      SMTP_PORT: String(ports.smtp ?? 0),
      IMAP_PORT: String(ports.imap ?? 0),
      DNS_PORT: '0',
      BLUESKY_POSTS_PER_MINUTE: '0',
      DATA_DIR: folder,
    }),
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  for (let waited = 0; !(await fetch(`${url}/readyz`).catch(() => null))?.ok; waited++) {
    if (child.exitCode !== null || waited > 600) {
      await stop();
      throw new Error('The sandbox did not become ready');
    }
    await sleep(100);
  }
  return {
    url,
    async control(method, address, body) {
      const answer = await fetch(url + address, {
        method,
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      if (!answer.ok)
        throw new Error(`${method} ${address} answered ${answer.status}: ${await answer.text()}`);
    },
    stop,
  };
}
