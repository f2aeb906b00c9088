import type { OptIn } from '@troupe/domain/campaigns/opt-in';
import { Button } from '@troupe/ui/action/button';
import { TextArea } from '@troupe/ui/field/field';
import { counted } from '@troupe/ui/lib/format';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { creatorName } from '../../../shared/creator/creator-labels.ts';
import { useDraft } from '../../../shared/draft.ts';

interface DeclineDialogProps {
  optIns: readonly OptIn[];
  onClose: () => void;
  /** @returns whether it has been done */
  onDecline: (reason: string) => Promise<boolean>;
}

/** Asks why before creators are declined; the answer can be left out. */
export default function DeclineDialog({ optIns, onClose, onDecline }: DeclineDialogProps) {
  const [only] = optIns;
  const draft = useDraft(`opt-in.${optIns.length === 1 ? only?.id : 'several'}.decline`, '');
  const who =
    optIns.length === 1 && only ? creatorName(only.socialProfile) : counted(optIns.length, 'creator');
  return (
    <Dialog
      open
      title={`Decline ${who}`}
      onClose={onClose}
      onSubmit={() => void onDecline(draft.text.trim()).then((done) => done && draft.discard())}
      foot={optIns.length === 1 ? 'The creator will be notified.' : 'They will all be notified.'}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" type="submit">
            Decline
          </Button>
        </>
      }
    >
      <TextArea
        label="Reason"
        help="Optional. Visible to the creator."
        size="form"
        rows={3}
        maxLength={1000}
        value={draft.text}
        onChange={(event) => draft.change(event.target.value)}
      />
    </Dialog>
  );
}
