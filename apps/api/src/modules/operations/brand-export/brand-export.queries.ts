import type { BrandExport } from '@troupe/domain/operations/brand-export';
import { problem } from '@troupe/domain/problem';
import { and, desc, eq, inArray, isNotNull, lt, or, sql } from 'drizzle-orm';
import pg from 'pg';
import type { Config } from '../../../platform/config.ts';
import type { Database } from '../../../platform/database.ts';
import { fileUrl } from '../../../platform/files/file-url.ts';
import { newId } from '../../../platform/id.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { personLabelSql, personNameSql, userTable } from '../../account/user/user.table.ts';
import { type ExportedTable, HIDDEN_COLUMNS } from './brand-export.plan.ts';
import { brandExportTable } from './brand-export.table.ts';

const SHOWN = 10;
/** An export without a heartbeat for this long has lost its process. */
const STALE_MS = 60_000;
const MAX_TRIES = 3;
const LIVE = ['waiting', 'running'] as const;

/** Returns a brand's latest exports, newest first, or one of them. */
export async function readExports(
  db: Database,
  config: Pick<Config, 'SECRET_KEY' | 'API_ORIGIN'>,
  { brandId, only }: { brandId: string; only?: string },
  now: Date,
): Promise<BrandExport[]> {
  const rows = await db
    .select({
      kept: brandExportTable,
      brandName: brandTable.name,
      by: sql<string | null>`case when ${userTable.id} is null then null
        else ${sql.raw(personLabelSql())} end`,
    })
    .from(brandExportTable)
    .innerJoin(brandTable, eq(brandTable.id, brandExportTable.brandId))
    .leftJoin(userTable, eq(userTable.id, brandExportTable.userId))
    .where(and(eq(brandExportTable.brandId, brandId), only ? eq(brandExportTable.id, only) : undefined))
    .orderBy(desc(brandExportTable.id))
    .limit(SHOWN);
  return rows.map(({ kept, brandName, by }) => {
    const over = kept.expiresAt !== null && Date.parse(kept.expiresAt) <= now.getTime();
    const there = kept.status === 'done' && !over && kept.fileKey !== null && kept.bytes !== null;
    return {
      id: kept.id,
      status: over ? 'expired' : kept.status,
      withFiles: kept.withFiles,
      by,
      done: kept.done,
      total: kept.total,
      counts: kept.counts,
      bytes: kept.bytes,
      created: kept.createdAt,
      finished: kept.finishedAt,
      expires: kept.expiresAt,
      url: there
        ? fileUrl(
            config,
            {
              key: kept.fileKey ?? '',
              bytes: kept.bytes ?? 0,
              type: 'application/zip',
              name: archiveName(brandName, kept.createdAt),
              rightsEnd: kept.expiresAt,
            },
            now,
          )
        : null,
    };
  });
}

const archiveName = (brandName: string, created: string): string =>
  `${
    brandName
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '') || 'brand'
  }-${created.slice(0, 10)}.zip`;

/**
 * Inserts an export request. `db` is a transaction.
 * @throws invalid_transition while another export is running
 */
export async function insertExport(
  db: Database,
  wanted: { brandId: string; userId: string; withFiles: boolean },
  now: Date,
): Promise<string> {
  const id = newId();
  const made = await db
    .insert(brandExportTable)
    .values({ id, ...wanted, createdAt: now.toISOString() })
    .onConflictDoNothing()
    .returning({ id: brandExportTable.id });
  if (made.length === 0)
    throw problem('invalid_transition', {
      message: "An export is already in progress. Wait until it's done.",
    });
  return id;
}

/** An export that this process is running. */
export interface ClaimedExport {
  id: string;
  brandId: string;
  userId: string | null;
  withFiles: boolean;
  /** The attempt number; updates from earlier attempts are ignored. */
  tries: number;
}

/** Claims an export that no process is running; null if one is, or if it is settled. */
export async function claimExport(db: Database, id: string, now: Date): Promise<ClaimedExport | null> {
  const [row] = await db
    .update(brandExportTable)
    .set({
      status: 'running',
      beatAt: now.toISOString(),
      done: 0,
      total: 0,
      tries: sql`${brandExportTable.tries} + 1`,
    })
    .where(and(eq(brandExportTable.id, id), or(eq(brandExportTable.status, 'waiting'), left(now))))
    .returning();
  if (!row) return null;
  const { brandId, userId, withFiles, tries } = row;
  return { id, brandId, userId, withFiles, tries };
}

const left = (now: Date) =>
  and(
    eq(brandExportTable.status, 'running'),
    lt(brandExportTable.beatAt, new Date(now.getTime() - STALE_MS).toISOString()),
  );

const held = ({ id, tries }: Pick<ClaimedExport, 'id' | 'tries'>) =>
  and(
    ...[eq(brandExportTable.id, id), eq(brandExportTable.status, 'running')],
    eq(brandExportTable.tries, tries),
  );

/** Saves a heartbeat with the progress. False if another process has taken over. */
export async function saveHeartbeat(
  db: Database,
  taken: ClaimedExport,
  { done, total }: { done: number; total: number },
  now: Date,
): Promise<boolean> {
  const kept = await db
    .update(brandExportTable)
    .set({ done, total, beatAt: now.toISOString() })
    .where(held(taken))
    .returning({ id: brandExportTable.id });
  return kept.length > 0;
}

