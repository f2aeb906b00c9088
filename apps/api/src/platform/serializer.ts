import type { z } from 'zod';
import { JsonText } from './raw-json.ts';

/** Returns whether a schema would return a value unchanged: no keys dropped, nothing converted. */
type Exact = (value: unknown) => boolean;

/**
 * Returns the JSON serializer of a call's responses, which writes only what the schema declares. Most responses match
 * exactly, which is checked without copying; others are parsed first, which drops unknown keys or throws. Formats
 * (IDs, timestamps) aren't rechecked: the database guarantees them. A {@link JsonText} is written as it is. The check is
 * built for the first response, since most of the calls are rare.
 */
export function serializer(schema: z.ZodType): (data: unknown) => string {
  let isExact: Exact | undefined;
  return (data) => {
    if (data instanceof JsonText) return data.text;
    isExact ??= exact(schema);
    return JSON.stringify(isExact(data) ? data : schema.parse(data));
  };
}

type Def = z.core.$ZodTypes['_zod']['def'];

const never: Exact = () => false;

function exact(schema: z.core.$ZodType): Exact {
  const def = schema._zod.def as Def;
  // A check may change the value, such as by trimming it.
  if (def.checks?.some((check) => check._zod.def.check === 'overwrite')) return never;
  switch (def.type) {
    case 'string':
      return isCoerced(def) ? never : (value) => typeof value === 'string';
    case 'boolean':
      return isCoerced(def) ? never : (value) => typeof value === 'boolean';
    case 'number':
      if (isCoerced(def)) return never;
      return isInteger(def) ? Number.isSafeInteger : Number.isFinite;
    case 'null':
      return (value) => value === null;
    case 'undefined':
    case 'void':
      return (value) => value === undefined;
    case 'literal':
    case 'enum': {
      const values = new Set<unknown>(def.type === 'enum' ? Object.values(def.entries) : def.values);
      return (value) => values.has(value);
    }
    case 'nullable': {
      const inner = exact(def.innerType);
      return (value) => value === null || inner(value);
    }
    case 'optional': {
      const inner = exact(def.innerType);
      return (value) => value === undefined || inner(value);
    }
    case 'array': {
      const element = exact(def.element);
      return (value) => Array.isArray(value) && value.every(element);
    }
    case 'object':
      return exactObject(def);
    case 'union':
      return exactUnion(def);
    default:
      return never;
  }
}

const isCoerced = (def: object): boolean => 'coerce' in def && def.coerce === true;

/** Returns whether a number schema is an integer, by type (`z.int()`) or check (`z.number().int()`). */
const isInteger = (def: z.core.$ZodNumberDef & { format?: string }): boolean =>
  [def, ...(def.checks ?? []).map((check) => check._zod.def)].some(
    (part) => 'format' in part && String(part.format).includes('int'),
  );

function exactObject({ shape, catchall }: z.core.$ZodObjectDef): Exact {
  if (catchall && catchall._zod.def.type !== 'never') return never;
  const keys = Object.keys(shape);
  const tests = Object.values(shape).map(exact);
  return (value) => {
    if (!isPlain(value)) return false;
    let known = 0;
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] as string;
      const field = value[key];
      if (!tests[at]?.(field)) return false;
      if (field !== undefined || key in value) known++;
    }
    for (const _ in value) known--;
    return known === 0;
  };
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The first matching option wins and drops unknown keys, so at most one object option may match. */
function exactUnion(def: z.core.$ZodUnionDef & { discriminator?: string }): Exact {
  const { discriminator } = def;
  const options = def.options.map((option) => ({ def: option._zod.def as Def, test: exact(option) }));
  if (discriminator === undefined) {
    const simple = options.every(({ def: { type } }) => SIMPLE.has(type));
    const alone = options.length - options.filter(({ def: { type } }) => SCALAR.has(type)).length <= 1;
    return simple && alone ? (value) => options.some(({ test }) => test(value)) : never;
  }
  const tags = options.map(({ def: { type, ...rest }, test }) => ({
    tag:
      type === 'object'
        ? exact((rest as z.core.$ZodObjectDef).shape[discriminator] as z.core.$ZodType)
        : never,
    test,
  }));
  return (value) =>
    isPlain(value) && (tags.find(({ tag }) => tag(value[discriminator]))?.test(value) ?? false);
}

const SCALAR = new Set(['string', 'number', 'boolean', 'null', 'literal', 'enum', 'undefined']);
const SIMPLE = new Set([...SCALAR, 'object', 'array']);
