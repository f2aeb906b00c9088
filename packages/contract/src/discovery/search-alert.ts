import { SearchAlert } from '@troupe/domain/discovery/search-alert';
import { Id } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });

export const listSearchAlerts = defineCall({
  name: 'listSearchAlerts',
  noun: 'saved-search',
  method: 'GET',
  path: '/brand/:brandId/search-alerts',
  access: 'brand',
  summary:
    'Lists the alerts for saved creator searches. Includes only searches with at least one subscriber; `mine` shows whether you are one.',
  params,
  output: z.object({ alerts: z.array(SearchAlert) }),
});

export const setSearchAlert = defineCall({
  name: 'setSearchAlert',
  noun: 'saved-search',
  method: 'PUT',
  path: '/brand/:brandId/saved-searches/:savedSearchId/alert',
  access: 'brand',
  peopleOnly: true,
  audit: 'Changed search alert',
  summary:
    "Turns your alert for a saved creator search on or off. Current matches aren't reported. Each new match is reported once: as a notification, by email if you chose that, and to webhooks (`saved_search.matched`). Searches with more than 2,000 matches can't have alerts.",
  params: params.extend({ savedSearchId: Id }),
  body: z.object({ on: z.boolean() }),
  output: z.object({ alert: SearchAlert.nullable() }),
  problems: ['not_found'],
});
