import { JSON_BODY_LIMIT } from '@troupe/contract/call';
import { calls } from '@troupe/contract/calls';
import { expect, test } from 'vitest';
import { z } from 'zod';

interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  maxLength?: number;
  maxItems?: number;
  maxProperties?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  propertyNames?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

/** Maximum UTF-8 bytes per UTF-16 unit, which length limits count. */
const CHARACTER = 3;
/** Dates, IDs, numbers and the like. */
const SHORT = 64;

/** Strings limited by a custom check, such as URLs. */
const CUSTOM_LIMIT = 2000 * CHARACTER;

/** Returns the maximum size of a body that matches its schema; infinite for unbounded lists. */
function largest(schema: Schema): number {
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return Math.max(...parts.map(largest));
  if (schema.allOf) return Math.min(...schema.allOf.map(largest));
  if (schema.enum || schema.const !== undefined) return SHORT;
  if (schema.type === 'array')
    return (schema.maxItems ?? Number.POSITIVE_INFINITY) * (largest(schema.items ?? {}) + 1);
  if (schema.type === 'object') {
    const named = Object.entries(schema.properties ?? {}).reduce(
      (sum, [name, one]) => sum + name.length + 4 + largest(one),
      2,
    );
    const { additionalProperties: more, propertyNames: names } = schema;
    if (!more || typeof more === 'boolean') return named;
    const most = names?.enum?.length ?? schema.maxProperties ?? Number.POSITIVE_INFINITY;
    return named + most * (SHORT + largest(more));
  }
  if (schema.type === 'string')
    return schema.maxLength !== undefined
      ? schema.maxLength * CHARACTER
      : schema.format
        ? SHORT
        : CUSTOM_LIMIT;
  return SHORT;
}

test('every call whose body may exceed the default limit declares its own', () => {
  const tooSmall = calls.flatMap(({ name, body, bodyLimit = JSON_BODY_LIMIT, multipart }) => {
    if (multipart || !body) return [];
    const bytes = largest(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema);
    return bytes > bodyLimit ? [`${name}: ${bytes} > ${bodyLimit}`] : [];
  });
  expect(tooSmall).toEqual([]);
});
