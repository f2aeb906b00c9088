import os from 'node:os';
import pg from 'pg';

/** A measurement and its target. */
export interface Row {
  what: string;
  measured: string;
  target: string;
  ok: boolean;
}

export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
export const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MB`;

/** Formats a Markdown table. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Formats measurements and targets. */
export const resultTable = (rows: readonly Row[]): string =>
  table(
    ['what', 'measured', 'target', ''],
    rows.map(({ what, measured, target, ok }) => [what, measured, target, ok ? 'kept' : 'missed']),
  );

/** Describes the processor and what else it does as table rows. */
export const processorFacts = (): [string, string][] => [
  ['date', new Date().toISOString().slice(0, 16).replace('T', ' ')],
  ['processor', `${os.cpus().length} x ${os.cpus()[0]?.model.trim() ?? 'unknown'}`],
  ['memory', `${Math.round(os.totalmem() / 1024 ** 3)} GiB`],
  ['other load at the start', os.loadavg()[0]?.toFixed(1) ?? ''],
  ['Node', process.version],
];

/** Describes the machine and its database as table rows. */
export async function machineFacts(databaseUrl: string): Promise<[string, string][]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const show = async (name: string) => (await client.query(`show ${name}`)).rows[0]?.[name] as string;
  const facts: [string, string][] = [
    ...processorFacts(),
    ['PostgreSQL', `${await show('server_version')}, shared_buffers ${await show('shared_buffers')}`],
  ];
  await client.end();
  return facts;
}

/** Returns the size of creators and their indexes. */
export async function creatorSizes(databaseUrl: string): Promise<[string, string][]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string; size: string }>(
    `select relname as name, pg_size_pretty(pg_relation_size(oid)) as size from pg_class
     where oid = 'creator'::regclass or oid in (select indexrelid from pg_index where indrelid = 'creator'::regclass)
     order by pg_relation_size(oid) desc`,
  );
  await client.end();
  return rows.map(({ name, size }) => [name, size]);
}
