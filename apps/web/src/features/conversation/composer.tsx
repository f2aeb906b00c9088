import { IconMessages, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { addAttachment, markTyping } from '@troupe/contract/conversation';
import {
  MAX_ATTACHMENT_MEGABYTES,
  MAX_ATTACHMENTS,
  TYPING_EVERY_MS,
  tooLong,
} from '@troupe/domain/conversation-limits';
import { AttachButton, FilesAlong, useFileTaking } from '@troupe/ui/attach-file';
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
  const { taking, refusal, offer } = useFileTaking({
    mostMegabytes: MAX_ATTACHMENT_MEGABYTES,
    take: async (file) =>
      outbox.enclose(await client.upload(addAttachment, { params: { brandId, optInId } }, file, file.name)),
    errorText,
  });
  const over = tooLong(text);
  const [managing, setManaging] = useState(false);
  const told = useRef(0);

  const tellTyping = () => {
    if (note || Date.now() - told.current < TYPING_EVERY_MS) return;
    told.current = Date.now();
    client.call(markTyping, { params: { brandId, optInId } }).catch(() => {});
  };
  const insert = (reply: string) => {
    change({ text: text ? `${text.trimEnd()}\n${reply}` : reply });
    field.current?.focus();
  };
  const sendNow = (at: string | null = null) => {
    if (over) return;
    told.current = 0;
    void send(at);
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
      {over && <ErrorState title="Too long to send." text={over} />}
      {refusal && <ErrorState title="The file was not taken." text={refusal} />}
      <textarea
        ref={field}
        rows={2}
        className="composer-text"
        dir="auto"
        aria-label={note ? 'Note for the team' : `Message to ${name}`}
        placeholder={note ? 'Only your team sees this' : `Write to ${name}`}
        value={text}
        onChange={(event) => {
          change({ text: event.target.value });
          if (event.target.value) tellTyping();
        }}
        onKeyDown={onKeyDown}
      />
      <FilesAlong files={attachments} onLeaveOut={outbox.leaveOut} />
      <div className="composer-tools">
        <AttachButton
          taking={taking}
          count={attachments.length}
          most={MAX_ATTACHMENTS}
          iconSize={18}
          onFile={(file) => void offer(file)}
        />
        <Menu
          label="Saved replies"
          trigger={<IconButton label="Saved replies" icon={<IconMessages size={18} />} />}
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
