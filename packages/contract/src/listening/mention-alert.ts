import {
  MentionAlert,
  MentionAlertAction,
  MentionAlertRule,
  MentionAlertState,
} from '@troupe/domain/listening/mention-alert';
import { Id, PageNumber, paging, several } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });

export const listMentionAlerts = defineCall({
  name: 'listMentionAlerts',
  noun: 'mention-alert',
  method: 'GET',
  path: '/brand/:brandId/listening/alerts',
  access: 'brand',
  summary: 'Lists monitor alerts with the metrics that triggered them, newest first.',
  params,
  query: z.object({
    page: PageNumber.default(1),
    state: several(MentionAlertState),
    rule: several(MentionAlertRule),
    monitorId: several(Id),
  }),
  output: z.object({ alerts: z.array(MentionAlert), open: z.int(), ...paging }),
});

export const actOnMentionAlert = defineCall({
  name: 'actOnMentionAlert',
  noun: 'mention-alert',
  method: 'POST',
  path: '/brand/:brandId/listening/alerts/:alertId/act',
  access: 'brand',
  audit: 'Handled mention alert',
  summary:
    "Marks an alert as seen, dismisses it with a reason, or mutes its monitor for a number of hours with a reason. Muting also dismisses the monitor's open alerts.",
  params: params.extend({ alertId: Id }),
  body: MentionAlertAction,
  output: z.object({ alert: MentionAlert }),
  problems: ['not_found', 'invalid_transition'],
});
