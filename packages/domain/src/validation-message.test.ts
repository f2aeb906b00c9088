import { expect, test } from 'vitest';
import { z } from 'zod';
import './validation-message.ts';

const text = z.string();

test.each([
  [text, undefined, 'This field is required'],
  [text, 5, 'Must be text'],
  [text, null, 'Must be text'],
  [z.int(), '5', 'Must be a number'],
  [z.int(), 1.5, 'Must be a whole number'],
  [z.coerce.number(), 'five', 'Must be a number'],
  [z.boolean(), 'yes', 'Must be true or false'],
  [z.stringbool(), 'maybe', 'Must be true or false'],
  [z.object({}), [], 'Must be an object'],
  [text.min(3), 'a', 'Use at least 3 characters'],
  [text.max(2000), 'x'.repeat(2001), 'Use at most 2,000 characters'],
  [z.array(text).min(1), [], 'Must have at least 1 item'],
  [z.array(text).max(2), ['a', 'b', 'c'], 'Must have at most 2 items'],
  [z.number().min(1), 0, 'Must be at least 1'],
  [z.number().positive(), 0, 'Must be more than 0'],
  [z.number().max(10_000), 10_001, 'Must be at most 10,000'],
  [z.number().multipleOf(5), 3, 'Must be a multiple of 5'],
  [z.email(), 'x', 'Must be an email address such as name@example.com'],
  [z.url(), 'x', 'Must be a URL such as https://example.com'],
  [z.uuid(), 'x', 'Must be a UUID'],
  [z.iso.datetime(), 'x', 'Must be an ISO 8601 time in UTC such as 2026-11-20T09:30:00Z'],
  [z.iso.date(), 'x', 'Must be a date such as 2026-11-20'],
  [text.regex(/^a/), 'b', 'Invalid format'],
  [text.startsWith('a'), 'b', 'Must start with a'],
  [z.literal('REMOVE'), 'x', 'Must be REMOVE'],
  [z.enum(['sent', 'again']), 'x', 'Must be one of: sent, again'],
  [z.enum(['sent', 'again']), undefined, 'This field is required'],
  [z.strictObject({}), { a: 1, b: 2 }, 'Unknown fields: a, b'],
  [z.union([text, z.int()]), true, 'Invalid value'],
  [z.string().regex(/^a/, 'Start with an a'), 'b', 'Start with an a'],
])('%# explains in a sentence why a value is invalid', (schema, value, message) => {
  expect((schema as z.ZodType).safeParse(value).error?.issues[0]?.message).toBe(message);
});
