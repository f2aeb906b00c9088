import { customType } from 'drizzle-orm/pg-core';
import { isoMoment } from './moment.ts';

/** A moment in time: timestamptz in the database, ISO 8601 UTC text in code and on the wire. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamptz(3)',
  fromDriver: isoMoment,
});
