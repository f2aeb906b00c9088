import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@troupe/contract/client';
import type { BrandRole, Role } from '@troupe/domain/account/user';
import { type RunningApi, startApi } from '../app/app.ts';
import { insertBrand } from '../modules/account/brand/brand.queries.ts';
import { insertMember } from '../modules/account/brand/brand-member.queries.ts';
import { userTable } from '../modules/account/user/user.table.ts';
import { readConfig } from '../platform/config.ts';
import { newId } from '../platform/id.ts';
import { createTestDatabase } from './test-database.ts';
import { startTestIssuer, type TestIssuer } from './test-issuer.ts';

/** A logged-in user of a test. */
export interface TestPerson extends Client {
  userId: string;
  token: string;
}

/** The real API on its own database, with helpers that add users and brands. */
export interface TestApi {
  url: string;
  api: RunningApi;
  issuer: TestIssuer;
  databaseUrl: string;
  /** Sets the server's clock; null restores real time. */
  setNow(now: Date | null): void;
  brand(name?: string): Promise<string>;
  person(options?: {
    brandId?: string;
    brandRole?: BrandRole;
    role?: Role;
    email?: string;
  }): Promise<TestPerson>;
  anonymous: Client;
  stop(): Promise<void>;
}

/** Limits that slow machines can't reach; tests of limits set their own. */
export const GENEROUS_LIMITS = {
  EVENT_LOOP_DELAY_MS: '0',
  DATABASE_WAIT_MS: '60000',
  DATABASE_QUEUE: '100000',
  MAX_REQUESTS: '100000',
  STATEMENT_TIMEOUT_MS: '120000',
  CONNECTION_HOLD_MS: '600000',
  CALLS_PER_USER_PER_MINUTE: '1000000',
  CALLS_PER_BRAND_PER_MINUTE: '1000000',
};

/**
 * Starts the API; `environment` overrides its configuration, `databaseServer` uses another server than the test
 * run's. Call `stop` in `afterAll`.
 * @param issuerOptions the kind of token issuer
 */
export async function startTestApi(
  environment: Record<string, string> = {},
  databaseServer?: string,
  issuerOptions: { foreign?: boolean } = {},
): Promise<TestApi> {
  const [database, issuer] = await Promise.all([
    createTestDatabase(databaseServer),
    startTestIssuer(issuerOptions),
  ]);
  const files = mkdtempSync(join(tmpdir(), 'troupe-test-'));
  let now: Date | null = null;
  const config = readConfig({
    DATABASE_URL: database.url,
    ECB_URL: '',
    DATABASE_POOL: '6',
    BACKGROUND_POOL: '6',
    CLICK_POOL: '1',
    PORT: '0',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    OIDC_ISSUER: issuer.url,
    SECRET_KEY: 'a secret for tests only',
    INBOUND_SMTP_PORT: '0',
    FILES_DIR: files,
    RATE_LIMIT_PER_MINUTE: '1000000',
    PUBLIC_WRITES_PER_MINUTE: '1000000',
    ...GENEROUS_LIMITS,
    ...environment,
  });
  const api = await startApi(config, { now: () => now ?? new Date() });
  const url = `http://127.0.0.1:${(api.server.server.address() as AddressInfo).port}`;
  const clientFor = (token: string | null) => createClient({ baseUrl: url, token: () => token });
  return {
    url,
    api,
    issuer,
    databaseUrl: database.url,
    setNow(value) {
      now = value;
    },
    brand: (name = 'Larkmoor') =>
      insertBrand(api.db, { name, website: 'https://larkmoor.example', description: 'Outdoor clothing' }),
    async person({ brandId, brandRole = 'member', role = 'brand', email } = {}) {
      const userId = newId();
      const address = email ?? `${userId}@example.test`;
      await api.db
        .insert(userTable)
        .values({ id: userId, subject: userId, email: address, firstName: 'Alva', lastName: 'Berg', role });
      if (brandId) await insertMember(api.db, brandId, userId, brandRole);
      const token = await issuer.sign({ sub: userId, email: address, email_verified: true });
      return { ...clientFor(token), userId, token };
    },
    anonymous: clientFor(null),
    async stop() {
      await api.stop();
      await issuer.stop();
      await database.drop();
      rmSync(files, { recursive: true, force: true });
    },
  };
}
