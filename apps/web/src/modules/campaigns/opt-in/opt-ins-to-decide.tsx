import { useInfiniteQuery } from '@tanstack/react-query';
import type { OptIn } from '@troupe/domain/campaigns/opt-in';
import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { rowsInWindow, useFirstRows } from '@troupe/ui/lib/first-screen';
import { useMemo } from 'react';
import { errorText } from '../../../shared/call/error-text.ts';
import { DecidedTable } from './decided-table.tsx';
import './opt-in.css';
import { t } from '../messages/messages.gen.ts';
import { optInsOptions, REFRESH_MS } from './opt-in-queries.ts';
import { useOptInWrites } from './use-opt-in-writes.ts';

/** The most opt-ins shown; a link leads to the rest. */
const SHOWN = 10;
/** Height of a row, and of what is above the first one at least, in pixels. */
const ROW = 44;
const ABOVE = 640;
const NONE: readonly OptIn[] = [];

interface OptInsToDecideProps {
  campaignId: string;
  onOpen: (optIn: OptIn) => void;
}

/** The newest pending opt-ins, on the overview of a campaign. */
export function OptInsToDecide({ campaignId, onOpen }: OptInsToDecideProps) {
  const { data, error, isFetching, refetch } = useInfiniteQuery({
    ...optInsOptions(campaignId, { status: ['pending'] }),
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: true,
  });
  const writes = useOptInWrites(campaignId);
  const optIns = useMemo(() => data?.pages.flatMap((page) => page.optIns).slice(0, SHOWN) ?? NONE, [data]);
  const drawn = useFirstRows(optIns, rowsInWindow(ABOVE, ROW));
  if (!data)
    return error ? (
      <ErrorState
        title={t('optIns.loadFailed')}
        text={errorText(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    ) : (
      <Loading label={t('optIns.loading')}>
        <SkeletonRows rows={5} />
      </Loading>
    );
  const more = (data.pages[0]?.total ?? 0) - optIns.length;
  return (
    <>
      <DecidedTable label={t('optIns.toReview')} optIns={drawn} writes={writes} onOpen={onOpen} />
      {more > 0 && (
        <div>
          <Button kind="quiet" href={`/campaigns/${campaignId}/opt-ins?status=pending`}>
            {t('optIns.moreToReview', { count: more })}
          </Button>
        </div>
      )}
    </>
  );
}
