import { IconKey, IconMailForward, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react';
import type { EmailDomain } from '@troupe/domain/outreach/email-domain';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { MoreMenu } from '@troupe/ui/overlay/more-menu';
import { useRef, useState } from 'react';
import { errorText } from '../../../shared/call/error-text.ts';
import { t } from '../messages/messages.gen.ts';
import { domainLook } from './domain-labels.ts';
import type { DomainWrites } from './email-domain-queries.ts';

interface DomainActionsProps {
  domain: EmailDomain;
  writes: DomainWrites;
  onEdit: () => void;
}

const failed = (what: string) => (error: Error) => void notify.failure(what, { detail: errorText(error) });

/** What an owner can do with the domain; what is hard to undo needs a confirmation. */
export function DomainActions({ domain, writes, onEdit }: DomainActionsProps) {
  const { check, rotate, remove, test } = writes;
  const [asks, setAsks] = useState<'rotate' | 'remove' | null>(null);
  const close = () => setAsks(null);
  const verified = domain.status === 'verified';
  // The second click of a double click comes before the next render.
  const sending = useRef(false);
  const sendTest = () => {
    if (sending.current) return;
    sending.current = true;
    test.mutate(undefined, {
      onSuccess: ({ to, mailboxes }) => notify.success(t('domain.testSending', { to, mailboxes })),
      onError: failed(t('domain.testFailed')),
      onSettled: () => {
        sending.current = false;
      },
    });
  };
  return (
    <>
      <Button
        icon={<IconRefresh size={16} />}
        busy={check.isPending}
        onClick={() =>
          check.mutate(undefined, {
            onSuccess: ({ emailDomain }) =>
              emailDomain &&
              notify.info(t('domain.checked', { status: domainLook(emailDomain.status).label })),
            onError: failed(t('domain.checkFailed')),
          })
        }
      >
        {t('domain.check')}
      </Button>
      <Button
        icon={<IconMailForward size={16} />}
        busy={test.isPending}
        disabledReason={verified ? undefined : t('domain.needsVerified')}
        onClick={sendTest}
      >
        {t('domain.test')}
      </Button>
      <MoreMenu
        label={t('domain.moreLabel')}
        size="md"
        look="edged"
        items={[
          { label: t('action.edit'), icon: <IconPencil size={18} />, onClick: onEdit },
          {
            label: t('domain.rotate'),
            icon: <IconKey size={18} />,
            onClick: () => setAsks('rotate'),
            disabledReason: domain.nextSelector
              ? t('domain.publishFirst')
              : domain.verified
                ? undefined
                : t('domain.needsVerified'),
          },
          'divider',
          {
            label: t('action.remove'),
            icon: <IconTrash size={18} />,
            danger: true,
            onClick: () => setAsks('remove'),
          },
        ]}
      />
      <ConfirmDialog
        open={asks === 'rotate'}
        title={t('domain.rotateTitle')}
        text={t('domain.rotateText')}
        confirm={t('domain.rotateConfirm')}
        busy={rotate.isPending}
        onClose={close}
        onConfirm={() =>
          rotate.mutate(undefined, {
            onSuccess: () => {
              close();
              notify.success(t('domain.rotated'));
            },
            onError: failed(t('domain.rotateFailed')),
          })
        }
      />
      <ConfirmDialog
        open={asks === 'remove'}
        danger
        title={t('domain.removeTitle', { domain: domain.domain })}
        text={t('domain.removeText')}
        confirm={t('action.remove')}
        busy={remove.isPending}
        onClose={close}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              close();
              notify.success(t('domain.removed', { domain: domain.domain }));
            },
            onError: failed(t('domain.removeFailed')),
          })
        }
      />
    </>
  );
}
