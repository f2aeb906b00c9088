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
    'Lists the alerts of saved creator searches. Only searches that somebody is alerted about are listed; `mine` says whether you are.',
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
  summary:
    "Turns your alert about new matches of a saved creator search on or off. Creators that match now aren't reported; later ones are, once each, as a notification, by email if you chose it, and to webhooks (`saved_search.matched`). Searches with more than 2,000 creators can't be watched.",
  params: params.extend({ savedSearchId: Id }),
  body: z.object({ on: z.boolean() }),
  output: z.object({ alert: SearchAlert.nullable() }),
  problems: ['not_found'],
});
