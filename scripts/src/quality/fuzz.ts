import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { Failure, run } from '../failure.ts';
import { root } from '../folders.ts';
import { type Instance, startInstance } from '../instance.ts';
import { removeEmbedded } from '../postgres/postgres.ts';
import { runTool } from '../tools.ts';
import { findFailures, printFailures } from './fuzz-report.ts';

const usage =
  'Use: npm run fuzz [-- [--requests N] [--minutes N] [--seed N] [--only CALL,...] [--port-base N]]';
const SCHEMATHESIS = 'schemathesis==4.32.5';
/** Shorter than the life of an access token, 30 minutes. */
const ROUND_MINUTES = 20;

/** Calls that aren't fuzzed, with the reason. */
const EXCLUDED: Record<string, string> = {
  removeOwnAccount: 'deletes the account that the run uses',
  closeBrand: 'closes the brand that the run uses',
  removeSampleData: 'deletes what other calls work on',
  leaveTeam: 'ends the membership that the run uses',
  removeTeamMember: 'ends the membership that the run uses',
  changeTeamRole: 'lowers the role that the run uses',
  transferOwnership: 'lowers the role that the run uses',
  cancelSubscription: 'ends the plan, and with it access to most calls',
  changePlan: 'changes the plan, and with it access to some calls',
  listenToBrand: 'stays open',
  listenAsCreator: 'stays open',
};

/** Checks that are off, with the reason. All others are on. */
const EXCLUDED_CHECKS: Record<string, string> = {
  // Dates in order, a website that exists, an offer that is open: the answer is 422 with the field's text.
  positive_data_acceptance: 'not every rule can be said in a schema',
  unsupported_method: 'a method that a path lacks is answered with 404, like a path that does not exist',
};

/** Statuses with which a call may answer data that breaks its schema. */
const REJECTIONS = [400, 401, 402, 403, 404, 405, 406, 409, 410, 413, 414, 415, 422, 423, 428, 429];

/** Who calls, and what: together all calls, each with the access that it needs. */
const CALLERS = [
  { email: 'owner@troupe.test', paths: '^(?!/(creator|me/(affiliates|statements|listening)|admin)(/|$))' },
  { email: 'creator@troupe.test', paths: '^/(creator|me/(affiliates|statements|listening))(/|$)' },
  { email: 'admin@troupe.test', paths: '^/admin(/|$)' },
];

/** Tables of path parameters whose name isn't their table's. */
const TABLES: Record<string, string> = {
  profileId: 'creator',
  socialProfileId: 'creator',
  productListId: 'creator_list',
  itemId: 'creator_list_item',
  importId: 'creator_import',
  flagId: 'safety_flag',
  runId: 'report_run',
  shareId: 'report_share',
  studyId: 'lift_study',
  linkId: 'affiliate_link',
  codeId: 'affiliate_code',
  statementId: 'commission_statement',
  alertId: 'affiliate_alert',
  orderId: 'store_order',
  claimId: 'attribution_claim',
  costId: 'cost_entry',
  sourceId: 'listening_source',
  replayId: 'monitor_replay',
  authorId: 'mention_author',
  previewId: 'content_preview',
  deliveryId: 'webhook_delivery',
};

type Wanted = { requests: number; minutes: number; seed: number; only: string[]; portBase: number };

/**
 * `npm run fuzz`: sends generated requests to each call of the OpenAPI document of a throwaway instance with demo data, and
 * checks the responses, with schemathesis. Fails if a response is a server error or breaks its schema.
 */
async function main(): Promise<number> {
  const wanted = read(process.argv.slice(2));
  const schemathesis = findSchemathesis();
  if (!schemathesis) {
    console.log('Skipped: fuzzing needs Python 3.10 or newer with venv, or uvx, and a Python package index.');
    return 0;
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'troupe-fuzz-'));
  const dataDir = path.join(folder, 'data');
  let instance: Instance | undefined;
  try {
    const { portBase } = wanted;
    const say = (line: string) => console.log(line);
    const settings = {
      RATE_LIMIT_PER_MINUTE: '1000000',
      CALLS_PER_USER_PER_MINUTE: '1000000',
      CALLS_PER_BRAND_PER_MINUTE: '1000000',
      // A machine that is busy with other work would be answered 503, which counts as a server error.
      EVENT_LOOP_DELAY_MS: '0',
      DATABASE_WAIT_MS: '20000',
    };
    const webHosts = () => [];
    instance = await startInstance({
      portBase,
      dataDir,
      empty: false,
      say,
      databaseUrl: '',
      settings,
      webHosts,
    });
    const { requests, failures } = await runRounds(wanted, schemathesis, folder, dataDir, instance);
    printFailures(failures);
    console.log(`${requests.toLocaleString('en-US')} requests, ${failures.size} findings.`);
    return failures.size > 0 ? 1 : 0;
  } finally {
    await instance?.stop();
    await removeEmbedded(dataDir);
    rmSync(folder, { recursive: true, force: true });
  }
}

