import { useQuery } from '@tanstack/react-query';
import { Ago } from '@troupe/ui/content/ago';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { ProgressBar } from '@troupe/ui/feedback/progress-bar';
import { Loading, Skeleton } from '@troupe/ui/feedback/skeleton';
import { counted, exactNumber } from '@troupe/ui/lib/format';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { mailQueueOptions } from './email-domain-queries.ts';

const WHILE_WAITING_MS = 5000;

/** What waits to leave, how much of today's cap is used, and when the next mail leaves. */
export function MailQueuePanel() {
  const { data, error, isFetching, refetch } = useQuery({
    ...mailQueueOptions(useBrandId()),
    refetchInterval: ({ state }) => (state.data && state.data.waiting > 0 ? WHILE_WAITING_MS : false),
  });
  if (error && !data) {
    return (
      <ErrorState
        title="Couldn't load the queue."
        text={errorText(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) {
    return (
      <Loading label="Loading the queue">
        <Skeleton height={40} />
      </Loading>
    );
  }
  const { waiting, deferred, uncertain, sentToday, dailyCap, spacingSeconds, next, last } = data;
  return (
    <section className="mail-queue" aria-labelledby="mail-queue-title">
      <h3 id="mail-queue-title">Queue</h3>
      <dl>
        <div>
          <dt>Waiting</dt>
          <dd>
            {exactNumber(waiting)}
            {deferred > 0 && <span className="t-ink3"> {exactNumber(deferred)} to retry</span>}
          </dd>
        </div>
        <div>
          <dt>Sent today</dt>
          <dd>
            {exactNumber(sentToday)} <span className="t-ink3">of {exactNumber(dailyCap)}</span>
            <ProgressBar label="Emails sent today" value={sentToday} max={dailyCap} unit="mails" />
          </dd>
        </div>
        <div>
          <dt>Next send</dt>
          <dd>{next ? <Ago at={next} /> : <span className="t-ink3">Queue is empty</span>}</dd>
        </div>
        <div>
          <dt>Pace</dt>
          <dd>
            {spacingSeconds > 0 ? `One email every ${counted(spacingSeconds, 'second')}` : 'No delay'}
            {last && waiting > 1 && (
              <span className="t-ink3">
                , the last <Ago at={last} />
              </span>
            )}
          </dd>
        </div>
      </dl>
      {uncertain > 0 && (
        <p className="mail-queue-uncertain">
          {counted(uncertain, 'mail')} may not have been sent because the server stopped while sending. They
          aren't resent automatically.
        </p>
      )}
    </section>
  );
}
