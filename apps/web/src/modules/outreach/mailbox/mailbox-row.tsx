import {
  IconMail,
  IconPlugConnected,
  IconPlugConnectedX,
  IconSend,
  IconSettings,
  IconX,
} from '@tabler/icons-react';
import type { Mailbox } from '@troupe/domain/outreach/mailbox';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { Pill } from '@troupe/ui/content/pill';
import { notify } from '@troupe/ui/feedback/notify';
import { exactNumber } from '@troupe/ui/lib/format';
import { MoreMenu } from '@troupe/ui/overlay/more-menu';
import { Children } from 'react';
import { errorText } from '../../../shared/call/error-text.ts';
import { mailboxLook, problemText, providerName } from './mailbox-labels.ts';
import type { MailboxWrites } from './mailbox-queries.ts';
import { t } from './messages/messages.gen.ts';
import { SendingPaused } from './sending-paused.tsx';

interface MailboxRowProps {
  mailbox: Mailbox;
  writes: MailboxWrites;
  /** Owners can resume invites and follow-ups. */
  isOwner: boolean;
  onReconnect: () => void;
  onSettings: () => void;
  onDisconnect: () => void;
}

/** One mailbox: its status, what it is used for, and what can be done about it. */
export function MailboxRow({
  mailbox,
  writes,
  isOwner,
  onReconnect,
  onSettings,
  onDisconnect,
}: MailboxRowProps) {
  const { id, address, name, provider, status, problem, isSender, shared, mine, synced, imported } = mailbox;
  const { week, stopped } = mailbox;
  const { tone, word } = mailboxLook(mailbox);
  const { change, test } = writes;
  const runTest = () =>
    !test.isPending &&
    test.mutate(id, {
      onSuccess: ({ imap, smtp }) => {
        if (!imap && !smtp) return void notify.success(t('tested'));
        notify.failure(t('testFailed'), {
          detail: [
            imap && t('testReading', { problem: problemText(imap) }),
            smtp && t('testSending', { problem: problemText(smtp) }),
          ]
            .filter(Boolean)
            .join(' '),
        });
      },
      onError: (error) => void notify.failure(t('testFailed'), { detail: errorText(error) }),
    });
  const send = (sends: boolean) =>
    change.mutate(
      { id, body: { isSender: sends } },
      {
        onSuccess: () =>
          void notify.success(sends ? t('nowSending', { address }) : t('notSending', { address })),
        onError: (error) => void notify.failure(t('saveFailed'), { detail: errorText(error) }),
      },
    );
  return (
    <li className="mailbox" aria-label={address}>
      <span className="mailbox-icon" aria-hidden="true">
        <IconMail size={20} />
      </span>
      <div className="t-grow mailbox-words">
        <p className="t-row t-wrap">
          <span className="t-name" dir="ltr">
            {address}
          </span>
          <Pill tone={tone}>{word}</Pill>
          {isSender && <Pill tone="iris">{t('sender')}</Pill>}
          {shared && <Pill>{t('shared')}</Pill>}
        </p>
        <p className="t-12 t-ink2 mailbox-facts">
          <span>{providerName(provider)}</span>
          {name && <span dir="auto">{name}</span>}
          <span>{t('connectedBy', { name: mailbox.connectedBy.name })}</span>
          <span>{t('imported', { count: imported })}</span>
          {status === 'connected' && synced && (
            <span>{Children.toArray(t.rich('checked', { ago: () => <Ago at={synced} /> }))}</span>
          )}
        </p>
        {week && (
          <p className="t-12 t-ink2">
            {t('week', {
              sent: exactNumber(week.sent),
              bounced: exactNumber(week.bounced),
              complaints: exactNumber(week.complaints),
            })}
          </p>
        )}
        {stopped && isSender && <SendingPaused stopped={stopped} writes={writes} isOwner={isOwner} />}
        {status === 'attention' && (
          <p className="t-ink2">
            {problem && problemText(problem)} {isSender && t('waiting')}
          </p>
        )}
      </div>
      {mine && (
        <div className="mailbox-actions">
          {status === 'attention' && (
            <Button size="row" icon={<IconPlugConnected size={16} />} onClick={onReconnect}>
              {t('reconnect')}
            </Button>
          )}
          {status === 'connected' && !isSender && (
            <Button
              size="row"
              icon={<IconSend size={16} />}
              busy={change.isPending}
              onClick={() => send(true)}
            >
              {t('useForSending')}
            </Button>
          )}
          <MoreMenu
            label={t('more', { address })}
            size="md"
            look="edged"
            items={[
              {
                label: t('test'),
                icon: <IconPlugConnected size={18} />,
                onClick: runTest,
              },
              { label: t('settings'), icon: <IconSettings size={18} />, onClick: onSettings },
              ...(isSender
                ? [{ label: t('stopSending'), icon: <IconX size={18} />, onClick: () => send(false) }]
                : []),
              { label: t('reconnect'), icon: <IconPlugConnected size={18} />, onClick: onReconnect },
              'divider',
              {
                label: t('disconnect'),
                icon: <IconPlugConnectedX size={18} />,
                danger: true,
                onClick: onDisconnect,
              },
            ]}
          />
        </div>
      )}
    </li>
  );
}
