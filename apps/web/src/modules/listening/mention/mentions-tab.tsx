import { IconArrowUp, IconKeyboard, IconPlus, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { exportMentions } from '@troupe/contract/listening/mention';
import type { Mention } from '@troupe/domain/listening/mention';
import { BulkBar } from '@troupe/ui/action/bulk-bar';
import { Button } from '@troupe/ui/action/button';
import { isTyping, useHotkey } from '@troupe/ui/action/hotkey';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { Skeleton, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { useArrowList } from '@troupe/ui/hooks';
import { LiveRegion } from '@troupe/ui/layout/visually-hidden';
import { Menu } from '@troupe/ui/overlay/menu';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useBrandId, useMe } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { CsvButton } from '../../../shared/download.tsx';
import { useChosenRows } from '../../../shared/list/list-controls.tsx';
import { LoadMore } from '../../../shared/list/list-pages.tsx';
import { isNarrowed, type TabProps } from '../../../shared/listening/listening-address.ts';
import { monitorsOptions, useTeamNames } from '../../../shared/listening/listening-queries.ts';
import { t } from '../../../shared/listening/messages/messages.gen.ts';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { MentionCard, withSeen } from './mention-card.tsx';
import { MentionFilters } from './mention-filters.tsx';
import { MentionList } from './mention-list.tsx';
import { MentionShortcuts } from './mention-shortcuts.tsx';
import type { MentionEdit, MentionFeed } from './use-mention-feed.ts';

interface MentionsTabProps extends TabProps {
  feed: MentionFeed;
  /** The menu of saved views. */
  views: ReactNode;
}

const FEELING_KEYS: Record<string, -1 | 0 | 1> = { 1: 1, 2: 0, 3: -1 };

/** The feed of mentions: read, correct, assign, finish. */
export default function MentionsTab({ address, onChange, feed, views }: MentionsTabProps) {
  const brandId = useBrandId();
  const monitors = useQuery(monitorsOptions(brandId)).data?.monitors;
  // Monitors of discount codes are created automatically.
  const hasOwn = monitors === undefined || monitors.some(({ kind }) => kind !== 'creator-code');
  const names = useTeamNames();
  const chosen = useChosenRows();
  const [shortcuts, setShortcuts] = useState(false);
  const reach = useRef<((key: string) => void) | null>(null);
  const { mentions, change } = feed;
  const byId = new Map(mentions.map((mention) => [mention.id, mention]));
  const open = (id: string) => {
    onChange({ open: id, who: undefined });
    const mention = byId.get(id);
    if (mention?.state === 'new') void change([id], { state: 'seen' });
  };
  const list = useArrowList({
    keys: mentions.map(({ id }) => id),
    onOpen: open,
    onSelect: (id) => chosen.choose([id], !chosen.ids.has(id)),
    onReach: (id) => reach.current?.(id),
  });
  const step = (by: 1 | -1) => {
    const focused = document.activeElement?.getAttribute('data-row');
    const at = mentions.findIndex(({ id }) => id === (focused ?? list.active));
    list.focus(mentions[focused ? Math.max(0, Math.min(at + by, mentions.length - 1)) : Math.max(0, at)]?.id);
  };
  useHotkey('j', () => step(1));
  useHotkey('k', () => step(-1));
  useHotkey('?', () => setShortcuts(true));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
    const id = (event.target as Element).closest('[data-row]')?.getAttribute('data-row');
    const mention = id ? byId.get(id) : undefined;
    if (!mention) return;
    const edit = editOf(event.key, mention);
    if (edit) void change([mention.id], withSeen(mention, edit));
    else if (event.key === 'u') onChange({ who: mention.author.id, open: undefined });
    else if (event.key === 'o' && mention.url) window.open(mention.url, '_blank', 'noopener');
    else return;
    event.preventDefault();
  };
  // Before the first monitor there is nothing to filter.
  const first = !hasOwn && mentions.length === 0 && !isNarrowed(address);
  const count = feed.query.data && !feed.query.isPlaceholderData ? mentions.length : undefined;
  return (
    <>
      {!first && <MentionFilters address={address} onChange={onChange} busy={feed.query.isPlaceholderData} />}
      <div className="listening-bar" hidden={first}>
        <span className="t-12 t-ink2" role="status">
          {count !== undefined && t(feed.query.hasNextPage ? 'feed.countMore' : 'feed.count', { count })}
        </span>
        <span className="t-grow" />
        {views}
        <Button
          kind="quiet"
          icon={<IconKeyboard size={16} />}
          className="listening-keys-button"
          onClick={() => setShortcuts(true)}
        >
          {t('keys.show')}
        </Button>
        <CsvButton
          fileName="mentions.csv"
          download={() => {
            const { sort: _, ...query } = feed.filter;
            return client.download(exportMentions, { params: { brandId }, query });
          }}
        />
      </div>
      <FreshBar feed={feed} />
      <LoadState what={t('feed.what')} query={feed.query}>
        <FeedSkeleton />
      </LoadState>
      {feed.query.data && mentions.length === 0 && (
        <NoMentions narrowed={isNarrowed(address)} hasMonitors={hasOwn} onShowAll={() => onChange(ALL)} />
      )}
      {mentions.length > 0 && (
        // biome-ignore lint/a11y/noStaticElementInteractions: keys of the focused mention
        <div onKeyDown={onKeyDown} aria-busy={feed.query.isPlaceholderData || undefined}>
          <MentionList
            mentions={mentions}
            reach={reach}
            keep={[list.active, address.open]}
            label={t('feed.label')}
          >
            {(mention) => (
              <MentionCard
                mention={mention}
                assignee={
                  mention.assigneeId ? (names.get(mention.assigneeId) ?? t('mention.someone')) : undefined
                }
                selected={chosen.ids.has(mention.id)}
                current={address.open === mention.id}
                row={list.rowProps(mention.id)}
                onSelect={(on) => chosen.choose([mention.id], on)}
                onOpen={() => open(mention.id)}
                onAuthor={() => onChange({ who: mention.author.id, open: undefined })}
                onCopies={() => onChange(Object.assign({}, ALL, { cluster: mention.clusterId }))}
                onEdit={(edit) => void change([mention.id], edit)}
              />
            )}
          </MentionList>
        </div>
      )}
      <LoadMore
        left={feed.query.hasNextPage ? 24 : 0}
        busy={feed.query.isFetchingNextPage}
        failed={feed.query.isFetchNextPageError}
        onMore={() => void feed.query.fetchNextPage()}
      />
      <Chosen
        ids={[...chosen.ids].filter((id) => byId.has(id))}
        names={names}
        onAll={() => chosen.chooseOnly(mentions.slice(0, 500).map(({ id }) => id))}
        onClear={chosen.clear}
        onEdit={change}
      />
      {shortcuts && <MentionShortcuts onClose={() => setShortcuts(false)} />}
    </>
  );
}