/** Saves a finished export. `db` is a transaction. False if another process has taken over. */
export async function finishExport(
  db: Database,
  taken: ClaimedExport,
  made: { fileKey: string; bytes: number; counts: Record<string, number>; expiresAt: string },
  now: Date,
): Promise<boolean> {
  const kept = await db
    .update(brandExportTable)
    .set({ status: 'done', done: sql`${brandExportTable.total}`, finishedAt: now.toISOString(), ...made })
    .where(held(taken))
    .returning({ id: brandExportTable.id });
  return kept.length > 0;
}

/** Releases an export after a failure; it gets three attempts. */
export async function failExport(db: Database, taken: ClaimedExport, now: Date): Promise<void> {
  await db
    .update(brandExportTable)
    .set({
      status: sql`case when ${brandExportTable.tries} < ${MAX_TRIES} then 'waiting' else 'failed' end`,
      finishedAt: sql`case when ${brandExportTable.tries} < ${MAX_TRIES} then null
        else ${now.toISOString()}::timestamptz end`,
      beatAt: now.toISOString(),
    })
    .where(held(taken));
}

/** Returns exports abandoned by a stopped process or waiting for a minute. */
export async function abandonedExports(db: Database, now: Date): Promise<string[]> {
  const since = new Date(now.getTime() - STALE_MS).toISOString();
  const rows = await db
    .select({ id: brandExportTable.id })
    .from(brandExportTable)
    .where(
      and(
        inArray(brandExportTable.status, [...LIVE]),
        sql`coalesce(${brandExportTable.beatAt}, ${brandExportTable.createdAt}) < ${since}`,
      ),
    );
  return rows.map(({ id }) => id);
}

/** Marks exports as expired; returns their file keys. */
export async function expireExports(db: Database, now: Date): Promise<string[]> {
  const rows = await db
    .update(brandExportTable)
    .set({ status: 'expired' })
    .where(
      and(
        ...[eq(brandExportTable.status, 'done'), isNotNull(brandExportTable.fileKey)],
        lt(brandExportTable.expiresAt, now.toISOString()),
      ),
    )
    .returning({ key: brandExportTable.fileKey });
  return rows.flatMap(({ key }) => key ?? []);
}

/** Returns the requester's name and email; null if deleted. */
export async function readRequester(
  db: Database,
  userId: string | null,
): Promise<{ email: string; name: string } | null> {
  if (!userId) return null;
  const name = sql<string>`coalesce(${sql.raw(personNameSql())}, '')`;
  const [person] = await db
    .select({ email: userTable.email, name })
    .from(userTable)
    .where(eq(userTable.id, userId));
  return person ?? null;
}

/** A row of the archive, by column. */
export type ExportedRow = Record<string, unknown>;

/** A file of the archive and its folder. */
export interface ExportedFile {
  id: string;
  key: string;
  name: string;
  folder: 'uploads' | 'attachments';
}

const ROWS_AT_ONCE = 1000;

/** Returns the names of all tables. */
export async function tablesOf(connection: pg.ClientBase): Promise<Set<string>> {
  const { rows } = await connection.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  return new Set(rows.map(({ name }) => name));
}

const selection = ({ table, rows }: ExportedTable, brandId: string) =>
  `from ${pg.escapeIdentifier(table)} t where ${rows.replaceAll('$brand', `${pg.escapeLiteral(brandId)}::uuid`)}`;

/** Counts a brand's rows in a table. */
export async function countRows(
  connection: pg.ClientBase,
  noun: ExportedTable,
  brandId: string,
): Promise<number> {
  const { rows } = await connection.query<{ count: number }>(`select count(*) ${selection(noun, brandId)}`);
  return Number(rows[0]?.count ?? 0);
}

/** Returns the exported columns of a table. */
export async function columnsOf(
  connection: pg.ClientBase,
  { table, columns }: ExportedTable,
): Promise<readonly string[]> {
  if (columns) return columns;
  const { fields } = await connection.query(`select * from ${pg.escapeIdentifier(table)} limit 0`);
  return fields.map(({ name }) => name).filter((name) => !HIDDEN_COLUMNS.has(name));
}

/** Yields a brand's rows of a table, a thousand at a time, without hidden columns. The transaction must be open. */
export async function* rowsOf(
  connection: pg.ClientBase,
  noun: ExportedTable,
  brandId: string,
): AsyncGenerator<ExportedRow[]> {
  const columns = await columnsOf(connection, noun);
  const list = columns
    .map((column) => [
      noun.instead?.[column] ?? `t.${pg.escapeIdentifier(column)}`,
      pg.escapeIdentifier(column),
    ])
    .map(([value, name]) => `${value} as ${name}`)
    .join(', ');
  await connection.query(
    `declare exported no scroll cursor for select ${list} ${selection(noun, brandId)} order by ${noun.order ?? 't.id'}`,
  );
  try {
    for (;;) {
      const { rows } = await connection.query<ExportedRow>(`fetch ${ROWS_AT_ONCE} from exported`);
      if (rows.length === 0) return;
      yield rows;
    }
  } finally {
    await connection.query('close exported');
  }
}

/** Returns a brand's files that may be exported: virus-free, with valid usage rights. */
export async function filesOf(connection: pg.ClientBase, brandId: string): Promise<ExportedFile[]> {
  const { rows } = await connection.query<ExportedFile>(
    `select id, file_key as key, name, 'uploads' as folder from upload
     where brand_id = $1 and scan in ('clean', 'off') and (usable_until is null or usable_until > now())
     union all
     select id, file_key, name, 'attachments' from attachment
     where brand_id = $1 and message_id is not null and scan in ('clean', 'off')
     order by folder, id`,
    [brandId],
  );
  return rows;
}
