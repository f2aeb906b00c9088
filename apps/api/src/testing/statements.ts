import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** Folder in which a test run gathers its statements; `npm test` sets it. */
const folder = process.env.TEST_STATEMENTS;

const known = new Set<string>();

/** Lists of parameters differ in length only. */
const kindOf = (text: string) => text.replace(/(\(?\$\d+\)?(::\w+(\[\])?)?, ?)+/g, '');

function gather(statement: unknown): void {
  const text =
    typeof statement === 'string' ? statement : (statement as { text?: unknown } | undefined)?.text;
  if (typeof text !== 'string' || known.has(kindOf(text))) return;
  known.add(kindOf(text));
  appendFileSync(join(folder ?? '', `${process.pid}.jsonl`), `${JSON.stringify(text)}\n`);
}

/**
 * Has every statement that this process sends to a database kept once, for `oldest-server.test` to try on the oldest
 * server. Does nothing where no folder for them is named.
 */
export function gatherStatements(): void {
  if (!folder || Object.hasOwn(pg.Client.prototype, 'gathers')) return;
  mkdirSync(folder, { recursive: true });
  const { query } = pg.Client.prototype;
  Object.assign(pg.Client.prototype, {
    gathers: true,
    query(this: pg.Client, ...args: unknown[]) {
      gather(args[0]);
      return Reflect.apply(query, this, args);
    },
  });
}
