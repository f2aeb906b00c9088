import { useQueryClient } from '@tanstack/react-query';
import { listCredits } from '@troupe/contract/billing/credit';
import { listAudienceReports } from '@troupe/contract/discovery/audience-report';
import { notify } from '@troupe/ui/feedback/notify';
import { useEffect, useRef } from 'react';
import type { HeldReport, ReportCreator } from './audience-report-queries.ts';
import { purchasedNotice } from './purchase-notice.ts';

/**
 * Tells how a purchase ended that was on its way when the panel was opened: a teammate's, or one's own before a
 * reload. `busy` while this page buys itself, which tells by itself.
 */
export function useUnderWay(creator: ReportCreator, held: HeldReport | undefined, busy: boolean): void {
  const queryClient = useQueryClient();
  const waiting = useRef<{ reportId: string | null } | null>(null);
  const { id = null, underWay = null } = held ?? {};
  useEffect(() => {
    if (busy || !held) {
      waiting.current = null;
      return;
    }
    if (underWay !== null) {
      waiting.current ??= { reportId: id };
      return;
    }
    const before = waiting.current;
    waiting.current = null;
    if (!before) return;
    for (const queryKey of [[listCredits.noun], [listAudienceReports.noun, listAudienceReports.name]])
      void queryClient.invalidateQueries({ queryKey });
    if (id !== before.reportId) {
      const { text } = purchasedNotice({ found: false }, creator.username);
      notify.success(text, { detail: `Report saved for ${creator.username}.` });
    } else {
      notify.warning(`No report available for ${creator.username}.`, { detail: 'No credit was deducted.' });
    }
  }, [busy, held, id, underWay, creator.username, queryClient]);
}
