import { IconMessages, IconPaperclip, IconSend, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { addAttachment, markTyping } from '@troupe/contract/conversation';
import { Button } from '@troupe/ui/button';
import { Switch } from '@troupe/ui/choice';
import { ErrorState } from '@troupe/ui/error-state';
import { keyNames } from '@troupe/ui/hooks';
import { IconButton } from '@troupe/ui/icon-button';
import { Menu } from '@troupe/ui/menu';
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react';
import { client } from '../../shared/client.ts';
import { useBrandId } from '../../shared/current-brand.ts';
import { errorText } from '../../shared/error-text.ts';
import './composer.css';
import { savedRepliesOptions } from './conversation-queries.ts';
import { SendLater } from './send-later.tsx';
import type { Outbox } from './use-outbox.ts';

/** The largest file sent along with a message. */
const MAX_MEGABYTES = 25;
/** The longest message, in characters. */
const MAX_LETTERS = 20_000;
/** That somebody is writing is told so often at most. */
const TYPING_EVERY_MS = 3000;

const SavedRepliesDialog = lazy(() => import('./saved-replies-dialog.tsx'));

interface ComposerProps {
  optInId: string;
  name: string;
  outbox: Outbox;
}

/** Where the brand writes. Ctrl or Cmd with Enter sends; what is typed is kept. */
export function Composer({ optInId, name, outbox }: ComposerProps) {
  const brandId = useBrandId();
  const { text, note, attachments, change, send } = outbox;
  const { data: saved } = useQuery(savedRepliesOptions(brandId));
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [taking, setTaking] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [managing, setManaging] = useState(false);
  const told = useRef(0);

  const tellTyping = () => {
    if (note || Date.now() - told.current < TYPING_EVERY_MS) return;
    told.current = Date.now();
    client.call(markTyping, { params: { brandId, optInId } }).catch(() => {});
  };
  const attach = async (file: File) => {
    if (file.size > MAX_MEGABYTES * 1024 * 1024)
      return setRefusal(`Files may have ${MAX_MEGABYTES} MB at most.`);
    setTaking(true);
    setRefusal(null);
    try {
      const taken = await client.upload(addAttachment, { params: { brandId, optInId } }, file, file.name);
      change({ attachments: [...outbox.attachments, { id: taken.id, name: taken.name }] });
    } catch (error) {
      setRefusal(errorText(error));
    }
    setTaking(false);
  };
  const insert = (reply: string) => {
    change({ text: text ? `${text.trimEnd()}\n${reply}` : reply });
    field.current?.focus();
  };
  const sendNow = (at: string | null = null) => {
    told.current = 0;
    send(at);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    sendNow();
  };
  const replies = saved?.savedReplies ?? [];
  return (
    <form
      className="composer"
      data-note={note || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        sendNow();
      }}
    >
      {refusal && <ErrorState title="The file was not taken." text={refusal} />}
      <textarea
        ref={field}
        rows={2}
        className="composer-text"
        dir="auto"
        aria-label={note ? 'Note for the team' : `Message to ${name}`}
        placeholder={note ? 'Only your team sees this' : `Write to ${name}`}
        maxLength={MAX_LETTERS}
        value={text}
        onChange={(event) => {
          change({ text: event.target.value });
          if (event.target.value) tellTyping();
        }}
        onKeyDown={onKeyDown}
      />
      {attachments.length > 0 && (
        <ul className="composer-files" aria-label="Files that go along">
          {attachments.map(({ id, name: file }) => (
            <li key={id} className="t-row">
              <span className="t-ellipsis">{file}</span>
              <IconButton
                size="row"
                label={`Leave out ${file}`}
                icon={<IconX size={16} />}
                onClick={() => change({ attachments: attachments.filter((one) => one.id !== id) })}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="composer-tools">
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
          icon={<IconPaperclip size={18} />}
          disabledReason={attachments.length >= 10 ? 'At most 10 files go along' : undefined}
          onClick={() => picker.current?.click()}
        />
        <Menu
          label="Saved replies"
          trigger={
            <IconButton
              label="Saved replies"
              title="Saved replies"
              icon={<IconMessages size={18} />}
              noTooltip
            />
          }
          items={[
            ...replies.map((reply) => ({ label: reply.label, onClick: () => insert(reply.text) })),
            ...(replies.length > 0 ? ['divider' as const] : []),
            { label: 'Manage saved replies', onClick: () => setManaging(true) },
          ]}
        />
        <Switch label="Note" checked={note} onChange={(event) => change({ note: event.target.checked })} />
        <span className="t-grow composer-state t-12 t-ink3">
          {text && `Draft kept. ${keyNames('mod+enter')} ${note ? 'keeps it' : 'sends it'}.`}
        </span>
        {!note && (
          <SendLater empty={!text.trim() && attachments.length === 0} onLater={(at) => sendNow(at)} />
        )}
        <Button
          kind="main"
          type="submit"
          icon={<IconSend size={16} />}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          title={keyNames('mod+enter')}
        >
          {note ? 'Keep' : 'Send'}
        </Button>
      </div>
      {managing && (
        <Suspense fallback={null}>
          <SavedRepliesDialog draft={text} onClose={() => setManaging(false)} />
        </Suspense>
      )}
    </form>
  );
}
