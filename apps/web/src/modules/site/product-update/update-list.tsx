import { unreadUpdates } from '@troupe/domain/site/changelog';
import { Dot } from '@troupe/ui/content/pill';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { dayText } from '@troupe/ui/lib/date';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { useMe } from '../../../shared/brand/current-brand.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { PageLoading } from '../../../shared/screen/screen.tsx';
import { t } from '../messages/messages.gen.ts';
import { useReadUpdates, useUpdates } from './updates-mark.tsx';
import './update-list.css';

/**
 * The product updates, as part of something that has a title. Showing them marks them as read.
 * @param title heading level of the entries
 */
export function UpdateList({ title: Title }: { title: 'h2' | 'h3' }) {
  const { data, error, isFetching, refetch } = useUpdates();
  useReadUpdates(data?.updates[0]?.id);
  const unread = useUnreadAtFirst();
  if (data?.updates.length === 0) return <EmptyState title={t('updates.none')} />;
  if (data) {
    return (
      <ol className="update-list">
        {data.updates.map(({ id, day, title, text }, at) => (
          <li key={id}>
            {day !== data.updates[at - 1]?.day && (
              <p className="t-12 t-ink3 update-day">{dayText(`${day}T12:00:00Z`)}</p>
            )}
            <Title className="t-name update-title">
              {at < unread && (
                <>
                  <Dot />
                  <span className="t-hidden">{t('updates.unread')} </span>
                </>
              )}
              {title}
            </Title>
            {text.split('\n\n').map((paragraph) => (
              <p key={paragraph} className="t-ink2">
                {paragraph}
              </p>
            ))}
          </li>
        ))}
      </ol>
    );
  }
  if (!error) return <PageLoading />;
  return (
    <ErrorState
      title={t('updates.failed')}
      text={errorText(error)}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  );
}

/** Unread updates when this opened, so that marks stay while reading. */
function useUnreadAtFirst(): number {
  const me = useMe();
  const { data } = useUpdates();
  const [first, setFirst] = useState<number | null>(null);
  if (first === null && me && data) {
    const unread = unreadUpdates(data.updates, me.extraData.readUpdate);
    setFirst(unread);
    return unread;
  }
  return first ?? 0;
}

/** What opens behind What's New, where no other widget does. */
export default function WhatsNewPanel({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title={t('updates.title')} onClose={onClose}>
      <UpdateList title="h3" />
    </Dialog>
  );
}
