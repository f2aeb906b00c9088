import pg from 'pg';
import { expect, test } from 'vitest';
import { TEXT_ARRAY, textArray } from './text-array.ts';

const anyTextArray = pg.types.getTypeParser(TEXT_ARRAY) as (text: string) => (string | null)[];

test.each([
  '{}',
  '{travel}',
  '{travel,food and drink,Füße}',
  '{"a,b","say \\"hi\\"","back\\\\slash"}',
  '{NULL,plain}',
  '{"NULL",ANNULLED}',
  '{""," "}',
  '{"{curly}"}',
])('%s is read as the library reads it', (text) => {
  expect(textArray(text)).toEqual(anyTextArray(text));
});
