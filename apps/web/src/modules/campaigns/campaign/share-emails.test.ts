import { expect, test } from 'vitest';
import { readEmails } from './share-emails.ts';

test('colleagues are read apart by commas and lines, each once', () => {
  expect(readEmails('ana@larkmoor.test, Ben@larkmoor.test\nben@larkmoor.test; <cy@larkmoor.test>')).toEqual({
    emails: ['ana@larkmoor.test', 'ben@larkmoor.test', 'cy@larkmoor.test'],
    wrong: [],
  });
});

test('what is no address is named', () => {
  expect(readEmails('ana@larkmoor, ben @x.test')).toEqual({
    emails: [],
    wrong: ['ana@larkmoor', 'ben', '@x.test'],
  });
});
