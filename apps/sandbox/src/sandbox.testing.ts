import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { pino } from 'pino';
import { type Sandbox, startSandbox } from './app.ts';

/** A sandbox on free ports with its own data folder, and helpers for tests. */
export interface TestSandbox {
  sandbox: Sandbox;
  dataDir: string;
  /** Sends an email over SMTP; returns the server's response or the error. */
  send(mail: SendMailOptions): Promise<string>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  json<T>(path: string, init?: RequestInit): Promise<T>;
  /** Sends a JSON request. */
  ask(method: string, path: string, body?: unknown): Promise<Response>;
  /** Sends a request that must succeed. */
  order<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** Restarts it with the same folder. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a sandbox for a test file. */
export async function startTestSandbox(): Promise<TestSandbox> {
  const dataDir = await mkdtemp(join(tmpdir(), 'troupe-sandbox-'));
  const config = {
    host: '127.0.0.1',
    port: 0,
    smtpPort: 0,
    imapPort: 0,
    dnsPort: 0,
    dataDir,
    inboundSmtpUrl: 'smtp://127.0.0.1:9',
    bluesky: { postsPerMinute: 0 },
    billing: {
      key: 'sandbox_chargebee_key',
      site: 'troupe-test',
      webhooks: { url: '', user: 'chargebee', password: 'secret', retrySeconds: [0.1, 0.2], stopped: false },
    },
    intercomSecret: 'sandbox-intercom-messenger-secret',
    shopify: {
      key: 'sandbox-shopify-key',
      secret: 'sandbox-shopify-secret',
      settings: {
        webhookUrl: '',
        webOrigin: 'http://localhost:3000',
        retrySeconds: [0.05, 0.05, 0.05],
        stopped: false,
        redactSeconds: 2880,
        journeySeconds: 0,
      },
    },
    stripe: {
      key: 'sandbox_stripe_key',
      webhookSecret: 'sandbox_stripe_webhook_secret',
      country: 'US',
      settings: { webhookUrl: '', retrySeconds: [0.05, 0.05], stopped: false },
    },
    logLevel: 'silent',
  };
  const log = pino({ level: 'silent' });
  // One connection for many emails, because the server delays new ones.
  const connect = (port: number) =>
    createTransport({
      host: '127.0.0.1',
      port,
      pool: true,
      maxConnections: 1,
      maxMessages: 1000,
      maxRequeues: 0,
    });
  const sandbox = await startSandbox(config, log);
  let transport = connect(sandbox.smtpPort);
  const test: TestSandbox = {
    sandbox,
    dataDir,
    async send(mail) {
      return (await transport.sendMail({ from: 'Troupe <hello@troupe.test>', ...mail })).response;
    },
    get: (path, headers = {}) => fetch(test.sandbox.origin + path, { headers, redirect: 'manual' }),
    async json(path, init) {
      return (await fetch(test.sandbox.origin + path, init)).json();
    },
    ask: (method, path, body) =>
      fetch(test.sandbox.origin + path, {
        method,
        ...(body !== undefined && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      }),
    async order(method, path, body) {
      const response = await test.ask(method, path, body);
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return JSON.parse(text);
    },
    async restart() {
      transport.close();
      await test.sandbox.close();
      test.sandbox = await startSandbox(config, log);
      transport = connect(test.sandbox.smtpPort);
    },
    async close() {
      transport.close();
      await test.sandbox.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return test;
}
