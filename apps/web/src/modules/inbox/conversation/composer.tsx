import { IconAlertTriangle, IconMessages, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { addAttachment, markTyping } from '@troupe/contract/inbox/conversation';
import { acceptList } from '@troupe/domain/file-type';
import type { EmailBlock, EmailSide } from '@troupe/domain/inbox/conversation';
import {
  MAX_ATTACHMENT_MEGABYTES,
  MAX_ATTACHMENTS,
  MAX_SUBJECT,
  messageLengthError,
  TYPING_INTERVAL_MS,
} from '@troupe/domain/inbox/conversation-limits';
import { Button } from '@troupe/ui/action/button';
import { keyNames } from '@troupe/ui/action/hotkey';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Link } from '@troupe/ui/action/link';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { AttachButton, FilesAlong, useFileTaking } from '@troupe/ui/field/file-choice';
import { Segmented } from '@troupe/ui/field/segmented';
import { Menu } from '@troupe/ui/overlay/menu';
import { type KeyboardEvent, lazy, type RefObject, Suspense, useRef, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import './composer.css';
import { t } from '../messages/messages.gen.ts';
import { savedRepliesOptions } from './conversation-queries.ts';
import { SendLater } from './send-later.tsx';
import type { Outbox } from './use-thread.ts';

const SavedRepliesDialog = lazy(() => import('./saved-replies-dialog.tsx'));

/** What a message is written as. */
type Mode = 'chat' | 'email' | 'note';

/** Where someone of the brand can fix what blocks emails. */
const fixOf = (block: EmailBlock): { href: string; label: string } | null => {
  if (block === 'subscription_required') return { href: '/pricing', label: t('composer.seePlans') };
  if (block === 'email_domain_required')
    return { href: '/account#email-settings', label: t('composer.setUpDomain') };
  return null;
};

interface ComposerProps {
  optInId: string;
  name: string;
  /** Whether the creator opted in to a campaign, so that they read chat messages. */
  canChat: boolean;
  /** What emails need; null until it is loaded. */
  email: EmailSide | null;
  outbox: Outbox;
}

/** Writes chat messages, emails and notes. Ctrl or Cmd with Enter sends; drafts are kept. */
export function Composer({ optInId, name, canChat, email, outbox }: ComposerProps) {
  const brandId = useBrandId();
  const { text, note, attachments, change, send } = outbox;
  const wantsEmail = outbox.email === undefined ? !canChat : outbox.email !== null;
  const mode: Mode = note ? 'note' : wantsEmail || !canChat ? 'email' : 'chat';
  const subject = outbox.email?.subject ?? email?.subject ?? '';
  const blocked = mode === 'email' ? (email?.blocked ?? null) : null;
  const [noSubject, setNoSubject] = useState(false);
  const subjectField = useRef<HTMLInputElement>(null);
  const { data: saved } = useQuery(savedRepliesOptions(brandId));
  const field = useRef<HTMLTextAreaElement>(null);
  const { taking, refusal, offer, forget } = useFileTaking({
    mostMegabytes: MAX_ATTACHMENT_MEGABYTES,
    take: async (file) =>
      outbox.enclose(await client.upload(addAttachment, { params: { brandId, optInId } }, file, file.name)),
    errorText,
  });
  const over = messageLengthError(text);
  const [managing, setManaging] = useState(false);
  const told = useRef(0);

  const sendTyping = () => {
    if (mode !== 'chat' || Date.now() - told.current < TYPING_INTERVAL_MS) return;
    told.current = Date.now();
    client.call(markTyping, { params: { brandId, optInId } }).catch(() => {});
  };
  const insert = (reply: string) => {
    change({ text: text ? `${text.trimEnd()}\n${reply}` : reply });
    field.current?.focus();
  };
  const sendNow = (at: string | null = null) => {
    if (over || blocked || (mode === 'email' && email === null)) return;
    if (mode === 'email') {
      if (!subject.trim()) {
        setNoSubject(true);
        subjectField.current?.focus();
        return;
      }
      // The draft names the mode, so that a message that was refused comes back as what it was.
      change({ email: { subject } });
    } else if (mode === 'chat') change({ email: null });
    told.current = 0;
    forget();
    void send(at);
    field.current?.focus();
  };
  const choose = (next: Mode) => {
    setNoSubject(false);
    if (next === 'note') change({ note: true });
    else change({ note: false, email: next === 'email' ? { subject } : null });
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    sendNow();
  };
  const replies = saved?.savedReplies ?? [];
  const label = mode === 'note' ? t('composer.label.note') : t(`composer.label.${mode}`, { name });
  return (
    <form
      className="composer"
      data-note={note || undefined}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        sendNow();
      }}
    >
      {over && <ErrorState title={t('composer.tooLong')} text={over} />}
      {refusal && <ErrorState {...refusal} />}
      <Segmented
        label={t('composer.writeAs')}
        value={mode}
        onChange={choose}
        options={[
          {
            value: 'chat',
            label: t('composer.mode.chat'),
            ...(canChat ? {} : { disabledReason: t('composer.cannotChat', { name }) }),
          },
          { value: 'email', label: t('composer.mode.email') },
          { value: 'note', label: t('composer.mode.note') },
        ]}
      />
      {mode === 'email' && (
        <EmailHead
          email={email}
          subject={subject}
          noSubject={noSubject && !subject.trim()}
          field={subjectField}
          onSubject={(next) => change({ email: { subject: next } })}
        />
      )}
      <textarea
        ref={field}
        rows={2}
        className="composer-text"
        dir="auto"
        aria-label={label}
        placeholder={mode === 'note' ? t('composer.notePlaceholder') : t('composer.placeholder', { name })}
        value={text}
        onChange={(event) => {
          change({ text: event.target.value });
          if (event.target.value) sendTyping();
        }}
        onKeyDown={onKeyDown}
      />
      <FilesAlong files={attachments} onLeaveOut={outbox.leaveOut} />
      <div className="composer-tools">
        <AttachButton
          taking={taking}
          count={attachments.length}
          most={MAX_ATTACHMENTS}
          accept={acceptList('attachment')}
          iconSize={18}
          onFile={(file) => void offer(file)}
        />
        <Menu
          label={t('replies.title')}
          trigger={<IconButton label={t('replies.title')} icon={<IconMessages size={18} />} />}
          items={[
            ...replies.map((reply) => ({ label: reply.label, onClick: () => insert(reply.text) })),
            ...(replies.length > 0 ? ['divider' as const] : []),
            { label: t('replies.manage'), onClick: () => setManaging(true) },
          ]}
        />
        <span className="t-grow composer-state t-12 t-ink3">
          {text &&
            t(mode === 'note' ? 'composer.savedNote' : 'composer.saved', { keys: keyNames('mod+enter') })}
        </span>
        {mode === 'chat' && (
          <SendLater empty={!text.trim() && attachments.length === 0} onLater={(at) => sendNow(at)} />
        )}
        <Button
          kind="main"
          type="submit"
          icon={<IconSend size={16} />}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          title={keyNames('mod+enter')}
          disabled={blocked !== null}
        >
          {mode === 'note'
            ? t('composer.addNote')
            : mode === 'email'
              ? t('composer.sendEmail')
              : t('composer.send')}
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

/** `From anna@larkmoor.com to cleo@example.com`; empty without either. */
function partiesText({ from, to }: EmailSide): string {
  if (!from) return to ? t('composer.to', { to }) : '';
  return to ? t('composer.fromTo', { from, to }) : t('composer.from', { from });
}

interface EmailHeadProps {
  email: EmailSide | null;
  subject: string;
  noSubject: boolean;
  field: RefObject<HTMLInputElement | null>;
  onSubject: (subject: string) => void;
}

/** From, to and subject of an email, or why none can be sent. */
function EmailHead({ email, subject, noSubject, field, onSubject }: EmailHeadProps) {
  if (email?.blocked) {
    const fix = fixOf(email.blocked);
    return (
      <p className="composer-blocked t-row" role="status">
        <IconAlertTriangle size={16} aria-hidden="true" />
        <span>{email.blockedReason}</span>
        {fix && (
          <Link className="t-link" href={fix.href}>
            {fix.label}
          </Link>
        )}
      </p>
    );
  }
  return (
    <div className="composer-email">
      {email && <p className="t-12 t-ink2 composer-parties">{partiesText(email)}</p>}
      <input
        ref={field}
        className="composer-subject"
        aria-label={t('composer.subject')}
        aria-invalid={noSubject || undefined}
        aria-describedby={noSubject ? 'composer-no-subject' : undefined}
        placeholder={t('composer.subject')}
        maxLength={MAX_SUBJECT}
        dir="auto"
        value={subject}
        onChange={(event) => onSubject(event.target.value)}
      />
      {noSubject && (
        <p id="composer-no-subject" className="t-12 message-failed" role="alert">
          {t('composer.noSubject')}
        </p>
      )}
    </div>
  );
}
