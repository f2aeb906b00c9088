import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { programOf, TEST_PRELOAD } from './test-process.ts';

/** The sandbox in a separate process. */
export interface TestSandbox {
  origin: string;
  /** For DNS_SERVERS. */
  dnsServer: string;
  /** For SMTP_URL. */
  smtpUrl: string;
  /** The ports of its IMAP and SMTP servers, on 127.0.0.1. */
  imapPort: number;
  smtpPort: number;
  /** Calls its JSON API, e.g. `call('POST', '/api/dns/records', {...})`; throws on errors. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
  stop(): Promise<void>;
}

/** Starts it on free ports; `environment` overrides its configuration. Call `stop` in `afterAll`. */
export async function startTestSandbox(environment: Record<string, string> = {}): Promise<TestSandbox> {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-sandbox-'));
  const child = spawn(process.execPath, ['--import', TEST_PRELOAD, programOf('sandbox')], {
    env: {
      ...process.env,
      PORT: '0',
      SMTP_PORT: '0',
      IMAP_PORT: '0',
      DNS_PORT: '0',
      DATA_DIR: folder,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const ports = await new Promise<{
    port: number;
    smtpPort: number;
    imapPort: number;
    dnsPort: number;
  }>((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const said = JSON.parse(line);
      if (said.msg === 'sandbox started') resolve(said);
    });
    ended.then(() => reject(new Error('the sandbox exited early')), reject);
  });
  const origin = `http://127.0.0.1:${ports.port}`;
  return {
    origin,
    dnsServer: `127.0.0.1:${ports.dnsPort}`,
    smtpUrl: `smtp://127.0.0.1:${ports.smtpPort}`,
    imapPort: ports.imapPort,
    smtpPort: ports.smtpPort,
    async call(method, path, body) {
      const response = await fetch(origin + path, {
        method,
        ...(body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    },
    async stop() {
      child.kill('SIGTERM');
      // A response that a test left unread can keep a connection open.
      const patience = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(patience);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
