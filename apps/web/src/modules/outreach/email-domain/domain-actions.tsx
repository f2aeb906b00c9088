import { IconDots, IconKey, IconMailForward, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react';
import type { EmailDomain } from '@troupe/domain/outreach/email-domain';
import { Button } from '@troupe/ui/action/button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { notify } from '@troupe/ui/feedback/notify';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { Menu } from '@troupe/ui/overlay/menu';
import { useRef, useState } from 'react';
import { errorText } from '../../../shared/call/error-text.ts';
import { domainLooks } from './domain-labels.ts';
import type { DomainWrites } from './email-domain-queries.ts';

interface DomainActionsProps {
  domain: EmailDomain;
  writes: DomainWrites;
  onEdit: () => void;
}

const failed = (what: string) => (error: Error) => void notify.failure(what, { detail: errorText(error) });

/** What an owner can do with the domain; what is hard to undo is asked first. */
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
      onSuccess: ({ to }) => notify.success(`Sending a test email to ${to}.`),
      onError: failed("Couldn't send the test email."),
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
              emailDomain && notify.info(`Checked: ${domainLooks[emailDomain.status].label}.`),
            onError: failed("Couldn't check the records."),
          })
        }
      >
        Check now
      </Button>
      <Button
        icon={<IconMailForward size={16} />}
        busy={test.isPending}
        disabledReason={verified ? undefined : 'Available once the domain is verified'}
        onClick={sendTest}
      >
        Send test email
      </Button>
      <Menu
        label="More about the email domain"
        align="end"
        trigger={<IconButton label="More" icon={<IconDots size={18} />} look="edged" noTooltip />}
        items={[
          { label: 'Edit', icon: <IconPencil size={18} />, onClick: onEdit },
          {
            label: 'Change the key',
            icon: <IconKey size={18} />,
            onClick: () => setAsks('rotate'),
            disabledReason: domain.nextSelector
              ? 'Publish the record of the new key first'
              : domain.verified
                ? undefined
                : 'Available once the domain is verified',
          },
          'divider',
          { label: 'Remove', icon: <IconTrash size={18} />, danger: true, onClick: () => setAsks('remove') },
        ]}
      />
      <ConfirmDialog
        open={asks === 'rotate'}
        title="Change the key?"
        text="A new DKIM record is added to the list. Email is signed with the current key until you publish the new one. You can delete the old record a week later."
        confirm="Create new key"
        busy={rotate.isPending}
        onClose={close}
        onConfirm={() =>
          rotate.mutate(undefined, {
            onSuccess: () => {
              close();
              notify.success('New key created. Publish its record.');
            },
            onError: failed("Couldn't change the key."),
          })
        }
      />
      <ConfirmDialog
        open={asks === 'remove'}
        danger
        title={`Remove ${domain.domain}?`}
        text="You can't send invites until you set up a domain again. Its signing key is deleted, so you'll need to publish new records."
        confirm="Remove"
        busy={remove.isPending}
        onClose={close}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              close();
              notify.success(`${domain.domain} has been removed.`);
            },
            onError: failed("Couldn't remove the domain."),
          })
        }
      />
    </>
  );
}