function read(args: string[]): Wanted {
  const number = (text: string | undefined, otherwise: number): number => {
    if (text !== undefined && !/^[1-9]\d*$/.test(text)) throw new Failure(usage);
    return Number(text ?? otherwise);
  };
  try {
    const names = ['requests', 'minutes', 'seed', 'only', 'port-base'] as const;
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' }])) as Record<
      (typeof names)[number],
      { type: 'string' }
    >;
    const { values } = parseArgs({ args, options });
    return {
      requests: number(values.requests, 50_000),
      minutes: number(values.minutes, 60),
      seed: number(values.seed, 1),
      only: values.only?.split(',') ?? [],
      portBase: number(values['port-base'], 7300),
    };
  } catch {
    throw new Failure(usage);
  }
}

/** Returns the command of schemathesis: through uvx, or a virtual environment below .troupe. Undefined without Python. */
function findSchemathesis(): string[] | undefined {
  const works = (command: string, ...words: string[]) =>
    spawnSync(command, words, { stdio: 'ignore' }).status === 0;
  const uvx = ['uvx', '--from', SCHEMATHESIS, 'schemathesis'];
  if (works('uvx', ...uvx.slice(1), '--version')) return uvx;
  const folder = path.join(root, '.troupe', 'fuzz', SCHEMATHESIS.replaceAll('=', '-'));
  const program = path.join(folder, 'bin', 'schemathesis');
  if (!existsSync(program)) {
    if (!works('python3', '-c', 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))')) return;
    console.log(`Installing ${SCHEMATHESIS} into ${path.relative(root, folder)}.`);
    mkdirSync(path.dirname(folder), { recursive: true });
    const pip = [path.join(folder, 'bin', 'pip'), 'install', '--quiet', SCHEMATHESIS] as const;
    if (!works('python3', '-m', 'venv', folder) || !works(...pip)) {
      rmSync(folder, { recursive: true, force: true });
      return;
    }
  }
  return works(program, '--version') ? [program] : undefined;
}

/** Runs each caller's calls with systematic data, then all of them with random data until a limit is reached. */
async function runRounds(
  wanted: Wanted,
  schemathesis: string[],
  folder: string,
  dataDir: string,
  { record }: Instance,
) {
  const failures = new Map<string, string>();
  let requests = 0;
  const end = Date.now() + wanted.minutes * 60_000;
  const document = path.join(folder, 'openapi.json');
  await writeDocument(document, record, wanted.only);
  for (let round = 0; requests < wanted.requests && Date.now() < end; round++) {
    const caller = CALLERS[round % CALLERS.length] as (typeof CALLERS)[number];
    const phases = round < CALLERS.length ? 'coverage' : 'fuzzing,stateful';
    const minutes = Math.min(ROUND_MINUTES, (end - Date.now()) / 60_000);
    // Random data is sent until the time is over, so its rounds take turns.
    const seconds = Math.ceil(60 * (phases === 'coverage' ? minutes : Math.min(minutes, 5)));
    const { said, ok } = await runTool(
      'node',
      ['scripts/src/token.ts', caller.email, '--port-base', String(wanted.portBase), '--data-dir', dataDir],
      { quietly: true },
    );
    if (!ok) throw new Failure(said);
    const config = path.join(folder, 'schemathesis.toml');
    writeFileSync(config, configOf(record.apiUrl, said.trim()));
    const events = path.join(folder, 'events.ndjson');
    const words = ['--config-file', config, '--no-color', 'run', document, '--phases', phases];
    words.push('--max-time', String(seconds), '--seed', String(wanted.seed + round));
    words.push('--include-path-regex', caller.paths, '--warnings', 'off');
    words.push('--report', 'ndjson', '--report-ndjson-path', events);
    rmSync(events, { force: true });
    await spawned([...schemathesis, ...words], folder);
    // Nothing of this caller is left by --only.
    if (!existsSync(events)) continue;
    const found = await findFailures(events, path.join(dataDir, 'logs', 'api.log'));
    for (const [key, text] of found.failures) failures.set(key, text);
    requests += found.requests;
    const statuses = [...found.statuses].sort().map(([status, count]) => `${count} × ${status}`);
    console.log(`${caller.email}, ${phases}: ${found.requests} requests (${statuses.join(', ')})`);
    if (found.requests === 0 && wanted.only.length === 0) throw new Failure('schemathesis sent nothing.');
  }
  return { requests, failures };
}

