import { IconSelector } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { writeAddressQuery } from '@troupe/browser/address';
import { useApiText } from '@troupe/browser/problem-language';
import { CallError } from '@troupe/contract/client';
import { readAllMessages } from '@troupe/contract/inbox/conversation';
import { isActiveForInbox } from '@troupe/domain/campaigns/campaign';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import type { Conversation } from '@troupe/domain/inbox/conversation';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { Ago } from '@troupe/ui/content/ago';
import { Avatar } from '@troupe/ui/content/avatar';
import { Dot } from '@troupe/ui/content/pill';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { notify } from '@troupe/ui/feedback/notify';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { PickList } from '@troupe/ui/field/pick-list';
import { Segmented } from '@troupe/ui/field/segmented';
import { compactCount } from '@troupe/ui/lib/format';
import { Popover } from '@troupe/ui/overlay/popover';
import { type KeyboardEvent, useState } from 'react';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { creatorName } from '../../../shared/creator/creator-labels.ts';
import { FindField } from '../../../shared/list/list-controls.tsx';
import { LoadMore } from '../../../shared/list/list-pages.tsx';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { t } from '../messages/messages.gen.ts';
import { lastMessageText } from './conversation-labels.ts';
import { conversationsOptions } from './conversation-queries.ts';
import { INBOX_FILTERS, type InboxAddress, type InboxFilter } from './inbox-address.ts';

const filterName = (filter: InboxFilter): string => t(`list.filter.${filter}`);

/** Titles of the empty list. */
const emptyTitle = (filter: InboxFilter): string => t(`list.empty.${filter}`);

interface ConversationListProps {
  /** Lists conversations of this campaign; of all campaigns when undefined. */
  campaignId: string | undefined;
  /** The id in the address: of an opt-in or of a conversation. */
  optInId: string | undefined;
  address: InboxAddress;
  onChange: (part: Partial<InboxAddress>) => void;
  onCampaign: (campaignId: string | undefined) => void;
  /** No campaign is published or paused. */
  noCampaigns: boolean;
}

/** Whether the address names this conversation: by its own id, or by one of its opt-ins. */
const isOpen = ({ id, campaigns }: Conversation, opened: string | undefined) =>
  opened !== undefined && (id === opened || campaigns.some(({ optInId }) => optInId === opened));

/** The id a conversation opens by: that of the chat about its only campaign, else its own. */
export const threadIdOf = ({ id, optInId, campaigns }: Conversation, listed: string | undefined): string =>
  optInId && (listed || campaigns.length === 1) ? optInId : id;

/** Where a row leads. */
function addressOf(one: Conversation, listed: string | undefined): string {
  const opened = threadIdOf(one, listed);
  return opened === one.id ? `/inbox/conversations/${one.id}` : `/inbox/${one.campaignId}/chat/${opened}`;
}

/** The conversations of a brand, newest message first. */
export function ConversationList(props: ConversationListProps) {
  const { campaignId, optInId, address, onChange, onCampaign, noCampaigns } = props;
  const brandId = useBrandId();
  const query = useInfiniteQuery({
    ...conversationsOptions(brandId, campaignId, address),
    placeholderData: (before, beforeQuery) => (beforeQuery?.queryKey[2] === brandId ? before : undefined),
    refetchOnWindowFocus: true,
  });
  const { data, error, isPlaceholderData } = query;
  const gone = error instanceof CallError && (error.status === 404 || error.status === 422);
  const conversations = data?.pages.flatMap((page) => page.conversations) ?? [];
  // The list is one tab stop; arrow keys move within it.
  const stop = conversations.find((one) => isOpen(one, optInId)) ?? conversations[0];
  const total = data?.pages[0]?.total ?? 0;
  const { filter = 'all', q } = address;
  const inAll = campaignId === undefined ? ({ all: 'yes' } as const) : {};
  return (
    <>
      <CampaignPick campaignId={campaignId} onCampaign={onCampaign} />
      <div className="inbox-filters">
        <Segmented
          label={t('list.label')}
          value={filter}
          onChange={(next) => onChange({ filter: next === 'all' ? undefined : next })}
          options={INBOX_FILTERS.map((value) => ({ value, label: filterName(value) }))}
        />
      </div>
      <FindField
        label={t('list.find')}
        value={q ?? ''}
        busy={isPlaceholderData}
        onChange={(next) => onChange({ q: next || undefined })}
      />
      {(data?.pages[0]?.unread ?? 0) > 0 && <ReadAll campaignId={campaignId} />}
      <div className="inbox-rows" aria-busy={isPlaceholderData || undefined}>
        {gone && (
          <EmptyState
            title={t('list.campaignMissing')}
            drawing="none"
            actions={<Button onClick={() => onCampaign(undefined)}>{t('list.allCampaigns')}</Button>}
          />
        )}
        {!gone && (
          <LoadState what={t('list.what')} query={query}>
            <SkeletonRows rows={6} />
          </LoadState>
        )}
        {data && conversations.length === 0 && (
          <EmptyList
            narrowed={filter !== 'all' || q !== undefined}
            noCampaigns={noCampaigns}
            onChange={onChange}
          >
            {q ? t('list.noMatch') : emptyTitle(filter)}
          </EmptyList>
        )}
        {conversations.length > 0 && (
          <ul aria-label={t('list.label')} onKeyDown={moveInList}>
            {conversations.map((one) => (
              <li key={one.id}>
                <Row
                  one={one}
                  current={isOpen(one, optInId)}
                  isStop={one === stop}
                  withCampaign={campaignId === undefined}
                  href={`${addressOf(one, campaignId)}${writeAddressQuery({ ...address, all: undefined, ...inAll })}`}
                />
              </li>
            ))}
          </ul>
        )}
        <LoadMore
          left={query.hasNextPage ? total - conversations.length : 0}
          busy={query.isFetchingNextPage}
          failed={query.isFetchNextPageError}
          onMore={() => void query.fetchNextPage()}
        />
      </div>
    </>
  );
}

