import { IconChecks, IconPaperclip, IconSend, IconX } from '@tabler/icons-react';
import { addOwnAttachment } from '@troupe/contract/own-conversation';
import type { Message } from '@troupe/domain/conversation';
import { Button } from '@troupe/ui/button';
import { ErrorState } from '@troupe/ui/error-state';
import { TextArea } from '@troupe/ui/field';
import { IconButton } from '@troupe/ui/icon-button';
import { exactTime } from '@troupe/ui/lib/date';
import { hasLongWord, LinkedText } from '@troupe/ui/linked-text';
import { Section } from '@troupe/ui/section';
import { Loading, SkeletonText } from '@troupe/ui/skeleton';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { client } from '../../shared/client.ts';
import { errorText } from '../../shared/use-call.ts';
import { useThread } from './use-thread.ts';
import './thread.css';

/** The largest file sent along with a message. */
const MAX_MEGABYTES = 25;
const MAX_FILES = 10;

function Bubble({ message }: { message: Message }) {
  const { kind, text, by, attachments, created, read } = message;
  if (kind === 'event') return <li className="thread-event t-12 t-ink2">{text}</li>;
  return (
    <li className="thread-message" data-mine={kind === 'creator' || undefined}>
      <div className="thread-bubble">
        {text && (
          <p data-long={hasLongWord(text) || undefined}>
            <LinkedText text={text} />
          </p>
        )}
        {attachments.map(({ id, name, url, scan }) =>
          url === null ? (
            <p key={id} className="t-ink2">
              {name}, {scan === 'infected' ? 'removed: it carries a virus' : 'being checked for viruses'}
            </p>
          ) : (
            <a key={id} className="t-link" href={url} target="_blank" rel="noopener noreferrer">
              {name}
            </a>
          ),
        )}
      </div>
      <p className="t-12 t-ink2 t-row">
        {kind === 'creator' ? '' : `${by.name}, `}
        {exactTime(created)}
        {kind === 'creator' && read && <IconChecks size={16} role="img" aria-label="Read" />}
      </p>
    </li>
  );
}

function Composer({ thread, optInId }: { thread: ReturnType<typeof useThread>; optInId: string }) {
  const { draft, send, deliver, notSent, tellTyping } = thread;
  const { text, attachments, leaving } = draft.value;
  const picker = useRef<HTMLInputElement>(null);
  const [taking, setTaking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const attach = async (file: File) => {
    if (file.size > MAX_MEGABYTES * 1024 * 1024)
      return setFailure(`Files may have ${MAX_MEGABYTES} MB at most.`);
    setTaking(true);
    setFailure(null);
    try {
      const { id, name } = await client.upload(addOwnAttachment, { params: { optInId } }, file, file.name);
      draft.change({ attachments: [...attachments, { id, name }] }, 'attachments');
    } catch (error) {
      setFailure(errorText(error));
    }
    setTaking(false);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send();
  };
  return (
    <form className="thread-composer" onSubmit={submit}>
      {leaving.map((one) => (
        <p key={one.clientId} className="thread-leaving t-ink2">
          {one.text || one.attachments.map(({ name }) => name).join(', ')}
        </p>
      ))}
      {notSent !== null && (
        <ErrorState
          title="Not sent."
          text={`${notSent} It is kept here.`}
          {...(leaving.length > 0 ? { onRetry: deliver } : {})}
        />
      )}
      {failure && <ErrorState title="The file was not taken." text={failure} />}
      {attachments.length > 0 && (
        <ul className="thread-files" aria-label="Files that go along">
          {attachments.map(({ id, name }) => (
            <li key={id} className="t-row t-12 t-ink2">
              <span className="t-ellipsis">{name}</span>
              <IconButton
                size="row"
                label={`Leave out ${name}`}
                icon={<IconX size={16} />}
                onClick={() =>
                  draft.change({ attachments: attachments.filter((one) => one.id !== id) }, 'attachments')
                }
              />
            </li>
          ))}
        </ul>
      )}
      <div className="thread-line">
        <input
          ref={picker}
          type="file"
          hidden
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            event.target.value = '';
            if (file) void attach(file);
          }}
        />
        <IconButton
          label={taking ? 'Taking the file' : 'Attach a file'}
          icon={<IconPaperclip />}
          disabledReason={attachments.length >= MAX_FILES ? `At most ${MAX_FILES} files go along` : undefined}
          onClick={() => picker.current?.click()}
        />
        <div className="t-grow">
          <TextArea
            label="Message"
            hideLabel
            placeholder="Write to the brand"
            size="form"
            maxLength={20_000}
            value={text}
            onChange={(event) => {
              draft.change({ text: event.target.value }, 'text');
              if (event.target.value) tellTyping();
            }}
          />
        </div>
        <Button kind="suggested" size="form" type="submit" icon={<IconSend />}>
          Send
        </Button>
      </div>
    </form>
  );
}

interface ThreadProps {
  optInId: string;
  subject: string;
  brand: string;
  /** Something else of the opt-in changed at the brand's side. */
  onNews: () => void;
}

/** What the creator and the brand write to each other. */
export function Thread({ optInId, subject, brand, onNews }: ThreadProps) {
  const thread = useThread(optInId, subject, onNews);
  const { messages, hasMore, failure, typing, retry, loadEarlier } = thread;
  const list = useRef<HTMLDivElement>(null);
  const newest = messages?.at(-1)?.number;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest message is brought into sight
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [newest]);
  return (
    <Section title="Messages" id="messages">
      {messages === null && failure === null && (
        <Loading label="Loading messages">
          <SkeletonText lines={3} />
        </Loading>
      )}
      {failure !== null && (
        <ErrorState title="The messages could not be loaded." text={failure} onRetry={retry} />
      )}
      {messages?.length === 0 && <p className="t-ink2">Ask {brand} whatever you want to know.</p>}
      {messages !== null && messages.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard
        <div ref={list} className="thread-list" role="log" aria-label={`Messages with ${brand}`} tabIndex={0}>
          {hasMore && (
            <Button kind="quiet" onClick={loadEarlier}>
              Show Earlier
            </Button>
          )}
          <ol>
            {messages.map((message) => (
              <Bubble key={message.id} message={message} />
            ))}
          </ol>
        </div>
      )}
      <p className="thread-typing t-12 t-ink2" role="status">
        {typing !== null && `${typing || brand} is writing`}
      </p>
      <Composer thread={thread} optInId={optInId} />
    </Section>
  );
}
