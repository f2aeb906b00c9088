import type { Invite } from '@troupe/domain/invite';
import { Button } from '@troupe/ui/button';
import { Dialog } from '@troupe/ui/dialog';
import { creatorName } from '../../shared/creator/creator-words.ts';
import { useSettling } from './use-sending.ts';

/** Decides about an invite of which nobody knows whether it left, or one that did not. */
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
      title={unsure ? 'Did this invite leave?' : 'Send this invite again?'}
      onClose={onClose}
      foot="Sending again sends 1 email"
      actions={
        <>
          {unsure ? (
            <Button onClick={() => decide('sent')}>Count as sent</Button>
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
            The connection broke while the mail server had the email to {name}. Nobody knows whether it left.
          </p>
          <ul className="invite-choices t-ink2">
            <li>
              <span className="t-medium">Count as sent</span>: nothing more is sent. If it did not leave,{' '}
              {name} never gets it.
            </li>
            <li>
              <span className="t-medium">Send again</span>: if it did leave, {name} gets it twice.
            </li>
          </ul>
        </>
      ) : (
        <p>
          {invite.statusReason ?? 'The email could not be sent.'} {name} has not got it.
        </p>
      )}
    </Dialog>
  );
}
