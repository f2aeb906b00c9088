import { useQuery } from '@tanstack/react-query';
import { getTeam } from '@troupe/contract/account/team';
import { listListeningSources } from '@troupe/contract/listening/listening-source';
import {
  getListeningSettings,
  getMention,
  getMentionAuthor,
  getSentimentModels,
  listMentions,
} from '@troupe/contract/listening/mention';
import { getReplay, listMonitors, listMonitorVersions } from '@troupe/contract/listening/monitor';
import type { Monitor, MonitorState } from '@troupe/domain/listening/monitor';
import { useBrandId } from '../brand/current-brand.ts';
import { callOptions } from '../call/query.ts';
import { useWrite, type Write, type WriteOptions } from '../call/use-write.ts';

/** The monitors of a brand; without states, those that are not archived. */
export const monitorsOptions = (brandId: string, state: readonly MonitorState[] = []) =>
  callOptions(listMonitors, { params: { brandId }, query: { state: [...state] } });

/** The versions of a monitor's query. */
export const monitorVersionsOptions = (brandId: string, monitorId: string) =>
  callOptions(listMonitorVersions, { params: { brandId, monitorId } });

/** A replay, read again every second while it runs. */
export const replayOptions = (brandId: string, replayId: string) => ({
  ...callOptions(getReplay, { params: { brandId, replayId } }),
  staleTime: 0,
  refetchInterval: (query: { state: { data?: { replay: { state: string } } | undefined } }) =>
    /^(?:queued|running)$/.test(query.state.data?.replay.state ?? 'queued') ? 1000 : false,
});

/** One mention. */
export const mentionOptions = (brandId: string, mentionId: string) =>
  callOptions(getMention, { params: { brandId, mentionId } });

/** The latest mentions of a brand, for samples. */
export const latestMentionsOptions = (brandId: string, monitorId: string | undefined) =>
  callOptions(listMentions, {
    params: { brandId },
    query: { limit: 50, monitorId: monitorId === undefined ? [] : [monitorId] },
  });

/** The number of unread mentions. */
export const unreadOptions = (brandId: string) =>
  callOptions(listMentions, { params: { brandId }, query: { limit: 1 } });

/** An author with the brand's figures. */
export const authorOptions = (brandId: string, authorId: string) =>
  callOptions(getMentionAuthor, { params: { brandId, authorId } });

/** The latest mentions of an author. */
export const authorMentionsOptions = (brandId: string, authorId: string) =>
  callOptions(listMentions, {
    params: { brandId },
    query: { authorId, limit: 10, folded: 'false' as never, relevant: ['yes', 'unknown'] },
  });

/** The people who can be assigned. */
export const teamOptions = (brandId: string) => callOptions(getTeam, { params: { brandId } });

/** The models that judge sentiment. */
export const sentimentModelsOptions = (brandId: string) =>
  callOptions(getSentimentModels, { params: { brandId } });

/** The nouns of this module: a change to one shows in the others. */
const NOUNS = [
  'monitor',
  'mention',
  'mention-author',
  'listening-source',
  'sentiment-model',
  'listening-summary',
  'mention-alert',
];

/** A change after which the screens of listening refetch. */
export const useListeningWrite = <Input, Output>(
  write: Write<Input, Output>,
  options: WriteOptions<Input, Output>,
) => useWrite(NOUNS, write, options);

/** Returns monitors as options of a filter. */
export const monitorChoices = (monitors: readonly Monitor[]) =>
  monitors.map(({ id, name, unread }) => ({
    value: id,
    label: name,
    hint: unread > 0 ? `${unread}` : undefined,
  }));

/** The sources of mentions. */
export const sourcesOptions = (brandId: string) => callOptions(listListeningSources, { params: { brandId } });

/** How long mentions are kept. */
export const settingsOptions = (brandId: string) =>
  callOptions(getListeningSettings, { params: { brandId } });

/** The names of team members by id. */
export function useTeamNames(): ReadonlyMap<string, string> {
  const team = useQuery(teamOptions(useBrandId())).data?.members ?? [];
  return new Map(
    team.map(({ userId, firstName, lastName, email }) => [
      userId,
      `${firstName} ${lastName}`.trim() || email,
    ]),
  );
}
