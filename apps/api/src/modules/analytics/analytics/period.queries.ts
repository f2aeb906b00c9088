import { problem } from '@troupe/domain/problem';
import { codeOf } from '@troupe/server/error-code';
import type pg from 'pg';

/** A day in a zone, with the hours it has. */
export interface ZonedDay {
  day: string;
  start: string;
  hours: number;
}

/** PostgreSQL's code for an unknown time zone. */
const UNKNOWN_ZONE = '22023';

/**
 * Returns the days of a period in a zone, with 23 or 25 hours where clocks change, and the moment at which it ends.
 * The same zone data decides here and in sums.
 */
export async function readDays(
  pool: pg.Pool,
  zone: string,
  { from, to }: { from: string; to: string },
): Promise<{ days: ZonedDay[]; end: string }> {
  try {
    const { rows } = await pool.query<ZonedDay & { end: string }>(
      `select day::date::text as day, day at time zone $1 as start, (day + interval '1 day') at time zone $1 as "end",
          (extract(epoch from ((day + interval '1 day') at time zone $1) - (day at time zone $1)) / 3600)::float as hours
        from generate_series($2::date::timestamp, $3::date::timestamp, interval '1 day') as day order by 1`,
      [zone, from, to],
    );
    return {
      days: rows.map(({ day, start, hours }) => ({ day, start, hours })),
      end: rows.at(-1)?.end ?? '',
    };
  } catch (error) {
    if (codeOf(error) !== UNKNOWN_ZONE) throw error;
    throw problem('invalid', { fields: { zone: 'Choose a time zone such as Europe/Berlin' } });
  }
}
