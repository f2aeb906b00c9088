import { LiftRequest, LiftStudy } from '@troupe/domain/analytics/lift-study';
import { Id, PageNumber, paging } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const studyParams = params.extend({ studyId: Id });

export const studyLift = defineCall({
  name: 'studyLift',
  noun: 'lift-study',
  method: 'POST',
  path: '/brand/:brandId/analytics/lift',
  access: 'brand',
  audit: 'Created lift study',
  summary:
    'Estimates whether posts lifted sales, and saves the result. Orders in the hours after each post are compared with orders in the same hours of earlier weeks, each relative to the orders of the preceding week; overlapping windows are merged, and all windows are pooled. Returns `cannot-tell` unless the 95% interval excludes zero and the change is unusually large for the store. Requires 9 weeks of orders before a post. A study can cover up to 200 posts; the newest 200 studies are kept. Limited to 20 studies every 10 minutes per brand.',
  params,
  body: LiftRequest,
  output: z.object({ study: LiftStudy }),
  problems: ['not_found', 'rate_limited'],
});

export const listLiftStudies = defineCall({
  name: 'listLiftStudies',
  noun: 'lift-study',
  method: 'GET',
  path: '/brand/:brandId/analytics/lift',
  access: 'brand',
  summary: "Lists a brand's lift studies, newest first, 24 per page.",
  params,
  query: z.object({ campaignId: Id.optional(), page: PageNumber.default(1) }),
  output: z.object({ studies: z.array(LiftStudy), ...paging }),
});

export const getLiftStudy = defineCall({
  name: 'getLiftStudy',
  noun: 'lift-study',
  method: 'GET',
  path: '/brand/:brandId/analytics/lift/:studyId',
  access: 'brand',
  summary: 'Retrieves a lift study with its time windows as originally calculated.',
  params: studyParams,
  output: z.object({ study: LiftStudy }),
  problems: ['not_found'],
});

export const deleteLiftStudy = defineCall({
  name: 'deleteLiftStudy',
  noun: 'lift-study',
  method: 'DELETE',
  path: '/brand/:brandId/analytics/lift/:studyId',
  access: 'brand',
  summary: 'Deletes a lift study.',
  params: studyParams,
  output: z.object({ deleted: z.literal(true) }),
  problems: ['not_found'],
});
