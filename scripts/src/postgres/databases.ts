import { createHmac } from 'node:crypto';
import pg from 'pg';
import { Failure } from '../failure.ts';

/** URLs of an instance's two databases, which share nothing. */
export type Databases = { api: string; auth: string };

/** The parts of the embedded server that are used here. */
type Server = { readonly port: number; readonly secret: string; urlOf: (database: string) => string };

const oldestVersion = 150000;

/**
 * Creates the two databases on the embedded server, each owned by its own account without access to
 * the other. Passwords are derived from the server's secret, so nothing else must be stored.
 */
export async function makeEmbeddedDatabases(server: Server): Promise<Databases> {
  const made: string[] = [];
  await withClient(server.urlOf('postgres'), async (client) => {
    for (const name of ['troupe', 'troupe_auth']) {
      const password = createHmac('sha256', server.secret).update(name).digest('base64url');
      const { rows } = await client.query(
        `select exists (select from pg_roles where rolname = $1) as role,
                exists (select from pg_database where datname = $1) as database`,
        [name],
      );
      if (!rows[0].role) await client.query(`create role ${name} login password '${password}'`);
      if (!rows[0].database) {
        await client.query(`create database ${name} owner ${name}`);
        await client.query(`revoke all on database ${name} from public`);
      }
      made.push(`postgres://${name}:${password}@127.0.0.1:${server.port}/${name}`);
    }
  });
  const [api = '', auth = ''] = made;
  return { api, auth };
}

/**
 * Checks the person's own server and creates missing databases if its account can.
 * @param apiUrl DATABASE_URL
 * @param authUrl AUTH_DATABASE_URL; by default the same server and database name with `_auth`
 * @throws Failure in one line, never with a password
 */
export async function prepareOwnDatabases(apiUrl: string, authUrl?: string): Promise<Databases> {
  const databases = { api: apiUrl, auth: authUrl || withDatabase(apiUrl, (name) => `${name}_auth`) };
  await prepare('DATABASE_URL', databases.api);
  await prepare('AUTH_DATABASE_URL', databases.auth);
  return databases;
}

/** Returns the URL with another database name. */
export function withDatabase(url: string, rename: (name: string) => string): string {
  const parsed = parseAddress('DATABASE_URL', url);
  parsed.pathname = `/${encodeURIComponent(rename(databaseOf(parsed)))}`;
  return parsed.href;
}

/** Connects, runs and disconnects. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function prepare(variable: string, url: string): Promise<void> {
  const address = parseAddress(variable, url);
  const name = databaseOf(address);
  const where = `${address.hostname}:${address.port || 5432}/${name}`;
  try {
    await checkVersion(url, variable);
  } catch (error) {
    if (error instanceof Failure) throw error;
    if ((error as pg.DatabaseError).code !== '3D000') throw unreachable(variable, where, error);
    await create(variable, url, name);
    await checkVersion(url, variable);
  }
}

async function checkVersion(url: string, variable: string): Promise<void> {
  const { rows } = await withClient(url, (client) => client.query('show server_version_num'));
  if (Number(rows[0].server_version_num) >= oldestVersion) return;
  throw new Failure(
    `${variable} leads to PostgreSQL ${rows[0].server_version_num}; Troupe needs 15 or newer.`,
  );
}

async function create(variable: string, url: string, name: string): Promise<void> {
  try {
    await withClient(
      withDatabase(url, () => 'postgres'),
      (client) => client.query(`create database ${pg.escapeIdentifier(name)}`),
    );
  } catch (error) {
    throw new Failure(
      `The database ${name} of ${variable} does not exist and could not be made (${reason(error)}). Make it with: create database ${pg.escapeIdentifier(name)}`,
    );
  }
}

function unreachable(variable: string, where: string, error: unknown): Failure {
  return new Failure(
    `${variable} does not work: ${where} answers "${reason(error)}". Check address and password.`,
  );
}

function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return message || code || String(error);
}

function parseAddress(variable: string, url: string): URL {
  const parsed = URL.parse(url);
  if (parsed && /^postgres(ql)?:$/.test(parsed.protocol) && databaseOf(parsed)) return parsed;
  throw new Failure(`${variable} must look like postgres://user:password@host:5432/troupe.`);
}

function databaseOf(url: URL): string {
  return decodeURIComponent(url.pathname.slice(1));
}
