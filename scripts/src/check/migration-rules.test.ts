import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { lintMigrations, oldSnapshots } from './migration-rules.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'troupe-migrations-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the rules that a migration breaks; null where it can't be checked. */
async function brokenBy(sql: string): Promise<string[] | null> {
  const file = path.join(folder, '0001_try.sql');
  writeFileSync(file, sql);
  const result = await lintMigrations([file]);
  return result && [...result.said.matchAll(/(?:warning|error): ([a-z-]+)/g)].map(([, rule = '']) => rule);
}

test.each([
  ['alter table person add column nickname text;', []],
  ['alter table person add column nickname text not null;', ['adding-required-field']],
  ['alter table person drop column email;', ['ban-drop-column']],
  ['alter table person rename column email to address;', ['renaming-column']],
  ['alter table person alter column email type varchar(20);', ['changing-column-type']],
  ['create index person_email on person (email);', ['require-concurrent-index-creation']],
  ['create table fresh (id uuid primary key); create index fresh_id on fresh (id);', []],
  [
    '-- A table of a hundred rows.\n-- squawk-ignore require-concurrent-index-creation\ncreate index person_email on person (email);',
    [],
  ],
])('a migration must not hold up or break the running version: %s', async (sql, rules) => {
  const broken = await brokenBy(sql);
  if (broken === null) console.log('squawk has no program for this machine, so nothing was checked.');
  else expect(broken).toEqual(rules);
});

test('only the newest snapshot of the tables is kept', () => {
  expect(oldSnapshots(['0003_snapshot.json', '0012_snapshot.json', '_journal.json'])).toEqual([
    '0003_snapshot.json',
  ]);
});