const ALL = {
  monitor: undefined,
  source: undefined,
  language: undefined,
  sentiment: undefined,
  state: undefined,
  relevant: undefined,
  tag: undefined,
  assignee: undefined,
  author: undefined,
  cluster: undefined,
  text: undefined,
  since: undefined,
  from: undefined,
  to: undefined,
};

/** Returns what a key does to a mention. */
function editOf(key: string, mention: Mention): MentionEdit | null {
  if (key === 'r') return { relevant: mention.relevantByPerson === false ? null : false };
  if (key === 'd') return { state: mention.state === 'done' ? 'seen' : 'done' };
  if (key === 'h') return { state: mention.state === 'hidden' ? 'seen' : 'hidden' };
  const sentiment = FEELING_KEYS[key];
  if (sentiment === undefined) return null;
  return { sentiment: mention.sentiment.byPerson === sentiment ? null : sentiment };
}

/** Announces new mentions and shows them on click, or immediately if the list is at the top. */
function FreshBar({ feed: { fresh, showFresh } }: { feed: MentionFeed }) {
  const count = fresh.length;
  useEffect(() => {
    if (count === 0) return;
    const idle =
      window.scrollY === 0 &&
      document.activeElement === document.body &&
      !document.querySelector('.listening-card:hover, .t-drawer, [role=dialog]');
    if (idle) showFresh();
  }, [count, showFresh]);
  return (
    <>
      <LiveRegion>{count > 0 ? t('feed.fresh', { count }) : ''}</LiveRegion>
      {count > 0 && (
        <div className="listening-fresh">
          <Button
            kind="suggested"
            icon={<IconArrowUp size={16} />}
            onClick={() => {
              showFresh();
              window.scrollTo({ top: 0 });
            }}
          >
            {t('feed.showFresh', { count })}
          </Button>
        </div>
      )}
    </>
  );
}

