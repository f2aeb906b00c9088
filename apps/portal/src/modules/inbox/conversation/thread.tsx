import { IconChecks, IconSend } from '@tabler/icons-react';
import { hasArrived } from '@troupe/browser/outbox';
import { useApiText } from '@troupe/browser/problem-language';
import { addOwnAttachment } from '@troupe/contract/inbox/own-conversation';
import { acceptList } from '@troupe/domain/file-type';
import type { Message } from '@troupe/domain/inbox/conversation';
import {
  MAX_ATTACHMENT_MEGABYTES,
  MAX_ATTACHMENTS,
  messageLengthError,
} from '@troupe/domain/inbox/conversation-limits';
import { withheldReason } from '@troupe/domain/inbox/conversation-thread';
import { Button } from '@troupe/ui/action/button';
import { hasLongWord, LinkedText } from '@troupe/ui/action/link';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { TextArea } from '@troupe/ui/field/field';
import { AttachButton, FilesAlong, useFileTaking } from '@troupe/ui/field/file-choice';
import { Scrollable } from '@troupe/ui/layout/scrollable';
import { Section } from '@troupe/ui/layout/section';
import { exactTime } from '@troupe/ui/lib/date';
import { type SubmitEvent, useEffect, useRef } from 'react';
import { client, errorText } from '../../../shared/api.ts';
import { useThread } from './use-thread.ts';
import './thread.css';
import { t } from '../messages/messages.gen.ts';

function Bubble({ message }: { message: Message }) {
  const { kind, text, by, attachments, created, read } = message;
  const written = useApiText();
  if (kind === 'event') return <li className="thread-event t-12 t-ink2">{written(text)}</li>;
  return (
    <li className="thread-message" data-mine={kind === 'creator' || undefined}>
      <div className="thread-bubble">
        {text && (
          <p dir="auto" data-long={hasLongWord(text) || undefined}>
            <LinkedText text={text} />
          </p>
        )}
        {attachments.map(({ id, name, url, scan }) =>
          url === null ? (
            <p key={id} className="t-ink2">
              {t('thread.fileWithheld', { name, reason: withheldReason(scan) })}
            </p>
          ) : (
            <a key={id} className="t-link" href={url} target="_blank" rel="noopener noreferrer">
              {name}
            </a>
          ),
        )}
      </div>
      <p className="t-12 t-ink2 t-row">
        {kind === 'creator'
          ? exactTime(created)
          : t('thread.from', { name: by.name, time: exactTime(created) })}
        {kind === 'creator' && read && <IconChecks size={16} role="img" aria-label={t('thread.read')} />}
      </p>
    </li>
  );
}

function Composer({ thread, optInId }: { thread: ReturnType<typeof useThread>; optInId: string }) {
  const { draft, send, outbox, notSent, sendTyping, messages } = thread;
  const { text, attachments, leaving } = draft.values;
  const { taking, refusal, offer, forget } = useFileTaking({
    mostMegabytes: MAX_ATTACHMENT_MEGABYTES,
    take: async (file) =>
      outbox.enclose(await client.upload(addOwnAttachment, { params: { optInId } }, file, file.name)),
    errorText,
  });
  const over = messageLengthError(text);
  const onTheWay = leaving.filter((one) => notSent !== null || !hasArrived(one, 'creator', messages ?? []));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (over) return;
    forget();
    send();
  };
  return (
    <form className="thread-composer" onSubmit={submit}>
      {onTheWay.map((one) => (
        <p key={one.clientId} className="thread-leaving t-ink2">
          {one.text || one.attachments.map(({ name }) => name).join(', ')}
        </p>
      ))}
      {notSent !== null && (
        <ErrorState
          title={t('thread.notSent')}
          text={t('thread.kept', { failure: notSent })}
          {...(leaving.length > 0 ? { onRetry: () => void outbox.deliver() } : {})}
        />
      )}
      {over && <ErrorState title={t('thread.tooLong')} text={over} />}
      {refusal && <ErrorState {...refusal} />}
      <FilesAlong className="t-12 t-ink2" files={attachments} onLeaveOut={outbox.leaveOut} />
      <div className="thread-line">
        <AttachButton
          taking={taking}
          count={attachments.length}
          most={MAX_ATTACHMENTS}
          accept={acceptList('attachment')}
          onFile={(file) => void offer(file)}
        />
        <div className="t-grow">
          <TextArea
            label={t('thread.message')}
            hideLabel
            placeholder={t('thread.placeholder')}
            size="form"
            value={text}
            onChange={(event) => {
              draft.change({ text: event.target.value });
              if (event.target.value) sendTyping();
            }}
          />
        </div>
        <Button kind="suggested" size="form" type="submit" icon={<IconSend />}>
          {t('thread.send')}
        </Button>
      </div>
    </form>
  );
}

interface ThreadProps {
  optInId: string;
  brand: string;
  /** Something else of the opt-in changed at the brand's side. */
  onEvent: () => void;
}

/** What the creator and the brand write to each other. */
export function Thread({ optInId, brand, onEvent }: ThreadProps) {
  const thread = useThread(optInId, onEvent);
  const { messages, hasMore, failure, typing, retry, loadEarlier } = thread;
  const list = useRef<HTMLDivElement>(null);
  const newest = messages?.at(-1)?.number;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest message is brought into sight
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [newest]);
  return (
    <Section title={t('thread.title')} id="messages">
      {messages === null && failure === null && (
        <Loading label={t('thread.loading')}>
          <SkeletonText lines={3} />
        </Loading>
      )}
      {failure !== null && <ErrorState title={t('thread.loadFailed')} text={failure} onRetry={retry} />}
      {messages?.length === 0 && <p className="t-ink2">{t('thread.empty', { brand })}</p>}
      {messages !== null && messages.length > 0 && (
        <Scrollable ref={list} className="thread-list" role="log" aria-label={t('thread.label', { brand })}>
          {hasMore && (
            <Button kind="quiet" onClick={loadEarlier}>
              {t('thread.earlier')}
            </Button>
          )}
          <ol>
            {messages.map((message) => (
              <Bubble key={message.id} message={message} />
            ))}
          </ol>
        </Scrollable>
      )}
      <p className="thread-typing t-12 t-ink2" role="status">
        {typing !== null && t('thread.typing', { name: typing || brand })}
      </p>
      <Composer thread={thread} optInId={optInId} />
    </Section>
  );
}
