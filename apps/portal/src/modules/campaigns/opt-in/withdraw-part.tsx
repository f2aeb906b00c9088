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
import { t } from '../messages/messages.gen.ts';

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
      notify.success(again ? t('withdraw.rejoined') : t('withdraw.done'));
    } catch (error) {
      setFailure(errorText(error));
    }
    setBusy(false);
  };

  if (status === 'withdrawn') {
    return (
      <div className="opt-in-leave">
        {failure && <ErrorState title={t('withdraw.rejoinFailed')} text={failure} />}
        <Button kind="main" busy={busy} onClick={() => move(true)}>
          {t('withdraw.rejoin')}
        </Button>
      </div>
    );
  }
  if (status !== 'pending' && status !== 'approved') return null;
  return (
    <div className="opt-in-leave">
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {t('withdraw.action')}
      </Button>
      <Dialog
        open={open}
        title={t('withdraw.title')}
        onClose={() => setOpen(false)}
        onSubmit={() => move(false)}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>{t('action.cancel')}</Button>
            <Button kind="danger" type="submit" busy={busy}>
              {t('withdraw.action')}
            </Button>
          </>
        }
      >
        <p className="t-ink2">{t('withdraw.text', { brand: campaign.brand.name })}</p>
        <TextArea
          label={t('withdraw.why')}
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
