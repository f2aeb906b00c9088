import { CallError } from '@troupe/contract/client';
import type { Message } from '@troupe/domain/inbox/conversation';
import { Button } from '@troupe/ui/action/button';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { useCallback, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { creatorName } from '../../../shared/creator/creator-labels.ts';
import { t } from '../messages/messages.gen.ts';
import { Composer } from './composer.tsx';
import { FollowUpLine } from './follow-up-line.tsx';
import { MessageList } from './message-list.tsx';
import { ScheduledList } from './scheduled-list.tsx';
import { TalkPanel } from './talk-panel.tsx';
import { ThreadHead } from './thread-head.tsx';
import { useOutbox, useThread } from './use-thread.ts';

const isGone = (error: unknown) =>
  error instanceof CallError && (error.status === 404 || error.status === 422);

interface ThreadViewProps {
  optInId: string;
  /** Where the list of conversations is. */
  back: string;
  /** A conversation opened automatically takes no focus and stays unread until the user interacts with it. */
  openedBy: 'person' | 'inbox';
}

/** One conversation: messages, composer, and details of the creator beside them. */
export function ThreadView({ optInId, back, openedBy }: ThreadViewProps) {
  const brandId = useBrandId();
  const [used, setUsed] = useState(false);
  const thread = useThread(brandId, optInId, used || openedBy === 'person');
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
            title={t('thread.missing')}
            text={t('thread.missingText')}
            actions={<Button href={back}>{t('thread.back')}</Button>}
          />
        ) : error ? (
          <div className="thread-wait">
            <ErrorState title={t('thread.loadFailed')} text={errorText(error)} onRetry={thread.retry} />
          </div>
        ) : (
          <Loading label={t('thread.loading')}>
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
      <section
        className="thread"
        aria-label={t('thread.label', { name })}
        data-panel={panel || undefined}
        onPointerDownCapture={() => setUsed(true)}
        onFocusCapture={() => setUsed(true)}
      >
        <ThreadHead
          thread={thread}
          shownId={optInId}
          back={back}
          panel={panel}
          onPanel={() => setAsked(!panel)}
          takesFocus={openedBy === 'person'}
        />
        {error !== null && (
          <ErrorState title={t('thread.updateFailed')} text={errorText(error)} onRetry={thread.retry} />
        )}
        <FollowUpLine optInId={optInId} messages={thread.messages ?? []} />
        <MessageList name={name} thread={thread} outbox={outbox} />
        {outbox.failure !== null && outbox.leaving.length === 0 && (
          <ErrorState title={t('thread.notSent')} text={t('thread.kept', { failure: outbox.failure })} />
        )}
        <ScheduledList
          messages={thread.scheduled}
          onTakenBack={({ id, text, attachments }) => {
            thread.dropScheduled(id);
            outbox.change({
              text: [text, outbox.text].filter(Boolean).join('\n'),
              attachments: [...attachments.map(({ id, name }) => ({ id, name })), ...outbox.attachments],
            });
          }}
        />
        <p className="thread-writing t-12" role="status">
          {thread.typing?.by === 'brand' &&
            (thread.typing.name
              ? t('thread.alsoTyping', { name: thread.typing.name })
              : t('thread.someoneTyping'))}
        </p>
        <Composer
          optInId={optInId}
          name={name}
          canChat={conversation.campaigns.some((one) => one.optInId !== null)}
          email={thread.email}
          outbox={outbox}
        />
      </section>
      {panel && <TalkPanel conversation={conversation} onClose={() => setAsked(false)} />}
    </>
  );
}
