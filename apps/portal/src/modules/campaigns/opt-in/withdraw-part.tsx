import { withdrawOptIn } from '@troupe/contract/campaigns/creator-app';
import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { notify } from '@troupe/ui/feedback/notify';
import { TextArea } from '@troupe/ui/field/field';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { client, errorText } from '../../../shared/api.ts';
import type { OwnOptIn } from '../../../shared/campaign-words.ts';
import { useDraft } from '../../../shared/draft.ts';

interface WithdrawPartProps {
  optIn: OwnOptIn;
  onChange: (next: OwnOptIn) => void;
}

/** Takes the opt-in back, or takes part again. */
export function WithdrawPart({ optIn, onChange }: WithdrawPartProps) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { id: optInId, status, campaign } = optIn;
  const draft = useDraft(`withdraw.${optInId}`, { reason: '' });
  const { reason } = draft.values;

  const move = async (again: boolean) => {
    setBusy(true);
    setFailure(null);
    try {
      const answer = await client.call(withdrawOptIn, { params: { optInId }, body: { again, reason } });
      setOpen(false);
      draft.change({ reason: '' });
      draft.discard();
      onChange(answer.optIn);
      notify.success(again ? "You've rejoined." : 'Your opt-in has been withdrawn.');
    } catch (error) {
      setFailure(errorText(error));
    }
    setBusy(false);
  };

  if (status === 'withdrawn') {
    return (
      <div className="opt-in-leave">
        {failure && <ErrorState title="Couldn't rejoin." text={failure} />}
        <Button kind="main" busy={busy} onClick={() => move(true)}>
          Rejoin
        </Button>
      </div>
    );
  }
  if (status !== 'pending' && status !== 'approved') return null;
  return (
    <div className="opt-in-leave">
      <Button kind="quiet" onClick={() => setOpen(true)}>
        Withdraw
      </Button>
      <Dialog
        open={open}
        title="Withdraw from this campaign?"
        onClose={() => setOpen(false)}
        onSubmit={() => move(false)}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button kind="danger" type="submit" busy={busy}>
              Withdraw
            </Button>
          </>
        }
      >
        <p className="t-ink2">
          {campaign.brand.name} will be notified. You can rejoin while the campaign is open.
        </p>
        <TextArea
          label="Why (optional)"
          rows={2}
          maxLength={1000}
          value={reason}
          error={failure}
          onChange={(event) => draft.change({ reason: event.target.value })}
        />
      </Dialog>
    </div>
  );
}
