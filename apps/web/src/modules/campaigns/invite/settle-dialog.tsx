import type { Invite } from '@troupe/domain/campaigns/invite';
import { Button } from '@troupe/ui/action/button';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { creatorName } from '../../../shared/creator/creator-labels.ts';
import { useSettling } from './use-sending.ts';

/** Settles an invite whose delivery is uncertain or failed. */
export function SettleDialog({ invite, onClose }: { invite: Invite; onClose: () => void }) {
  const settle = useSettling();
  const name = creatorName(invite.metaData.profile);
  const unsure = invite.status === 'uncertain';
  const decide = (as: 'sent' | 'again') => {
    if (!settle.isPending) settle.mutate({ invite, as }, { onSettled: onClose });
  };
  return (
    <Dialog
      open
      title={unsure ? 'Was this invite sent?' : 'Send this invite again?'}
      onClose={onClose}
      foot="Sending again sends 1 email"
      actions={
        <>
          {unsure ? (
            <Button onClick={() => decide('sent')}>Mark as sent</Button>
          ) : (
            <Button onClick={onClose}>Cancel</Button>
          )}
          <Button kind="main" busy={settle.isPending} onClick={() => decide('again')}>
            Send again
          </Button>
        </>
      }
    >
      {unsure ? (
        <>
          <p>
            The connection dropped while we were sending the email to {name}. We can't confirm it was sent.
          </p>
          <ul className="invite-choices t-ink2">
            <li>
              <span className="t-medium">Mark as sent</span>: we won't send it again. If it wasn't sent,{' '}
              {name} won't receive it.
            </li>
            <li>
              <span className="t-medium">Send again</span>: if it was sent, {name} will receive it twice.
            </li>
          </ul>
        </>
      ) : (
        <p>
          {invite.statusReason ?? "We couldn't send this email."} {name} didn't receive it.
        </p>
      )}
    </Dialog>
  );
}
