import { IconChecks, IconLock, IconMail, IconPaperclip } from '@tabler/icons-react';
import { hasArrived, type Leaving } from '@troupe/browser/outbox';
import { useApiText } from '@troupe/browser/problem-language';
import type { Message } from '@troupe/domain/inbox/conversation';
import { withheldReason } from '@troupe/domain/inbox/conversation-thread';
import { Button } from '@troupe/ui/action/button';
import { hasLongWord, LinkedText } from '@troupe/ui/action/link';
import { Scrollable } from '@troupe/ui/layout/scrollable';
import { exactTime } from '@troupe/ui/lib/date';
import { Fragment, useEffect, useLayoutEffect, useRef } from 'react';
import { clockTime, dayLine } from './conversation-labels.ts';
import { EmailDelivery, EmailRest, EmailTop } from './email-message.tsx';
import './messages.css';
import { joined } from '@troupe/i18n/language';
import { t } from '../messages/messages.gen.ts';
import type { Outbox, Thread } from './use-thread.ts';

/** New messages scroll into view if the end is at most this many pixels away. */
const NEAR_END = 120;
/** Earlier messages load once the start is at most this many pixels away. */
const NEAR_BEGINNING = 200;

interface MessageListProps {
  name: string;
  thread: Thread;
  outbox: Outbox;
}

/** The messages of a conversation, grouped by day. Scrolling up loads earlier ones. */
export function MessageList({ name, thread, outbox }: MessageListProps) {
  const { conversation, messages, hasMore, loading, typing, loadEarlier, retry } = thread;
  const campaigns = conversation?.campaigns ?? [];
  const titleOf = (campaignId: string | null) =>
    campaigns.length > 1 ? campaigns.find((one) => one.campaignId === campaignId)?.title : undefined;
  const area = useRef<HTMLDivElement>(null);
  const before = useRef({ oldest: 0, newest: 0, height: 0, nearEnd: true });
  const oldest = messages[0]?.number ?? 0;
  const newest = messages.at(-1)?.number ?? 0;
  const onTheWay = outbox.leaving.filter(
    (one) => outbox.failure !== null || !hasArrived(one, 'brand', messages),
  );
  const leaving = onTheWay.length;

  // Keep the reader's place when earlier messages load above; scroll to new ones.
  useLayoutEffect(() => {
    const node = area.current;
    if (!node) return;
    const was = before.current;
    if (was.oldest > oldest && was.newest > 0) node.scrollTop += node.scrollHeight - was.height;
    else if (was.nearEnd || leaving > 0) node.scrollTop = node.scrollHeight;
    before.current = { oldest, newest, height: node.scrollHeight, nearEnd: was.nearEnd };
  }, [oldest, newest, leaving]);

  // Stay at the end when the pane gets smaller, as with a keyboard on the screen.
  useEffect(() => {
    const node = area.current;
    if (!node) return;
    const watcher = new ResizeObserver(() => {
      if (before.current.nearEnd) node.scrollTop = node.scrollHeight;
    });
    watcher.observe(node);
    return () => watcher.disconnect();
  }, []);

  const onScroll = () => {
    const node = area.current;
    if (!node) return;
    before.current.nearEnd = node.scrollHeight - node.scrollTop - node.clientHeight < NEAR_END;
    if (node.scrollTop < NEAR_BEGINNING && before.current.newest > 0) loadEarlier();
  };
  let day = '';
  return (
    <Scrollable
      ref={area}
      className="messages"
      role="log"
      aria-label={t('messages.label', { name })}
      onScroll={onScroll}
    >
      {hasMore && (
        <Button kind="quiet" busy={loading} onClick={loadEarlier}>
          {t('messages.earlier')}
        </Button>
      )}
      {messages.length === 0 && !loading && <p className="t-ink2 messages-none">{t('messages.none')}</p>}
      {messages.map((message) => {
        const line = dayLine(message.created);
        const isNew = line !== day;
        day = line;
        return (
          <Fragment key={message.id}>
            {isNew && <p className="messages-day t-12 t-ink3">{line}</p>}
            <Bubble message={message} campaign={titleOf(message.campaignId)} onChanged={retry} />
          </Fragment>
        );
      })}
      {onTheWay.map((one) => (
        <OnItsWay key={one.clientId} one={one} outbox={outbox} />
      ))}
      <p className="messages-typing t-12 t-ink2" role="status">
        {typing?.by === 'creator' && t('messages.typing', { name: typing.name || name })}
      </p>
    </Scrollable>
  );
}

