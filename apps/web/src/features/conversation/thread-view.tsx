import {
  IconArrowLeft,
  IconClockPause,
  IconLayoutSidebarRight,
  IconStar,
  IconStarFilled,
  IconUserCheck,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { CallError, type ClientInput } from '@troupe/contract/client';
import { updateConversation } from '@troupe/contract/conversation';
import type { Message } from '@troupe/domain/conversation';
import { PLATFORM_NAMES } from '@troupe/domain/creator';
import { Avatar } from '@troupe/ui/avatar';
import { Button } from '@troupe/ui/button';
import { EmptyState } from '@troupe/ui/empty-state';
import { ErrorState } from '@troupe/ui/error-state';
import { IconButton } from '@troupe/ui/icon-button';
import { exactTime } from '@troupe/ui/lib/date';
import { Menu } from '@troupe/ui/menu';
import { notify } from '@troupe/ui/notify';
import { PlatformIcon, VerifiedMark } from '@troupe/ui/platform-icon';
import { Loading, SkeletonText } from '@troupe/ui/skeleton';
import { useCallback, useState } from 'react';
import { client } from '../../shared/client.ts';
import { creatorName } from '../../shared/creator/creator-words.ts';
import { useBrandId, useMe } from '../../shared/current-brand.ts';
import { errorText } from '../../shared/error-text.ts';
import { Composer } from './composer.tsx';
import { MessageList } from './message-list.tsx';
import { snoozeTimes } from './snooze-times.ts';
import { TalkPanel } from './talk-panel.tsx';
import { useOutbox } from './use-outbox.ts';
import { type Thread, useThread } from './use-thread.ts';

const isGone = (error: unknown) =>
  error instanceof CallError && (error.status === 404 || error.status === 422);

interface ThreadViewProps {
  optInId: string;
  /** Where the list of conversations is. */
  back: string;
}

/** One conversation: what was written, where to write, and beside it who it is with. */
export default function ThreadView({ optInId, back }: ThreadViewProps) {
  const brandId = useBrandId();
  const thread = useThread(brandId, optInId);
  const { conversation, error, take } = thread;
  const onSent = useCallback((message: Message) => take([message]), [take]);
  const outbox = useOutbox(brandId, optInId, onSent);
  const [asked, setAsked] = useState<boolean | null>(null);
  const panel = asked ?? innerWidth >= 1200;
  if (!conversation) {
    return (
      <div className="thread" data-gone={isGone(error) || undefined}>
        {isGone(error) ? (
          <EmptyState
            title="This conversation is not here."
            text="It may belong to another brand."
            actions={<Button href={back}>Back to Inbox</Button>}
          />
        ) : error ? (
          <div className="thread-wait">
            <ErrorState
              title="The conversation could not be loaded."
              text={errorText(error)}
              onRetry={thread.retry}
            />
          </div>
        ) : (
          <Loading label="Loading the conversation">
            <div className="thread-wait">
              <SkeletonText lines={5} />
            </div>
          </Loading>
        )}
      </div>
    );
  }
  const name = creatorName(conversation.creator);
  return (
    <>
      <section className="thread" aria-label={`Conversation with ${name}`} data-panel={panel || undefined}>
        <ThreadHead thread={thread} back={back} panel={panel} onPanel={() => setAsked(!panel)} />
        {error !== null && (
          <ErrorState
            title="The conversation could not be brought up to date."
            text={errorText(error)}
            onRetry={thread.retry}
          />
        )}
        <MessageList name={name} thread={thread} outbox={outbox} />
        {outbox.failure !== null && outbox.leaving.length === 0 && (
          <ErrorState title="Not sent." text={`${outbox.failure} What you wrote is kept below.`} />
        )}
        <Composer optInId={optInId} name={name} outbox={outbox} />
      </section>
      {panel && <TalkPanel conversation={conversation} onClose={() => setAsked(false)} />}
    </>
  );
}

interface ThreadHeadProps {
  thread: Thread;
  back: string;
  panel: boolean;
  onPanel: () => void;
}

function ThreadHead({ thread, back, panel, onPanel }: ThreadHeadProps) {
  const brandId = useBrandId();
  const me = useMe();
  const queryClient = useQueryClient();
  const { conversation, setConversation } = thread;
  if (!conversation) return null;
  const { optInId, creator, starred, snoozedUntil, assignedTo, campaignTitle } = conversation;
  const name = creatorName(creator);

  /** Shows the change at once and takes it back when it is refused. */
  const update = async (body: ClientInput<typeof updateConversation>['body'], shown = {}) => {
    setConversation({ ...conversation, ...shown });
    try {
      const answer = await client.call(updateConversation, { params: { brandId, optInId }, body });
      setConversation(answer.conversation);
      void queryClient.invalidateQueries({ queryKey: ['conversation', 'listConversations'] });
    } catch (error) {
      setConversation(conversation);
      notify.failure('The conversation stays as it was.', { id: 'conversation', detail: errorText(error) });
    }
  };
  return (
    <header className="thread-head">
      <span className="thread-back">
        <IconButton label="Back to Inbox" icon={<IconArrowLeft size={20} />} href={back} />
      </span>
      <Avatar name={name} src={creator.profilePicUrl} size={32} />
      <div className="t-grow thread-who">
        <h2 className="t-14 t-name t-row">
          <span className="t-ellipsis">{name}</span>
          {creator.verified && <VerifiedMark />}
        </h2>
        <p className="t-12 t-ink2 t-ellipsis">
          <PlatformIcon platform={creator.platform} label={PLATFORM_NAMES[creator.platform]} size={13} /> @
          {creator.username}, {campaignTitle}
        </p>
      </div>
      <IconButton
        label={starred ? 'Take the star away' : 'Star'}
        icon={starred ? <IconStarFilled size={18} /> : <IconStar size={18} />}
        aria-pressed={starred}
        onClick={() => void update({ starred: !starred }, { starred: !starred })}
      />
      <Menu
        label="Snooze"
        align="end"
        trigger={
          <IconButton
            label={snoozedUntil ? `Snoozed until ${exactTime(snoozedUntil)}` : 'Snooze'}
            icon={<IconClockPause size={18} />}
            dot={snoozedUntil !== null}
            noTooltip
            title="Snooze"
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
                { label: 'Wake up now', onClick: () => void update({ snoozedUntil: null }) },
              ]
            : []),
        ]}
        width={280}
      />
      {me && me.role !== 'administrator' && (
        <IconButton
          label={
            assignedTo?.id === me.id
              ? 'Give it back to the team'
              : assignedTo
                ? `Take over from ${assignedTo.name}`
                : 'Take it on'
          }
          icon={<IconUserCheck size={18} />}
          aria-pressed={assignedTo?.id === me.id}
          onClick={() => void update({ assignedTo: assignedTo?.id === me.id ? null : me.id })}
        />
      )}
      <IconButton
        label={panel ? 'Hide details' : 'Show details'}
        icon={<IconLayoutSidebarRight size={18} />}
        aria-pressed={panel}
        onClick={onPanel}
      />
    </header>
  );
}