/** Writes the OpenAPI document without the excluded calls, with existing IDs in paths, so that requests get past them. */
async function writeDocument(
  file: string,
  { apiUrl, databaseUrl }: Instance['record'],
  only: string[],
): Promise<void> {
  type Operation = { operationId: string; parameters?: { name: string; in: string; schema: object }[] };
  const answer = await fetch(`${apiUrl}/openapi.json`);
  const document = (await answer.json()) as { paths: Record<string, Record<string, Operation>> };
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const known = new Map<string, string[]>();
  try {
    for (const [place, operations] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(operations)) {
        const { operationId } = operation;
        const left = only.length > 0 && !only.includes(operationId);
        if (EXCLUDED[operationId] || left) delete operations[method];
        for (const parameter of operation.parameters ?? []) {
          if (parameter.in !== 'path' || !/^id$|Id$/.test(parameter.name)) continue;
          const table = tableOf(parameter.name, place);
          const ids = known.get(table) ?? (await someIds(client, table));
          known.set(table, ids);
          if (ids.length > 0) parameter.schema = { type: 'string', enum: ids };
        }
      }
  } finally {
    await client.end();
  }
  // schemathesis 4.32 makes an invalid schema of `prefixItems` in responses.
  const loosened = (_: string, value: unknown) =>
    typeof value === 'object' && value !== null && 'prefixItems' in value
      ? { type: 'array', items: { anyOf: value.prefixItems } }
      : value;
  writeFileSync(file, JSON.stringify(document, loosened));
}

function tableOf(parameter: string, place: string): string {
  if (parameter === 'id' && place.includes('emailTemplate')) return 'email_template';
  if (parameter === 'id') return place.includes('social-profile') ? 'creator' : 'creator_list';
  if (parameter === 'userId') return 'person';
  return (
    TABLES[parameter] ?? parameter.slice(0, -2).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  );
}

/** Returns up to three IDs of a table, of the demo owner's brand where the table has brands. */
async function someIds(client: pg.Client, table: string): Promise<string[]> {
  const brands = `select brand_id from brand_member m join person p on p.id = m.user_id where p.email = 'owner@troupe.test'`;
  const { rows } = await client.query<{ column_name: string }>(
    `select column_name from information_schema.columns where table_schema = 'public' and table_name = $1`,
    [table],
  );
  const columns = rows.map(({ column_name }) => column_name);
  if (!columns.includes('id')) return [];
  const own = table === 'brand' ? 'id' : columns.includes('brand_id') ? 'brand_id' : undefined;
  const where = own ? `where ${own} in (${brands})${table === 'creator' ? ' or brand_id is null' : ''}` : '';
  const found = await client.query<{ id: string }>(
    `select id::text from ${table} ${where} order by id limit 3`,
  );
  return found.rows.map(({ id }) => id);
}

function configOf(apiUrl: string, token: string): string {
  return `continue-on-failure = true
request-timeout = 20.0
base-url = "${apiUrl}"
workers = 1

[auth.openapi.bearer]
bearer = "${token}"

[checks]
${Object.keys(EXCLUDED_CHECKS)
  .map((check) => `${check}.enabled = false`)
  .join('\n')}
negative_data_rejection.expected-statuses = ${JSON.stringify(REJECTIONS.map(String))}

# Systematic data tests this for each call once; random data would spend two of three requests on it.
[phases.fuzzing.checks]
ignored_auth.enabled = false

[phases.stateful.checks]
ignored_auth.enabled = false
`;
}

/** Runs a program to its end; the report says what it found. */
function spawned([program = '', ...words]: string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        said = `${said}${part}`.slice(-4000);
      });
    child.on('error', reject);
    // 1 means that there are findings.
    child.on('close', (code) => (code === 0 || code === 1 ? resolve() : reject(new Failure(said))));
  });
}

await run(main);
