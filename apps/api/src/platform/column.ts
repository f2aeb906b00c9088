import { type AnyPgColumn, customType } from 'drizzle-orm/pg-core';

/**
 * Returns a timestamptz as PostgreSQL writes it, alone ('2026-11-20 11:07:29.1+00') or in JSON
 * ('2026-11-20T11:07:29.1+00:00'), as ISO 8601 in UTC.
 */
export function isoMoment(value: string): string {
  const end = value.lastIndexOf('+');
  const zone = value.slice(end);
  // Answers are full of moments, and a date object costs five times as much as its digits.
  if (value[4] !== '-' || end < 19 || end > 23 || (zone !== '+00' && zone !== '+00:00'))
    return new Date(value).toISOString();
  return `${value.slice(0, 10)}T${value.slice(11, 19)}.${value.slice(20, end).padEnd(3, '0')}Z`;
}

/** A moment in time: timestamptz in the database, ISO 8601 UTC text in code and on the wire. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamptz(3)',
  fromDriver: isoMoment,
});

/**
 * Columns for a `select` that is kept as text: `c.id as "id", c.brand_id as "brandId"`. Made once, at the start.
 * @param columns the columns by the names they are read under
 * @param alias what the statement calls their table
 */
export const columnsSql = (columns: Record<string, AnyPgColumn>, alias: string): string =>
  Object.entries(columns)
    .map(([name, column]) => `${alias}.${column.name} as "${name}"`)
    .join(', ');