/** What happened to an opt-in or its content. */
function EventLine({ text, created }: Pick<Message, 'text' | 'created'>) {
  const apiText = useApiText();
  return (
    <p className="messages-event t-12 t-ink2" title={exactTime(created)}>
      {apiText(text)}
    </p>
  );
}

interface BubbleProps {
  message: Message;
  /** The campaign it is about, if the conversation is about several. */
  campaign: string | undefined;
  onChanged: () => void;
}

function Bubble({ message, campaign, onChanged }: BubbleProps) {
  const { kind, text, by, attachments, created, read, byEmail, email } = message;
  if (kind === 'event') return <EventLine text={text} created={created} />;
  const ours = kind !== 'creator';
  return (
    <div className="message" data-kind={kind}>
      <div className="message-bubble">
        {kind === 'note' && (
          <p className="t-row t-12 message-note">
            <IconLock size={14} aria-hidden="true" /> {t('messages.note')}
          </p>
        )}
        {email && <EmailTop email={email} />}
        {text && (
          <p className="message-text" dir="auto" data-long={hasLongWord(text) || undefined}>
            <LinkedText text={text} />
          </p>
        )}
        {attachments.map((file) => (
          <SentFile key={file.id} file={file} />
        ))}
        {email && <EmailRest message={message} email={email} />}
      </div>
      <p className="message-foot t-12 t-ink3">
        <span>{by.name}</span>
        {campaign && <span className="t-ellipsis message-campaign">{campaign}</span>}
        <time dateTime={created} title={exactTime(created)}>
          {clockTime(created)}
        </time>
        {byEmail && <IconMail size={14} role="img" aria-label={t('messages.email')} />}
        {ours && kind === 'brand' && read && (
          <span className="t-row" title={t('messages.readAt', { time: exactTime(read) })}>
            <IconChecks size={16} role="img" aria-label={t('messages.read')} />
          </span>
        )}
        {email && <EmailDelivery message={message} email={email} onChanged={onChanged} />}
      </p>
    </div>
  );
}

function SentFile({ file: { name, url, scan } }: { file: Message['attachments'][number] }) {
  if (url === null)
    return (
      <p className="t-row t-ink2">
        <IconPaperclip size={16} aria-hidden="true" />
        {joined([name, withheldReason(scan)])}
      </p>
    );
  return (
    <a className="t-link t-row message-file" href={url} target="_blank" rel="noopener noreferrer">
      <IconPaperclip size={16} aria-hidden="true" />
      {name}
    </a>
  );
}

/** A message that the server has not accepted yet. */
function OnItsWay({ one, outbox }: { one: Leaving; outbox: Outbox }) {
  const { sending, failure, deliver } = outbox;
  const stuck = failure !== null && !sending;
  return (
    <div className="message" data-kind={one.note ? 'note' : 'brand'} data-leaving>
      <div className="message-bubble">
        {one.email && <p className="message-subject t-12 t-medium">{one.email.subject}</p>}
        <p className="message-text" dir="auto" data-long={hasLongWord(one.text) || undefined}>
          {one.text || one.attachments.map(({ name }) => name).join(', ')}
        </p>
      </div>
      {stuck ? (
        <p className="message-foot t-12" role="alert">
          <span className="message-failed">{t('messages.notSent', { failure })}</span>
          <Button size="row" kind="quiet" onClick={() => void deliver()}>
            {t('action.retry')}
          </Button>
        </p>
      ) : (
        <p className="message-foot t-12 t-ink3">{t('messages.sending')}</p>
      )}
    </div>
  );
}
