import { IconCheck, IconX } from '@tabler/icons-react';
import type { OptIn } from '@troupe/domain/campaigns/opt-in';
import { BulkBar, Cost } from '@troupe/ui/action/bulk-bar';
import { Button } from '@troupe/ui/action/button';
import { t } from '../messages/messages.gen.ts';
import { feeTotalText } from './opt-in-labels.ts';

interface OptInBulkProps {
  chosen: readonly OptIn[];
  shown: number;
  /** `4 of 5 collaborations this month`; null while it is not known. */
  usage: string | null;
  onChooseAll: () => void;
  onClear: () => void;
  onApprove: () => void;
  onDecline: () => void;
}

/** The bar with bulk actions for the selected opt-ins. */
export function OptInBulk({
  chosen,
  shown,
  usage,
  onChooseAll,
  onClear,
  onApprove,
  onDecline,
}: OptInBulkProps) {
  const sum = feeTotalText(chosen);
  return (
    <BulkBar count={chosen.length} onClear={onClear}>
      {chosen.length < shown && (
        <Button kind="quiet" onClick={onChooseAll}>
          {t('optIn.selectAll', { count: shown })}
        </Button>
      )}
      <Button kind="quiet" icon={<IconX size={16} />} onClick={onDecline}>
        {t('optIn.decline')}
      </Button>
      {usage && <span className="t-12 t-ink2 opt-in-usage">{usage}</span>}
      <Button kind="quiet" icon={<IconCheck size={16} />} onClick={onApprove}>
        {sum ? t('optIn.approveFor', { amount: sum }) : t('optIn.approve')}{' '}
        <Cost>{t('optIn.collaborations', { count: chosen.length })}</Cost>
      </Button>
    </BulkBar>
  );
}
