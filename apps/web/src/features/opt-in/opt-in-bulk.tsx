import { IconCheck, IconX } from '@tabler/icons-react';
import type { OptIn } from '@troupe/domain/opt-in';
import { BulkBar, Cost } from '@troupe/ui/bulk-bar';
import { Button } from '@troupe/ui/button';
import { counted } from '@troupe/ui/lib/format';

interface OptInBulkProps {
  chosen: readonly OptIn[];
  shown: number;
  onChooseAll: () => void;
  onClear: () => void;
  onApprove: () => void;
  onDecline: () => void;
}

/** What can be done with the chosen opt-ins, in one bar. */
export function OptInBulk({ chosen, shown, onChooseAll, onClear, onApprove, onDecline }: OptInBulkProps) {
  return (
    <BulkBar count={chosen.length} onClear={onClear}>
      {chosen.length < shown && (
        <Button kind="quiet" onClick={onChooseAll}>
          Select all {shown}
        </Button>
      )}
      <Button kind="quiet" icon={<IconX size={16} />} onClick={onDecline}>
        Decline
      </Button>
      <Button kind="quiet" icon={<IconCheck size={16} />} onClick={onApprove}>
        Approve <Cost>{counted(chosen.length, 'collaboration')}</Cost>
      </Button>
    </BulkBar>
  );
}
