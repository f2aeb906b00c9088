import { AffiliateAlert, AlertAction, AlertKind, AlertState } from '@troupe/domain/affiliate/affiliate-alert';
import { Id, PageNumber, paging, several } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });

export const listAlerts = defineCall({
  name: 'listAlerts',
  noun: 'affiliate-alert',
  method: 'GET',
  path: '/brand/:brandId/affiliates/alerts',
  access: 'brand',
  summary: 'Lists what needs a look in the affiliate program, newest first, each with the figures behind it.',
  params,
  query: z.object({
    page: PageNumber.default(1),
    state: several(AlertState),
    kind: several(AlertKind),
    affiliateId: Id.optional(),
  }),
  output: z.object({ alerts: z.array(AffiliateAlert), open: z.int(), ...paging }),
});

export const settleAlert = defineCall({
  name: 'settleAlert',
  noun: 'affiliate-alert',
  method: 'POST',
  path: '/brand/:brandId/affiliates/alerts/:alertId/act',
  access: 'brand',
  summary:
    'Dismisses an alert with a reason, or marks it as resolved. The same subject is not reported again within a week.',
  params: params.extend({ alertId: Id }),
  body: AlertAction,
  output: z.object({ alert: AffiliateAlert }),
  problems: ['not_found', 'invalid_transition'],
});