interface EmptyListProps {
  narrowed: boolean;
  noCampaigns: boolean;
  onChange: ConversationListProps['onChange'];
  /** The title. */
  children: string;
}

function EmptyList({ narrowed, noCampaigns, onChange, children }: EmptyListProps) {
  if (narrowed)
    return (
      <EmptyState
        title={children}
        drawing="none"
        actions={
          <Button onClick={() => onChange({ q: undefined, filter: undefined })}>{t('list.showAll')}</Button>
        }
      />
    );
  return (
    <EmptyState
      title={noCampaigns ? t('list.noCampaigns') : children}
      text={t('list.emptyText')}
      drawing="none"
      actions={noCampaigns ? <Button href="/campaigns">{t('list.toCampaigns')}</Button> : undefined}
    />
  );
}

/** Marks everything in the list as read, whatever the filter. */
function ReadAll({ campaignId }: { campaignId: string | undefined }) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const readAll = async () => {
    setBusy(true);
    try {
      await client.call(readAllMessages, { params: { brandId }, body: campaignId ? { campaignId } : {} });
    } catch (error) {
      notify.failure(t('list.readAllFailed'), { id: 'inbox', detail: errorText(error) });
    }
    setBusy(false);
    for (const queryKey of [
      ['conversation', 'listConversations'],
      ['brand', 'getBrand'],
    ])
      void queryClient.invalidateQueries({ queryKey });
  };
  return (
    <div>
      <Button size="row" kind="quiet" busy={busy} onClick={() => void readAll()}>
        {t('list.readAll')}
      </Button>
    </div>
  );
}

/** Moves focus between rows with the arrow keys. */
function moveInList(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('a')];
  const now = rows.indexOf(document.activeElement as HTMLElement);
  const next = rows[now + step];
  if (now < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

interface RowProps {
  one: Conversation;
  current: boolean;
  isStop: boolean;
  withCampaign: boolean;
  href: string;
}

function Row({ one, current, isStop, withCampaign, href }: RowProps) {
  const { creator, last, unread } = one;
  const name = creatorName(creator);
  const apiText = useApiText();
  return (
    <Link
      href={href}
      className="inbox-row"
      tabIndex={isStop ? undefined : -1}
      aria-current={current ? 'page' : undefined}
      data-unread={unread > 0 || undefined}
    >
      <Avatar name={name} src={creator.profilePicUrl} size={36} />
      <span className="inbox-row-words">
        <span className="t-row">
          <span className="t-name t-ellipsis">{name}</span>
          <PlatformIcon platform={creator.platform} label={PLATFORM_NAMES[creator.platform]} size={14} />
          <span className="t-grow" />
          {last && (
            <span className="inbox-row-age t-12">
              <Ago at={last.created} short />
            </span>
          )}
        </span>
        {withCampaign && <span className="t-12 t-ink3 t-ellipsis">{labelOf(one)}</span>}
        <span className="t-row">
          <span className="t-grow t-ellipsis inbox-row-last">
            {last?.kind === 'event' ? apiText(last.text) : lastMessageText(last)}
          </span>
          {unread > 0 && (
            <span className="t-row t-12 t-num t-name">
              {compactCount(unread)}
              <span className="t-hidden"> {t('list.unread')}</span>
              <Dot />
            </span>
          )}
        </span>
      </span>
    </Link>
  );
}

/** The campaign of a conversation, and how many more there are. */
function labelOf({ campaignTitle, campaigns }: Conversation): string {
  const more = campaigns.length - 1;
  return more > 0 ? t('list.campaignAndMore', { campaign: campaignTitle, more }) : campaignTitle;
}

function CampaignPick({ campaignId, onCampaign }: Pick<ConversationListProps, 'campaignId' | 'onCampaign'>) {
  const { data } = useQuery(brandOptions(useBrandId()));
  const campaigns = (data?.campaigns ?? []).filter((one) => isActiveForInbox(one) || one.id === campaignId);
  const now = campaigns.find(({ id }) => id === campaignId);
  const title = campaignId ? (now?.title ?? t('list.campaign')) : t('list.allCampaigns');
  return (
    <Popover
      label={t('list.campaign')}
      width={300}
      trigger={
        <button
          type="button"
          className="inbox-campaign"
          aria-label={t('list.campaignIs', { campaign: title })}
        >
          <span className="t-grow t-ellipsis t-medium">{title}</span>
          {now && now.unreadMessageCount > 0 && (
            <span className="t-12 t-ink2">
              {t('list.unreadCount', { count: compactCount(now.unreadMessageCount) })}
            </span>
          )}
          <IconSelector size={16} />
        </button>
      }
    >
      {(close) => (
        <PickList
          label={t('list.campaign')}
          searchable
          placeholder={t('list.findCampaign')}
          value={[campaignId ?? '']}
          options={[
            { value: '', label: t('list.allCampaigns') },
            ...campaigns.map(({ id, title: label, unreadMessageCount }) => ({
              value: id,
              label,
              hint: unreadMessageCount > 0 ? compactCount(unreadMessageCount) : undefined,
            })),
          ]}
          onChange={([next]) => next !== undefined && onCampaign(next || undefined)}
          onDone={close}
        />
      )}
    </Popover>
  );
}
