import type { OptIn } from '@troupe/domain/campaigns/opt-in';
import { Button } from '@troupe/ui/action/button';
import { TextArea } from '@troupe/ui/field/field';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { creatorName } from '../../../shared/creator/creator-labels.ts';
import { useDraft } from '../../../shared/draft.ts';
import { t } from '../messages/messages.gen.ts';

interface DeclineDialogProps {
  optIns: readonly OptIn[];
  onClose: () => void;
  /** @returns whether it has been done */
  onDecline: (reason: string) => Promise<boolean>;
}

/** Asks for an optional reason before creators are declined. */
export default function DeclineDialog({ optIns, onClose, onDecline }: DeclineDialogProps) {
  const [only] = optIns;
  const draft = useDraft(`opt-in.${optIns.length === 1 ? only?.id : 'several'}.decline`, '');

  return (
    <Dialog
      open
      title={
        only && optIns.length === 1
          ? t('decline.one', { name: creatorName(only.socialProfile) })
          : t('decline.several', { count: optIns.length })
      }
      onClose={onClose}
      onSubmit={() => void onDecline(draft.text.trim()).then((done) => done && draft.discard())}
      foot={optIns.length === 1 ? t('decline.notifiedOne') : t('decline.notifiedAll')}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="danger" type="submit">
            {t('optIn.decline')}
          </Button>
        </>
      }
    >
      <TextArea
        label={t('decline.reason')}
        help={t('decline.reasonHelp')}
        size="form"
        rows={3}
        maxLength={1000}
        value={draft.text}
        onChange={(event) => draft.change(event.target.value)}
      />
    </Dialog>
  );
}
