import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';

const folder = process.env.OLDEST_READS_STATEMENTS;

/** Statements that PREPARE accepts. */
const PREPARED = /^\s*(select|insert|update|delete|with|values|merge)\b/i;

/** Prefixes around a statement that PREPARE accepts. */
const SURROUNDING = /^\s*(declare \w+ no scroll cursor for|explain \(format json\))\s/i;

/** Errors of statements that fail on any server without their context: temporary tables, unknown types. */
const NEEDS_SURROUNDINGS = ['42P01', '3F000', '42P18'];

test.skipIf(!folder)(
  'every statement that the tests sent to the included server is one that the oldest server understands',
  async () => {
    const statements = new Set<string>();
    for (const file of readdirSync(folder ?? '')) {
      const lines = readFileSync(join(folder ?? '', file), 'utf8')
        .trim()
        .split('\n');
      for (const line of lines) statements.add((JSON.parse(line) as string).replace(SURROUNDING, ''));
    }
    const prepared = [...statements].filter((text) => PREPARED.test(text));
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const refused: string[] = [];
    let apart = 0;
    for (const [index, text] of prepared.entries()) {
      await client.query(`prepare statement_${index} as ${text}`).catch((error: pg.DatabaseError) => {
        if (NEEDS_SURROUNDINGS.includes(error.code ?? '') && !/"pg_/.test(error.message)) apart += 1;
        else refused.push(`${error.message}\n${text}`);
      });
    }
    await client.end();
    await database.drop();
    console.log(`${prepared.length} statements tried, ${apart} of them not to be tried by themselves`);
    expect(refused).toEqual([]);
    expect(prepared.length).toBeGreaterThan(500);
    expect(apart / prepared.length).toBeLessThan(0.1);
  },
);
