import {
  ListeningSummary,
  SummaryFilter,
  SummaryGroup,
  VoiceFilter,
  VoiceReport,
} from '@troupe/domain/listening/listening-summary';
import { Id } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });

export const getListeningSummary = defineCall({
  name: 'getListeningSummary',
  noun: 'listening-summary',
  method: 'GET',
  path: '/brand/:brandId/listening/summary',
  access: 'brand',
  summary:
    "Summarizes mentions and compares them with the previous period of the same length. Covers volume, sentiment with 95% confidence intervals, languages, authors, links, topics and times. Days are in the brand's time zone: that of its affiliate program, otherwise of the owner who joined first, otherwise UTC. Grouping by `quarter` (15 minutes) covers at most 3 days, by `hour` 31 days and by `day` 366 days. For each period in `volume`, `down` lists the sources that were down for some of the time, so mentions from them may be missing. Metrics based on text cover only mentions whose text is still stored. `voices` are unique mentions. `formulas` says how each metric is calculated.",
  params,
  query: SummaryFilter.extend({ groupBy: SummaryGroup.default('day') }),
  output: z.object({ summary: ListeningSummary }),
});

export const getShareOfVoice = defineCall({
  name: 'getShareOfVoice',
  noun: 'listening-summary',
  method: 'GET',
  path: '/brand/:brandId/listening/share-of-voice',
  access: 'brand',
  summary:
    'Returns the share of voice of each active monitor in a group, with 95% confidence intervals. Counts mentions and voices; all copies of a post count as one voice. Covers only quarter-hours in which all sources of the set were up and all its monitors existed.',
  params,
  query: VoiceFilter,
  output: z.object({ report: VoiceReport }),
  problems: ['not_found'],
});