function NoMentions(props: { narrowed: boolean; hasMonitors: boolean; onShowAll: () => void }) {
  const { narrowed, hasMonitors, onShowAll } = props;
  if (!hasMonitors)
    return (
      <EmptyState
        title={t('feed.noMonitors')}
        text={t('feed.noMonitorsText')}
        actions={
          <Button kind="main" icon={<IconPlus size={16} />} href="/social-listening/monitors?open=new">
            {t('monitor.new')}
          </Button>
        }
      />
    );
  return (
    <EmptyState
      title={narrowed ? t('feed.noMatch') : t('feed.none')}
      text={narrowed ? undefined : t('feed.noneText')}
      drawing="seats"
      actions={
        narrowed ? (
          <Button onClick={onShowAll}>{t('filter.clear')}</Button>
        ) : (
          <Button href="/social-listening/sources">{t('feed.toSources')}</Button>
        )
      }
    />
  );
}

function FeedSkeleton() {
  return (
    <div className="listening-feed">
      {['one', 'two', 'three', 'four'].map((key) => (
        <div key={key} className="listening-card">
          <Skeleton width="32%" />
          <SkeletonText lines={2} />
          <Skeleton width="56%" height={22} />
        </div>
      ))}
    </div>
  );
}

interface ChosenProps {
  ids: readonly string[];
  names: ReadonlyMap<string, string>;
  onAll: () => void;
  onClear: () => void;
  onEdit: MentionFeed['change'];
}

/** What can be done with the chosen mentions. */
function Chosen({ ids, names, onAll, onClear, onEdit }: ChosenProps) {
  const me = useMe();
  const act = (edit: MentionEdit) => {
    onClear();
    void onEdit(ids, edit);
  };
  const people = [...names].toSorted(([a], [b]) => Number(b === me?.id) - Number(a === me?.id));
  return (
    <BulkBar count={ids.length} onClear={onClear}>
      <Button kind="main" onClick={() => act({ state: 'done' })}>
        {t('bulk.done')}
      </Button>
      <Button kind="quiet" onClick={() => act({ relevant: false })}>
        {t('bulk.irrelevant')}
      </Button>
      <Menu
        label={t('bulk.more')}
        side="top"
        trigger={<Button kind="quiet">{t('bulk.more')}</Button>}
        items={[
          { label: t('bulk.all'), onClick: onAll },
          { label: t('bulk.seen'), onClick: () => act({ state: 'seen' }) },
          { label: t('bulk.hide'), onClick: () => act({ state: 'hidden' }) },
          { label: t('bulk.relevant'), onClick: () => act({ relevant: true }) },
          { heading: t('filter.sentiment') },
          { label: t('sentiment.positive'), onClick: () => act({ sentiment: 1 }) },
          { label: t('sentiment.neutral'), onClick: () => act({ sentiment: 0 }) },
          { label: t('sentiment.negative'), onClick: () => act({ sentiment: -1 }) },
          { heading: t('mention.assign') },
          ...people.map(([userId, label]) => ({
            label,
            icon: <IconUser size={16} />,
            onClick: () => act({ assigneeId: userId }),
          })),
          { label: t('mention.unassign'), onClick: () => act({ assigneeId: null }) },
        ]}
      />
    </BulkBar>
  );
}
