import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer } from '@troupe/server/stopping';
import pg from 'pg';
import { pino } from 'pino';
import { type Account, createAccount } from '../accounts/accounts.ts';
import { createApp } from '../app.ts';
import { type Config, defaultLimits, type Limits } from '../config.ts';
import type { Database } from '../database.ts';
import { Host } from '../host.ts';
import { hashPassword } from '../proofs/passwords.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';

export const password = 'troupe-demo';

/** Its hash, calculated once per process. */
const passwordHash = hashPassword(password);

/** A login host inside the test, with its own database and mailbox. */
export interface Instance {
  config: Config;
  host: Host;
  db: Database;
  mailbox: Mailbox;
  databaseUrl: string;
  /** The host's log output. */
  logLines: string[];
  addAccount(email: string, more?: Partial<Account>): Promise<string>;
  /** A second process of the host: same database, another server. */
  openAnother(): Promise<{ host: Host; close(): Promise<void> }>;
  close(): Promise<void>;
}

/** Starts a login host, by default with production limits. */
export async function startInstance(limits: Partial<Limits> = {}): Promise<Instance> {
  const database = await createDatabase();
  const mailbox = await openMailbox();
  const port = await freePort();
  const config: Config = {
    host: '127.0.0.1',
    port,
    logLevel: 'info',
    metrics: { host: '127.0.0.1', port: undefined, token: '' },
    databaseUrl: database.url,
    issuer: `http://localhost:${port}`,
    webOrigin: 'http://localhost:3000',
    portalOrigin: 'http://localhost:3001',
    allowedHosts: ['login.test'],
    audience: 'urn:troupe:api',
    smtpUrl: mailbox.url,
    mailFrom: 'Troupe <login@troupe.test>',
    links: { terms: 'http://localhost:3000/terms', privacy: '/privacy', help: 'http://localhost:3000/faq' },
    trustProxy: (_address, hop) => hop === 0,
    secretKey: 'a key that only tests know',
    // A busy machine could trigger load shedding; its tests set their own limits.
    limits: { ...defaultLimits, maxRequests: 100_000, eventLoopDelayMs: 0, ...limits },
  };
  const logLines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => logLines.push(line) });
  const host = await Host.open(config, log);
  const server = await createApp(host);
  await server.listen({ host: '127.0.0.1', port });
  return {
    config,
    host,
    db: host.db,
    mailbox,
    databaseUrl: database.url,
    logLines,
    async addAccount(email, more = {}) {
      const id = await createAccount(host.db, {
        email,
        givenName: 'Alva',
        familyName: 'Berg',
        passwordHash: await passwordHash,
        role: 'brand',
        groups: [],
        brand: null,
        ...more,
      });
      if (!id) throw new Error(`${email} has an account already`);
      return id;
    },
    async openAnother() {
      const other = await Host.open(config, log);
      return { host: other, close: () => other.close() };
    },
    async close() {
      await closeServer(server);
      await host.close();
      await mailbox.close();
      await database.drop();
    },
  };
}

export async function createDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const base = process.env.TEST_DATABASE_URL;
  if (!base) {
    throw new Error(
      'Set TEST_DATABASE_URL to a PostgreSQL server on which these tests may create databases, such as postgres://user:password@127.0.0.1:5432/postgres',
    );
  }
  const name = `auth_test_${randomBytes(6).toString('hex')}`;
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: base });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  await run(`create database ${name}`);
  const url = new URL(base);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database if exists ${name} with (force)`) };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await listen(probe, 0);
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
}
