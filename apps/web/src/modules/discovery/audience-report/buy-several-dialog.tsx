import { useQueryClient } from '@tanstack/react-query';
import { CallError } from '@troupe/contract/client';
import { REPORT_CREDITS } from '@troupe/domain/billing/credit';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { notify } from '@troupe/ui/feedback/notify';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { BUY_CREDITS, paymentAction, useBalance } from '../../../shared/brand/credit.tsx';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import type { ReportCreator } from './audience-report-queries.ts';
import { t } from './messages/messages.gen.ts';
import { refusedNotice } from './report-labels.ts';
import { buyReport } from './use-buy-report.ts';
import './deep-insights.css';

interface BuySeveralDialogProps {
  creators: readonly ReportCreator[];
  onClose: () => void;
}

/** Confirms the purchase of several reports, with the maximum cost. */
export default function BuySeveralDialog({ creators, onClose }: BuySeveralDialogProps) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const balance = useBalance();
  const cost = creators.length * REPORT_CREDITS;
  const tooFew = balance !== undefined && balance < cost;
  const buy = () => {
    onClose();
    void buyAll((creator) => buyReport(queryClient, brandId, creator, false), creators);
  };
  return (
    <Dialog
      open
      title={t('several.title', { count: creators.length })}
      onClose={onClose}
      foot={t('several.cost', { credits: cost })}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="main" onClick={buy}>
            {t('several.buy')}
          </Button>
        </>
      }
    >
      <p className="t-ink2">{t('several.text', { credits: REPORT_CREDITS })}</p>
      {balance !== undefined && (
        <p className="t-ink2 deep-insights-words">
          {t('credits.have', { credits: balance })}{' '}
          {tooFew && (
            <>
              {t('several.tooFew')}{' '}
              <Link className="t-link" href={BUY_CREDITS}>
                {t('credits.buy')}
              </Link>
            </>
          )}
        </p>
      )}
    </Dialog>
  );
}

/** Errors after which further purchases would fail too. */
const ENDS = ['insufficient_credits', 'subscription_required', 'rate_limited', 'network'];

/** Buys reports in sequence and shows progress; continues in the background. */
async function buyAll(
  buy: (creator: ReportCreator) => Promise<{ found: boolean; charged: number }>,
  creators: readonly ReportCreator[],
): Promise<void> {
  const progress = notify.progress(t('several.progress'), {
    detail: t('several.done', { done: 0, total: creators.length }),
  });
  let charged = 0;
  let there = 0;
  const missing: string[] = [];
  let end: unknown;
  for (const [index, creator] of creators.entries()) {
    try {
      charged += (await buy(creator)).charged;
      there += 1;
    } catch (error) {
      missing.push(t('several.creator', { username: creator.username, failure: refusedNotice(error).text }));
      if (error instanceof CallError && ENDS.includes(error.code)) {
        end = error;
        break;
      }
    }
    progress.update({ detail: t('several.done', { done: index + 1, total: creators.length }) });
  }
  const deducted = t('several.deducted', { credits: charged });
  if (missing.length === 0) {
    progress.done(t('several.all', { count: there }), {
      detail: deducted,
      action: { label: t('several.show'), href: '/creator-search/deep-insights' },
    });
    return;
  }
  const action = paymentAction(end) ?? { label: t('several.show'), href: '/creator-search/deep-insights' };
  progress.failed(t('several.some', { count: there, total: creators.length }), {
    detail: `${deducted} ${missing.slice(0, 3).join(' ')}`,
    action,
  });
}
