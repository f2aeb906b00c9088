import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { getTableColumns, getTableName, type Table } from 'drizzle-orm';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

const ROWS_PER_CHUNK = 500;

/** Inserts rows with COPY, by far the fastest way. Missing columns become null. */
export async function copyRows<T extends Table>(
  client: pg.PoolClient | pg.Client,
  table: T,
  names: readonly (keyof T['$inferInsert'] & string)[],
  rows: readonly T['$inferInsert'][],
): Promise<void> {
  const columns = getTableColumns(table);
  const quoted = names.map((name) => `"${columns[name]?.name}"`).join(', ');
  const stream = client.query(copyFrom(`copy "${getTableName(table)}" (${quoted}) from stdin`));
  function* chunks() {
    for (let at = 0; at < rows.length; at += ROWS_PER_CHUNK) {
      let chunk = '';
      for (const row of rows.slice(at, at + ROWS_PER_CHUNK)) {
        const cells = names.map((name) =>
          cell((row as Record<string, unknown>)[name], columns[name]?.columnType),
        );
        chunk += `${cells.join('\t')}\n`;
      }
      yield chunk;
    }
  }
  await pipeline(Readable.from(chunks()), stream);
}

function cell(value: unknown, columnType: string | undefined): string {
  if (value === null || value === undefined) return '\\N';
  if (columnType !== 'PgJsonb' && Array.isArray(value) && value.every((entry) => typeof entry === 'string')) {
    return escaped(`{${value.map((entry) => `"${entry.replace(/["\\]/g, '\\$&')}"`).join(',')}}`);
  }
  if (typeof value === 'object') return escaped(JSON.stringify(value));
  return escaped(String(value));
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escaped = (text: string) => text.replace(/[\\\t\n\r]/g, (found) => ESCAPES[found] ?? found);
