import {
  ListeningSource,
  ListeningSourceChange,
  NewListeningSource,
} from '@troupe/domain/listening/listening-source';
import { Id } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const sourceParams = params.extend({ sourceId: Id });

export const listListeningSources = defineCall({
  name: 'listListeningSources',
  noun: 'listening-source',
  method: 'GET',
  path: '/brand/:brandId/listening/sources',
  access: 'brand',
  summary:
    "Lists mention sources with their state, quota and gaps over the last 30 days. The installation's sources, which all brands share, come first, followed by the brand's own.",
  params,
  output: z.object({ sources: z.array(ListeningSource) }),
});

export const connectListeningSource = defineCall({
  name: 'connectListeningSource',
  noun: 'listening-source',
  method: 'POST',
  path: '/brand/:brandId/listening/sources',
  access: 'owner',
  peopleOnly: true,
  audit: 'Connected listening source',
  summary:
    "Connects a source after a test read. X isn't read until its next search, because each read costs money. For feeds, you can also pass the URL of a page that links to the feed. Connecting a source again replaces its credentials. Credentials are encrypted and never returned.",
  params,
  body: NewListeningSource,
  output: z.object({ source: ListeningSource }),
  problems: ['source_refused', 'too_many', 'unavailable', 'rate_limited'],
});

export const changeListeningSource = defineCall({
  name: 'changeListeningSource',
  noun: 'listening-source',
  method: 'PUT',
  path: '/brand/:brandId/listening/sources/:sourceId',
  access: 'owner',
  summary:
    "Pauses or resumes one of the brand's sources, or changes its monthly limit in US cents. The installation's sources can't be changed.",
  params: sourceParams,
  body: ListeningSourceChange,
  output: z.object({ source: ListeningSource }),
  problems: ['not_found'],
});

export const disconnectListeningSource = defineCall({
  name: 'disconnectListeningSource',
  noun: 'listening-source',
  method: 'DELETE',
  path: '/brand/:brandId/listening/sources/:sourceId',
  access: 'owner',
  audit: 'Disconnected listening source',
  summary: "Disconnects one of the brand's sources and deletes its credentials. Mentions are kept.",
  params: sourceParams,
  output: z.object({ success: z.boolean() }),
  problems: ['not_found'],
});
