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
