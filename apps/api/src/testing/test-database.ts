import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { startApi } from '../app/app.ts';
import { readConfig } from '../platform/config.ts';
import { newId } from '../platform/id.ts';
import { migrate } from '../platform/migrate.ts';
import { gatherStatements } from './statements.ts';

gatherStatements();

const LOCK = 7_401_002;
const FOLDER = new URL('../../migrations/', import.meta.url);

/** Returns the URL of a server on which tests may create databases. */
function testServerUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('TEST_DATABASE_URL is missing: run the tests with `npm test`.');
  return url;
}

const withDatabase = (url: string, name: string) =>
  Object.assign(new URL(url), { pathname: `/${name}` }).href;

/** Creates the job queues by starting an API once: 40 queues cost as much as cloning a database. */
async function makeQueues(url: string): Promise<void> {
  const config = readConfig({
    DATABASE_URL: url,
    TROUPE_ROLES: 'http',
    PORT: '0',
    LOG_LEVEL: 'silent',
    OIDC_ISSUER: 'http://127.0.0.1:9',
    SECRET_KEY: 'a secret for tests only',
    INBOUND_SMTP_PORT: '0',
    DATABASE_WAIT_MS: '60000',
  });
  const api = await startApi(config);
  // Drop schedules, or tests would run jobs that became due since.
  await api.pool.query('delete from pgboss.schedule');
  await api.stop();
}

/** Creates a database for one test file, cloned from a migrated template. End it with `drop`. */
export async function createTestDatabase(
  server = testServerUrl(),
): Promise<{ url: string; drop(): Promise<void> }> {
  const hash = createHash('sha256');
  for (const file of readdirSync(FOLDER).sort()) {
    if (file.endsWith('.sql')) hash.update(readFileSync(new URL(file, FOLDER)));
  }
  const template = `troupe_template_${hash.digest('hex').slice(0, 12)}`;
  const name = `troupe_test_${newId().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  try {
    // PostgreSQL can't clone a template while anyone is connected to it: hold a lock until done.
    await admin.query('select pg_advisory_lock($1)', [LOCK]);
    const found = await admin.query('select 1 from pg_database where datname = $1 and datistemplate', [
      template,
    ]);
    if (found.rowCount === 0) {
      await admin.query(`drop database if exists ${template}`);
      await admin.query(`create database ${template}`);
      await migrate(withDatabase(server, template));
      await makeQueues(withDatabase(server, template));
      await admin.query(`alter database ${template} is_template true`);
    }
    // A file copy costs the server a third of logging each page.
    await admin.query(`create database ${name} template ${template} strategy file_copy`);
  } finally {
    await admin.end();
  }
  return {
    url: withDatabase(server, name),
    async drop() {
      const client = new pg.Client({ connectionString: server });
      await client.connect();
      await client.query(`drop database if exists ${name} with (force)`);
      await client.end();
    },
  };
}
