import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@troupe/server/log';

/** The sandbox. It runs in this process: its modules are loaded once per worker, and starting it takes a few ms. */
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

/** What the sandbox returns when it starts. */
interface Running {
  origin: string;
  smtpPort: number;
  imapPort: number;
  dnsPort: number;
  close(): Promise<void>;
}

/** Imported by path, because the API must not depend on the sandbox. */
const CODE = join(import.meta.dirname, '../../../sandbox/src');

/** Starts it on free ports; `environment` overrides its configuration. Call `stop` in `afterAll`. */
export async function startTestSandbox(environment: Record<string, string> = {}): Promise<TestSandbox> {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-sandbox-'));
  const { startSandbox } = await import(join(CODE, 'app.ts'));
  const { readConfig } = await import(join(CODE, 'config.ts'));
  const config = readConfig({
    ...process.env,
    PORT: '0',
    SMTP_PORT: '0',
    IMAP_PORT: '0',
    DNS_PORT: '0',
    DATA_DIR: folder,
    ...environment,
  });
  const running: Running = await startSandbox(config, createLogger('sandbox', 'silent'));
  const { origin } = running;
  return {
    origin,
    dnsServer: `127.0.0.1:${running.dnsPort}`,
    smtpUrl: `smtp://127.0.0.1:${running.smtpPort}`,
    imapPort: running.imapPort,
    smtpPort: running.smtpPort,
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
      // A response that a test left unread can keep a connection open.
      const patience = new Promise((resolve) => setTimeout(resolve, 10_000).unref());
      await Promise.race([running.close(), patience]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
