import { z } from 'zod';

const TYPES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  nan: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  stringbool: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
  null: 'null',
};

const FORMATS: Record<string, string> = {
  email: 'an email address such as name@example.com',
  url: 'a URL such as https://example.com',
  uuid: 'a UUID',
  datetime: 'an ISO 8601 time in UTC such as 2026-11-20T09:30:00Z',
  date: 'a date such as 2026-11-20',
};

const SIZED: Record<string, string> = {
  string: 'character',
  array: 'item',
  set: 'item',
  map: 'item',
  object: 'field',
  record: 'field',
  file: 'byte',
};

/** Returns a plain sentence for a zod issue whose schema doesn't set its own message. */
export function validationMessage(issue: z.core.$ZodRawIssue): string {
  const isMissing = issue.input === undefined;
  switch (issue.code) {
    case 'invalid_type':
      return isMissing ? 'This field is required' : `Must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      if (isMissing) return 'This field is required';
      if ((issue as { expected?: string }).expected === 'stringbool') return 'Must be true or false';
      return issue.values.length === 1
        ? `Must be ${String(issue.values[0])}`
        : `Must be one of: ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return sizeMessage(
        issue.origin,
        Number(issue.minimum),
        issue.inclusive === false ? 'more than' : 'at least',
      );
    case 'too_big':
      return sizeMessage(
        issue.origin,
        Number(issue.maximum),
        issue.inclusive === false ? 'less than' : 'at most',
      );
    case 'invalid_format':
      if (issue.format === 'starts_with') return `Must start with ${issue.prefix}`;
      if (issue.format === 'ends_with') return `Must end with ${issue.suffix}`;
      return FORMATS[issue.format] ? `Must be ${FORMATS[issue.format]}` : 'Invalid format';
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `Unknown ${issue.keys.length === 1 ? 'field' : 'fields'}: ${issue.keys.join(', ')}`;
    default:
      return isMissing ? 'This field is required' : 'Invalid value';
  }
}

function sizeMessage(origin: string, limit: number, relation: string): string {
  const unit = SIZED[origin];
  const count = limit.toLocaleString('en-US');
  if (!unit) return `Must be ${relation} ${count}`;
  if (unit === 'character') return `Use ${relation} ${count} ${limit === 1 ? unit : `${unit}s`}`;
  return `Must have ${relation} ${count} ${limit === 1 ? unit : `${unit}s`}`;
}

// Schemas are defined on import, but zod reads this when it parses: installing it once covers all of them.
z.config({ customError: validationMessage });
