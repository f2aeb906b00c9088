import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallOutput } from '@troupe/contract/call';
import { changeMention, changeMentions, listMentions } from '@troupe/contract/listening/mention';
import type { Mention } from '@troupe/domain/listening/mention';
import { notify } from '@troupe/ui/feedback/notify';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { callOptions } from '../../../shared/call/query.ts';
import {
  type ListeningAddress,
  mentionFilterOf,
  viewOf,
} from '../../../shared/listening/listening-address.ts';
import { t } from '../../../shared/listening/messages/messages.gen.ts';

const PAGE = 50;
type Page = CallOutput<typeof listMentions>;
type Pages = InfiniteData<Page, string | undefined>;

/** A change to a mention, as buttons make it. */
export type MentionEdit = Partial<
  Pick<Mention, 'state' | 'assigneeId'> & {
    relevant: boolean | null;
    sentiment: -1 | 0 | 1 | null;
    tags: string[];
  }
>;

/** Applies a change to what is shown, before the server has answered. */
const edited = (mention: Mention, edit: MentionEdit): Mention => {
  const { relevant, sentiment, tags, ...rest } = edit;
  return Object.assign({}, mention, rest, {
    relevantByPerson: relevant === undefined ? mention.relevantByPerson : relevant,
    sentiment:
      sentiment === undefined
        ? mention.sentiment
        : Object.assign({}, mention.sentiment, { byPerson: sentiment }),
    brandTags: tags ?? mention.brandTags,
  });
};

/** Returns the mentions that arrived since the feed was read, and what happened to the others. */
function compare(listed: readonly Mention[], latest: Page | undefined, touched: ReadonlySet<string>) {
  if (!latest) return { shown: listed, fresh: [] };
  const now = new Map(latest.mentions.map((mention) => [mention.id, mention]));
  const known = new Set(listed.map(({ id }) => id));
  const oldest = latest.next === null ? '' : (latest.mentions.at(-1)?.published ?? '');
  const shown = listed
    // Deleted, or part of a newer fold. What a person changed here stays until the next reading.
    .filter(({ id, published }) => now.has(id) || touched.has(id) || published <= oldest)
    .map((mention) => {
      const newer = now.get(mention.id);
      return newer && newer.version >= mention.version ? newer : mention;
    });
  const end = listed.at(-1)?.published ?? '';
  return {
    shown,
    fresh: latest.mentions.filter(({ id, published }) => !known.has(id) && published >= end),
  };
}

/** Changes to mentions, shown at once and reverted if they can't be saved. @param touch called with the changed ones */
function useMentionChanges(
  brandId: string,
  key: readonly unknown[],
  touch: (ids: readonly string[]) => void,
) {
  const queryClient = useQueryClient();
  const replace = useCallback(
    (by: (mention: Mention) => Mention) => {
      queryClient.setQueryData<Pages>(
        key,
        (now) =>
          now && {
            pageParams: now.pageParams,
            pages: now.pages.map((page) => Object.assign({}, page, { mentions: page.mentions.map(by) })),
          },
      );
      queryClient.setQueriesData<Page>({ queryKey: ['mention', listMentions.name] }, (now) =>
        now?.mentions ? Object.assign({}, now, { mentions: now.mentions.map(by) }) : now,
      );
    },
    [queryClient, key],
  );
  const settle = useCallback(() => {
    for (const queryKey of [['mention'], ['monitor'], ['sentiment-model'], ['mention-author']])
      void queryClient.invalidateQueries({ queryKey });
  }, [queryClient]);
  // Of two changes to one mention, the later one must win.
  const order = useRef(new Map<string, Promise<unknown>>());
  const change = useCallback(
    async (ids: readonly string[], edit: MentionEdit): Promise<boolean> => {
      const chosen = new Set(ids);
      const before = new Map(
        (queryClient.getQueryData<Pages>(key)?.pages ?? [])
          .flatMap((page) => page.mentions)
          .filter(({ id }) => chosen.has(id))
          .map((mention) => [mention.id, mention]),
      );
      touch(ids);
      replace((mention) => (chosen.has(mention.id) ? edited(mention, edit) : mention));
      const [only] = ids;
      const send = async () => {
        if (ids.length > 1 || only === undefined)
          return client.call(changeMentions, {
            params: { brandId },
            body: Object.assign({ mentionIds: [...ids] }, edit),
          });
        return client.call(changeMention, { params: { brandId, mentionId: only }, body: edit });
      };
      const waits = Promise.allSettled(ids.map((id) => order.current.get(id)));
      const sent = waits.then(send);
      for (const id of ids) order.current.set(id, sent);
      try {
        const answer = await sent;
        if ('mention' in answer)
          replace((mention) => (mention.id === answer.mention.id ? answer.mention : mention));
        return true;
      } catch (error) {
        replace((mention) => before.get(mention.id) ?? mention);
        notify.failure(t('mention.saveFailed'), {
          id: 'mention-not-saved',
          detail: errorText(error),
          action: { label: t('action.retry'), onClick: () => void change(ids, edit) },
        });
        return false;
      } finally {
        settle();
      }
    },
    [brandId, key, queryClient, replace, settle, touch],
  );
  return { replace, settle, change };
}

