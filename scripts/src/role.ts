import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { API_BUNDLE, isApiBuilt } from './build/build-api.ts';
import { Failure, run } from './failure.ts';
import { root } from './folders.ts';
import { runTool } from './tools.ts';

const API = 'apps/api/src/server.ts';

/** What a process of the image runs, and the settings that make it so. */
const ROLES: Record<string, { script: string; port?: number; env?: Record<string, string> }> = {
  api: { script: API, port: 4000, env: { TROUPE_ROLES: 'http' } },
  jobs: { script: API, port: 4000, env: { TROUPE_ROLES: 'jobs' } },
  clicks: { script: API, port: 4000, env: { TROUPE_ROLES: 'clicks' } },
  auth: { script: 'apps/auth/src/server.ts', port: 4001 },
  web: { script: 'scripts/src/serve-web.ts', port: 3000, env: { APP: 'web' } },
  portal: { script: 'scripts/src/serve-web.ts', port: 3001, env: { APP: 'portal' } },
  backup: { script: 'scripts/src/backup.ts' },
  restore: { script: 'scripts/src/restore.ts' },
};

/**
 * Entry point of the image: `role.ts ROLE`. Runs the host in this process, so that it receives the container's signals.
 * Further arguments go to backup and restore.
 */
async function main(): Promise<number | undefined> {
  const [role = 'api', ...args] = process.argv.slice(2);
  if (role === 'health') return await checkHealth();
  if (role === 'migrate') return await migrate();
  const found = ROLES[role];
  if (!found) {
    const roles = [...Object.keys(ROLES), 'migrate', 'health'].join(', ');
    throw new Failure(`There is no role "${role}". Roles: ${roles}.`);
  }
  const { script, port, env } = found;
  if (port) process.env.PORT ??= String(port);
  Object.assign(process.env, env);
  const file = path.join(root, script === API && isApiBuilt() ? API_BUNDLE : script);
  process.argv = [process.execPath, file, ...args];
  if (script.endsWith('serve-web.ts')) await (await import('./serve-web.ts')).main();
  else await import(pathToFileURL(file).href);
  return undefined;
}

/** Migrates both databases; one that is current already isn't changed. */
async function migrate(): Promise<number> {
  const { DATABASE_URL, AUTH_DATABASE_URL } = process.env;
  if (!DATABASE_URL || !AUTH_DATABASE_URL) throw new Failure('Set DATABASE_URL and AUTH_DATABASE_URL.');
  for (const [host, url] of [
    ['api', DATABASE_URL],
    ['auth', AUTH_DATABASE_URL],
  ]) {
    const env = Object.assign({}, process.env, { DATABASE_URL: url });
    const { ok } = await runTool('node', [`apps/${host}/src/migrate.ts`], { env });
    if (!ok) throw new Failure(`The database of ${host} wasn't migrated.`);
    console.log(`The database of ${host} is up to date.`);
  }
  return 0;
}

/** Asks the host of this container whether it runs. All roles answer at `PORT`, which the image's default role sets. */
async function checkHealth(): Promise<number> {
  const ports = process.env.PORT ? [Number(process.env.PORT)] : [4000, 4001, 3000, 3001];
  for (const port of ports) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null);
    if (answer?.ok) return 0;
  }
  return 1;
}

await run(main);
