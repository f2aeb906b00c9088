import { useQuery } from '@tanstack/react-query';
import { Ago } from '@troupe/ui/content/ago';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { ProgressBar } from '@troupe/ui/feedback/progress-bar';
import { Loading, Skeleton } from '@troupe/ui/feedback/skeleton';
import { exactNumber } from '@troupe/ui/lib/format';
import { Children, type ReactNode } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { t } from '../messages/messages.gen.ts';
import { mailQueueOptions } from './email-domain-queries.ts';

const WHILE_WAITING_MS = 5000;

/** Emails waiting to be sent, the use of today's limit, and when the next one is sent. */
export function MailQueuePanel() {
  const { data, error, isFetching, refetch } = useQuery({
    ...mailQueueOptions(useBrandId()),
    refetchInterval: ({ state }) => (state.data && state.data.waiting > 0 ? WHILE_WAITING_MS : false),
  });
  if (error && !data) {
    return (
      <ErrorState
        title={t('queue.loadFailed')}
        text={errorText(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) {
    return (
      <Loading label={t('queue.loading')}>
        <Skeleton height={40} />
      </Loading>
    );
  }
  const { waiting, deferred, uncertain, sentToday, dailyCap, spacingSeconds, next, last } = data;
  const rest = (words: ReactNode[]) => <span className="t-ink3">{words}</span>;
  const pace = spacingSeconds > 0 ? t('queue.spacing', { count: spacingSeconds }) : t('queue.noSpacing');
  return (
    <section className="mail-queue" aria-labelledby="mail-queue-title">
      <h3 id="mail-queue-title">{t('queue.title')}</h3>
      <dl>
        <div>
          <dt>{t('queue.waiting')}</dt>
          <dd>
            {exactNumber(waiting)}
            {deferred > 0 && (
              <span className="t-ink3"> {t('queue.toRetry', { count: exactNumber(deferred) })}</span>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('queue.sentToday')}</dt>
          <dd>
            {Children.toArray(
              t.rich('queue.sentOf', { sent: exactNumber(sentToday), cap: exactNumber(dailyCap), rest }),
            )}
            <ProgressBar
              label={t('queue.sentLabel')}
              value={sentToday}
              max={dailyCap}
              unit={t('queue.unit')}
            />
          </dd>
        </div>
        <div>
          <dt>{t('queue.next')}</dt>
          <dd>{next ? <Ago at={next} /> : <span className="t-ink3">{t('queue.empty')}</span>}</dd>
        </div>
        <div>
          <dt>{t('queue.pace')}</dt>
          <dd>
            {last && waiting > 1
              ? Children.toArray(t.rich('queue.last', { pace, ago: () => <Ago at={last} />, rest }))
              : pace}
          </dd>
        </div>
      </dl>
      {uncertain > 0 && <p className="mail-queue-uncertain">{t('queue.uncertain', { count: uncertain })}</p>}
    </section>
  );
}
