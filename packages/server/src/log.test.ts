import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DrizzleQueryError } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { withoutValues } from './log.ts';

test('logs a failed statement with code and location, but without its values', () => {
  const refused = Object.assign(
    new Error('duplicate key value violates unique constraint "person_subject"'),
    {
      code: '23505',
      detail: 'Key (email)=(alva@larkmoor.example) already exists.',
    },
  );
  const failure = new DrizzleQueryError('insert into person values ($1)', ['alva@larkmoor.example'], refused);
  const logged = JSON.stringify(withoutValues(failure));
  expect(logged).not.toContain('alva');
  expect(logged).toContain('23505');
  expect(logged).toContain('log.test.ts');
});

test('names the sources of a bundle in stack traces', () => {
  const folder = mkdtempSync(join(tmpdir(), 'troupe-bundle-'));
  const file = join(folder, 'server.mjs');
  const bundle = pathToFileURL(file).href;
  writeFileSync(
    `${file}.lines.json`,
    JSON.stringify({ sources: ['../src/a.ts'], source: [-1, 0], line: [0, 7] }),
  );
  const stack = `Error: no\n    at f (${bundle}:2:5)\n    at ${bundle}:1:1`;
  const logged = withoutValues(Object.assign(new Error('no'), { stack }));
  rmSync(folder, { recursive: true });
  expect(logged).toMatchObject({
    stack: `\n    at f (${new URL('../src/a.ts', bundle).href}:7)\n    at ${bundle}:1:1`,
  });
});
