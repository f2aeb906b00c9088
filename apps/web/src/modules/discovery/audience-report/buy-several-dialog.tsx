import { useQueryClient } from '@tanstack/react-query';
import { CallError } from '@troupe/contract/client';
import { REPORT_CREDITS } from '@troupe/domain/billing/credit';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { notify } from '@troupe/ui/feedback/notify';
import { counted } from '@troupe/ui/lib/format';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { BUY_CREDITS, paymentAction, useBalance } from '../../../shared/brand/credit.tsx';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import type { ReportCreator } from './audience-report-queries.ts';
import { refusedNotice } from './report-labels.ts';
import { buyReport } from './use-buy-report.ts';
import './deep-insights.css';

interface BuySeveralDialogProps {
  creators: readonly ReportCreator[];
  onClose: () => void;
}

/** Asks before reports on several creators are bought, and says what it can cost at most. */
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
      title={`Get deep insights for ${counted(creators.length, 'creator')}?`}
      onClose={onClose}
      foot={`Costs up to ${counted(cost, 'credit')}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" onClick={buy}>
            Buy reports
          </Button>
        </>
      }
    >
      <p className="t-ink2">
        Each report costs {counted(REPORT_CREDITS, 'credit')}. Reports already in your account and unavailable
        reports are free.
      </p>
      {balance !== undefined && (
        <p className="t-ink2 deep-insights-words">
          You have {counted(balance, 'credit')}.{' '}
          {tooFew && (
            <>
              Not enough for all of them.{' '}
              <Link className="t-link" href={BUY_CREDITS}>
                Buy credits
              </Link>
            </>
          )}
        </p>
      )}
    </Dialog>
  );
}

/** Nothing further can be bought after these. */
const ENDS = ['insufficient_credits', 'subscription_required', 'rate_limited', 'network'];

/** Buys reports in sequence and shows progress; continues in the background. */
async function buyAll(
  buy: (creator: ReportCreator) => Promise<{ found: boolean; charged: number }>,
  creators: readonly ReportCreator[],
): Promise<void> {
  const progress = notify.progress('Buying reports', { detail: `0 of ${creators.length}` });
  let charged = 0;
  let there = 0;
  const missing: string[] = [];
  let end: unknown;
  for (const [index, creator] of creators.entries()) {
    try {
      charged += (await buy(creator)).charged;
      there += 1;
    } catch (error) {
      missing.push(`${creator.username}: ${refusedNotice(error).text}`);
      if (error instanceof CallError && ENDS.includes(error.code)) {
        end = error;
        break;
      }
    }
    progress.update({ detail: `${index + 1} of ${creators.length}` });
  }
  const deducted = `${counted(charged, 'credit')} ${charged === 1 ? 'has' : 'have'} been deducted from your account.`;
  if (missing.length === 0) {
    progress.done(`${counted(there, 'report')} in your account.`, {
      detail: deducted,
      action: { label: 'Show', href: '/creator-search/deep-insights' },
    });
    return;
  }
  const action = paymentAction(end) ?? { label: 'Show', href: '/creator-search/deep-insights' };
  progress.failed(`${there} of ${counted(creators.length, 'report')} in your account.`, {
    detail: `${deducted} ${missing.slice(0, 3).join(' ')}`,
    action,
  });
}
