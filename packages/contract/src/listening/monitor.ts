import {
  Monitor,
  MonitorChange,
  MonitorForm,
  MonitorKind,
  MonitorReplay,
  MonitorState,
  MonitorVersion,
  QueryCheck,
  QueryProblemEntry,
} from '@troupe/domain/listening/monitor';
import { MAX_QUERY } from '@troupe/domain/listening/query/query-tree';
import { Id, several, text } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const monitorParams = params.extend({ monitorId: Id });

export const listMonitors = defineCall({
  name: 'listMonitors',
  noun: 'monitor',
  method: 'GET',
  path: '/brand/:brandId/listening/monitors',
  access: 'brand',
  summary:
    "Lists the brand's monitors by name, with the number of mentions in the last seven days. Archived monitors are excluded unless `state` is set.",
  params,
  query: z.object({ state: several(MonitorState), kind: several(MonitorKind) }),
  output: z.object({ monitors: z.array(Monitor) }),
});

export const createMonitor = defineCall({
  name: 'createMonitor',
  noun: 'monitor',
  method: 'POST',
  path: '/brand/:brandId/listening/monitors',
  access: 'brand',
  summary:
    "Creates a monitor, which finds posts from now on. Pass `replayId` to keep a replay's results with the version. A brand can have up to 200 monitors that aren't archived.",
  params,
  body: MonitorForm.extend({ replayId: Id.nullable().default(null) }),
  bodyLimit: 512 * 1024,
  output: z.object({ monitor: Monitor }),
  problems: ['too_many'],
});

export const changeMonitor = defineCall({
  name: 'changeMonitor',
  noun: 'monitor',
  method: 'PUT',
  path: '/brand/:brandId/listening/monitors/:monitorId',
  access: 'brand',
  summary:
    'Updates a monitor, or pauses, resumes, archives or restores it. Changing the query, languages or sources creates a new version; mentions keep the version that found them.',
  params: monitorParams,
  body: MonitorChange.extend({ replayId: Id.nullable().default(null) }),
  bodyLimit: 512 * 1024,
  output: z.object({ monitor: Monitor }),
  problems: ['not_found', 'conflict', 'invalid_transition', 'too_many'],
});

export const deleteMonitor = defineCall({
  name: 'deleteMonitor',
  noun: 'monitor',
  method: 'DELETE',
  path: '/brand/:brandId/listening/monitors/:monitorId',
  access: 'brand',
  summary: 'Deletes a monitor with its mentions, metrics and versions.',
  params: monitorParams,
  output: z.object({ success: z.boolean() }),
  problems: ['not_found', 'invalid_transition'],
});

export const listMonitorVersions = defineCall({
  name: 'listMonitorVersions',
  noun: 'monitor',
  method: 'GET',
  path: '/brand/:brandId/listening/monitors/:monitorId/versions',
  access: 'brand',
  summary: "Lists up to 100 versions of a monitor's query, newest first.",
  params: monitorParams,
  output: z.object({ versions: z.array(MonitorVersion) }),
  problems: ['not_found'],
});

/** A query with its languages and sources, before it is saved. */
const DraftQuery = z.object({
  query: text({ max: MAX_QUERY * 2 }),
  languages: MonitorForm.shape.languages,
  sources: MonitorForm.shape.sources,
});

export const checkMonitorQuery = defineCall({
  name: 'checkMonitorQuery',
  noun: 'monitor',
  method: 'POST',
  path: '/brand/:brandId/listening/monitors/check',
  access: 'brand',
  summary:
    "Checks a query as it's typed. Returns problems (with their position and a suggestion), the clauses of the query, and its cost. Nothing is saved.",
  params,
  body: DraftQuery,
  bodyLimit: 512 * 1024,
  audit: false,
  output: z.object({ check: QueryCheck }),
});

/** The most files of an import. */
const MAX_FILES = 100;

export const importMonitors = defineCall({
  name: 'importMonitors',
  noun: 'monitor',
  method: 'POST',
  path: '/brand/:brandId/listening/monitors/import',
  access: 'brand',
  summary:
    'Creates monitors from Brandwatch query files (`.bwq`), one query each. Files with errors are reported and create nothing.',
  params,
  body: z.object({
    files: z
      .array(z.object({ name: text({ max: 255 }), text: text({ max: MAX_QUERY * 2 }) }))
      .min(1, { error: 'Choose at least one file' })
      .max(MAX_FILES),
    kind: MonitorKind.exclude(['creator-code']).default('topic'),
  }),
  bodyLimit: 10 * 1024 * 1024,
  output: z.object({
    results: z.array(
      z.object({
        name: z.string(),
        /** Null if it has errors, or the brand has the maximum of monitors. */
        monitorId: Id.nullable(),
        problems: z.array(QueryProblemEntry),
      }),
    ),
  }),
  problems: ['too_many'],
});

export const exportMonitors = defineCall({
  name: 'exportMonitors',
  noun: 'monitor',
  method: 'GET',
  path: '/brand/:brandId/listening/monitors/bwq',
  access: 'brand',
  summary:
    "Downloads monitors' queries as `.bwq` files in a ZIP archive. Without `monitorId`, includes all monitors that aren't archived.",
  params,
  query: z.object({ monitorId: several(Id, 200) }),
  file: 'application/zip',
});

export const startReplay = defineCall({
  name: 'startReplay',
  noun: 'monitor',
  method: 'POST',
  path: '/brand/:brandId/listening/monitors/replay',
  access: 'brand',
  summary:
    "Runs a query on posts from the last 36 hours: Bluesky's recent posts if it is connected, and posts that Troupe has stored. Returns immediately; retrieve the replay to see its progress. Starting another replay ends the member's previous one.",
  params,
  body: DraftQuery,
  bodyLimit: 512 * 1024,
  audit: false,
  output: z.object({ replay: MonitorReplay }),
  problems: ['rate_limited'],
});

export const getReplay = defineCall({
  name: 'getReplay',
  noun: 'monitor',
  method: 'GET',
  path: '/brand/:brandId/listening/replays/:replayId',
  access: 'brand',
  summary:
    'Returns a replay: what each clause matched, what NOT excluded, posts per hour, and examples with the matched words. Kept for a day.',
  params: params.extend({ replayId: Id }),
  output: z.object({ replay: MonitorReplay }),
  problems: ['not_found'],
});
