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
    "Lists the brand's monitors by name, with mentions of the last seven days. Without a state, archived ones are left out.",
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
    'Creates a monitor. It finds posts from now on. `replayId` keeps what its query found in a replay with the version. At most 200 monitors that are not archived.',
  params,
  body: MonitorForm.extend({ replayId: Id.nullable().default(null) }),
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
    'Changes a monitor, pauses, resumes, archives or restores it. Another query, languages or sources are a new version; mentions keep the version that found them.',
  params: monitorParams,
  body: MonitorChange.extend({ replayId: Id.nullable().default(null) }),
  output: z.object({ monitor: Monitor }),
  problems: ['not_found', 'conflict', 'invalid_transition', 'too_many'],
});

export const deleteMonitor = defineCall({
  name: 'deleteMonitor',
  noun: 'monitor',
  method: 'DELETE',
  path: '/brand/:brandId/listening/monitors/:monitorId',
  access: 'brand',
  summary: 'Deletes a monitor with its mentions, figures and versions.',
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
  summary: "Lists the versions of a monitor's query, newest first, at most 100.",
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
    'Checks a query while it is typed: problems with their place and a suggestion, its clauses, and its cost. Saves nothing.',
  params,
  body: DraftQuery,
  bodyLimit: 256 * 1024,
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
  bodyLimit: 8 * 1024 * 1024,
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
    'Downloads the queries of monitors as `.bwq` files in a ZIP archive. Without `monitorId`, all that are not archived.',
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
    "Runs a query on posts of the last 36 hours: Bluesky's look-back where it is connected, and posts that Troupe has stored. Returns at once; read the replay for its progress. A member's next replay ends the previous one.",
  params,
  body: DraftQuery,
  bodyLimit: 256 * 1024,
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
    'Returns a replay: what each clause let in, what NOT kept out, posts per hour, and examples with the matched words. Kept for a day.',
  params: params.extend({ replayId: Id }),
  output: z.object({ replay: MonitorReplay }),
  problems: ['not_found'],
});
