import {
  IconArrowLeft,
  IconClockPause,
  IconFilter,
  IconLayoutSidebarRight,
  IconStar,
  IconStarFilled,
  IconUserCheck,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ClientInput } from '@troupe/contract/client';
import { updateConversation } from '@troupe/contract/inbox/conversation';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import type { Conversation } from '@troupe/domain/inbox/conversation';
import { joined } from '@troupe/i18n/language';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Avatar } from '@troupe/ui/content/avatar';
import { PlatformIcon, VerifiedMark } from '@troupe/ui/content/platform-icon';
import { notify } from '@troupe/ui/feedback/notify';
import { exactTime } from '@troupe/ui/lib/date';
import { compactCount } from '@troupe/ui/lib/format';
import { Menu } from '@troupe/ui/overlay/menu';
import { useEffect, useRef } from 'react';
import { useBrandId, useMe } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { creatorName } from '../../../shared/creator/creator-labels.ts';
import { t } from '../messages/messages.gen.ts';
import { snoozeTimes } from './conversation-labels.ts';
import { teamOptions } from './conversation-queries.ts';
import type { Thread } from './use-thread.ts';

interface ThreadHeadProps {
  thread: Thread;
  /** The id the conversation was opened by: its own, or that of an opt-in. */
  shownId: string;
  back: string;
  panel: boolean;
  onPanel: () => void;
  /** Whether its title takes the focus when it opens. */
  takesFocus: boolean;
}

/** Moves focus from the list to the conversation that was opened from it. */
function useOpenedFocus(conversationId: string | undefined, takesFocus: boolean) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // On a fresh page load, focus stays at the start.
    if (!takesFocus || conversationId === undefined || !navigator.userActivation?.hasBeenActive) return;
    const now = document.activeElement;
    if (!now || now === document.body || now.matches('h1, .inbox-row'))
      title.current?.focus({ preventScroll: true });
  }, [conversationId, takesFocus]);
  return title;
}

/** Who the conversation is with and about which campaign; star, snooze and assign. */
export function ThreadHead({ thread, shownId, back, panel, onPanel, takesFocus }: ThreadHeadProps) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const { conversation, setConversation } = thread;
  const title = useOpenedFocus(conversation?.id, takesFocus);
  if (!conversation) return null;
  const { id, creator, starred, snoozedUntil, assignedTo, campaignTitle, campaigns } = conversation;
  const name = creatorName(creator);
  const whole = shownId === id;

  /** Shows the change at once and reverts it when it is refused. */
  const update = async (body: ClientInput<typeof updateConversation>['body'], shown = {}) => {
    setConversation({ ...conversation, ...shown });
    try {
      const answer = await client.call(updateConversation, {
        params: { brandId, optInId: shownId },
        body,
      });
      setConversation(answer.conversation);
      void queryClient.invalidateQueries({ queryKey: ['conversation', 'listConversations'] });
    } catch (error) {
      setConversation(conversation);
      notify.failure(t('thread.updateFailed'), { id: 'conversation', detail: errorText(error) });
    }
  };
  return (
    <header className="thread-head">
      <span className="thread-back">
        <IconButton label={t('thread.back')} icon={<IconArrowLeft size={20} />} href={back} />
      </span>
      <Avatar name={name} src={creator.profilePicUrl} size={32} />
      <div className="t-grow thread-who">
        <h2 ref={title} className="t-14 t-name t-row" tabIndex={-1}>
          <span className="t-ellipsis">{name}</span>
          {creator.verified && <VerifiedMark />}
        </h2>
        <p className="t-12 t-ink2 t-ellipsis">
          <PlatformIcon platform={creator.platform} label={PLATFORM_NAMES[creator.platform]} size={13} />{' '}
          {joined([
            `@${creator.username}`,
            whole && campaigns.length > 1 ? t('thread.allCampaigns') : campaigns.length > 0 && campaignTitle,
          ])}
        </p>
      </div>
      {campaigns.length > 1 && <CampaignMenu conversation={conversation} shownId={shownId} />}
      <IconButton
        label={starred ? t('thread.unstar') : t('thread.star')}
        icon={starred ? <IconStarFilled size={18} /> : <IconStar size={18} />}
        aria-pressed={starred}
        onClick={() => void update({ starred: !starred }, { starred: !starred })}
      />
      <Menu
        label={t('thread.snooze')}
        align="end"
        trigger={
          <IconButton
            label={
              snoozedUntil ? t('thread.snoozedUntil', { time: exactTime(snoozedUntil) }) : t('thread.snooze')
            }
            icon={<IconClockPause size={18} />}
            dot={snoozedUntil !== null}
          />
        }
        items={[
          ...snoozeTimes().map(({ label, at }) => ({
            label,
            hint: exactTime(at),
            onClick: () => void update({ snoozedUntil: at }),
          })),
          ...(snoozedUntil
            ? [
                'divider' as const,
                { label: t('thread.unsnooze'), onClick: () => void update({ snoozedUntil: null }) },
              ]
            : []),
        ]}
        width={280}
      />
      <AssignMenu
        assignedTo={assignedTo}
        onAssign={(person) => void update({ assignedTo: person?.id ?? null }, { assignedTo: person })}
      />
      <IconButton
        label={panel ? t('panel.hide') : t('thread.details')}
        icon={<IconLayoutSidebarRight size={18} />}
        aria-pressed={panel}
        onClick={onPanel}
      />
    </header>
  );
}

