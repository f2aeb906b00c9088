import { COHORT_MONTHS, CohortGroup, CohortReport } from '@troupe/domain/analytics/cohort';
import { Id } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

export const getCohorts = defineCall({
  name: 'getCohorts',
  noun: 'cohort',
  method: 'GET',
  path: '/brand/:brandId/analytics/cohorts',
  access: 'brand',
  summary:
    'Groups buyers by the month of their first order or the creator behind it, and tracks reorders and spending. Buyers are identified only by keyed hashes; orders without a buyer are counted separately. Amounts are in minor units of one currency, by default the one with the most orders. With at least 100 buyers overall, 10 of them with repeat orders, a BG/NBD model estimates what the average buyer in each group will order and spend in the next 12 months.',
  params: z.object({ brandId: Id }),
  query: z.object({
    groupBy: CohortGroup.default('month'),
    months: z.coerce.number().int().min(1).max(COHORT_MONTHS.max).default(COHORT_MONTHS.usual),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional(),
  }),
  output: z.object({ report: CohortReport }),
});