/**
 * The mentions of a view, page by page. New ones wait in `fresh` until `showFresh`, so that nothing moves under the
 * reader's eyes; deletions and changes by others apply at once.
 */
export function useMentionFeed(address: ListeningAddress) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const view = JSON.stringify(viewOf(address));
  const filter = useMemo(() => mentionFilterOf(JSON.parse(view) as ListeningAddress, Date.now()), [view]);
  const key = useMemo(() => ['mention-feed', brandId, filter], [brandId, filter]);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const ask = useCallback(
    (after: string | undefined, signal: AbortSignal) =>
      client.call(
        listMentions,
        { params: { brandId }, query: Object.assign({}, filter, { after, limit: PAGE }) },
        { signal },
      ),
    [brandId, filter],
  );
  const feed = useInfiniteQuery({
    queryKey: key,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => ask(pageParam, signal),
    getNextPageParam: (page) => page.next ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    placeholderData: (before, query) => (query?.queryKey[1] === brandId ? before : undefined),
  });
  const loaded = feed.isPlaceholderData ? undefined : feed.data;
  const first = loaded?.pages[0];
  const newest = filter.sort === 'newest';
  const head = useQuery({
    ...callOptions(listMentions, {
      params: { brandId },
      query: Object.assign({}, filter, { limit: PAGE }),
    }),
    enabled: first !== undefined && newest,
    // The feed's first page is the first reading; live events ask again.
    initialData: first,
    initialDataUpdatedAt: feed.dataUpdatedAt,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const listed = useMemo(() => {
    const found = new Map<string, Mention>();
    for (const page of feed.data?.pages ?? []) for (const one of page.mentions) found.set(one.id, one);
    return [...found.values()];
  }, [feed.data]);
  const { shown, fresh } = useMemo(
    () => compare(listed, first && newest ? head.data : undefined, touched),
    [listed, first, newest, head.data, touched],
  );

  const touch = useCallback((ids: readonly string[]) => setTouched((now) => new Set([...now, ...ids])), []);
  const { replace, settle, change } = useMentionChanges(brandId, key, touch);
  const showFresh = useCallback(() => {
    const latest = head.data;
    if (!latest) return;
    queryClient.setQueryData<Pages>(key, (now) => {
      const [top, ...rest] = now?.pages ?? [];
      if (!now || !top) return now;
      const known = new Set(now.pages.flatMap(({ mentions }) => mentions.map(({ id }) => id)));
      const added = latest.mentions.filter(({ id }) => !known.has(id));
      return {
        pageParams: now.pageParams,
        pages: [Object.assign({}, top, { mentions: [...added, ...top.mentions] }), ...rest],
      };
    });
  }, [head.data, key, queryClient]);

  return {
    query: feed,
    mentions: shown,
    fresh,
    showFresh,
    filter,
    change,
    /** Puts a mention that was saved elsewhere into the list. */
    put: (saved: Mention) => {
      touch([saved.id]);
      replace((mention) => (mention.id === saved.id ? saved : mention));
      settle();
    },
  };
}

export type MentionFeed = ReturnType<typeof useMentionFeed>;