/** Filters a conversation about several campaigns to one of them. */
function CampaignMenu({
  conversation: { id, campaigns },
  shownId,
}: {
  conversation: Conversation;
  shownId: string;
}) {
  return (
    <Menu
      label={t('thread.campaigns')}
      align="end"
      width={300}
      trigger={<IconButton label={t('thread.filter')} icon={<IconFilter size={18} />} dot={shownId !== id} />}
      items={[
        {
          label: t('thread.allMessages'),
          checked: shownId === id,
          href: `/inbox/conversations/${id}`,
        },
        ...campaigns.flatMap(({ campaignId, title, optInId, unread }) =>
          optInId
            ? {
                label: title,
                checked: shownId === optInId,
                hint: unread > 0 ? t('list.unreadCount', { count: compactCount(unread) }) : undefined,
                href: `/inbox/${campaignId}/chat/${optInId}`,
              }
            : [],
        ),
      ]}
    />
  );
}

interface Person {
  id: string;
  name: string;
}

interface AssignMenuProps {
  assignedTo: Person | null;
  onAssign: (person: Person | null) => void;
}

/** Assigns a conversation to the user or a teammate, or unassigns it. */
function AssignMenu({ assignedTo, onAssign }: AssignMenuProps) {
  const me = useMe();
  const { data } = useQuery(teamOptions(useBrandId()));
  const members: Person[] = (data?.members ?? []).map(({ userId, firstName, lastName, email }) => ({
    id: userId,
    name: `${firstName} ${lastName}`.trim() || email,
  }));
  const [mine, others] = [
    members.filter(({ id }) => id === me?.id),
    members.filter(({ id }) => id !== me?.id),
  ];
  const entry = (person: Person, label = person.name) => ({
    label,
    checked: assignedTo?.id === person.id,
    onClick: () => onAssign(person),
  });
  return (
    <Menu
      label={t('thread.assign')}
      align="end"
      width={240}
      trigger={
        <IconButton
          label={assignedTo ? t('thread.assignedTo', { name: assignedTo.name }) : t('thread.assign')}
          icon={<IconUserCheck size={18} />}
          aria-pressed={assignedTo !== null}
        />
      }
      items={[
        ...mine.map((person) => entry(person, t('thread.me'))),
        ...others.map((person) => entry(person)),
        ...(members.length > 0 ? ['divider' as const] : []),
        { label: t('thread.unassigned'), checked: assignedTo === null, onClick: () => onAssign(null) },
      ]}
    />
  );
}
