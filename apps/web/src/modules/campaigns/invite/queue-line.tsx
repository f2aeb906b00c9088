import { IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { MailQueue } from '@troupe/domain/outreach/mail';
import { Link } from '@troupe/ui/action/link';
import { exactTime } from '@troupe/ui/lib/date';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { t } from '../messages/messages.gen.ts';
import { queueOptions } from './invite-queries.ts';

const REFRESH_MS = 4000;

/** The send queue: size, next send and rate; hidden while empty. */
export function QueueLine() {
  const { data: queue } = useQuery({
    ...queueOptions(useBrandId()),
    refetchInterval: ({ state }) => (isBusy(state.data) ? REFRESH_MS : 6 * REFRESH_MS),
  });
  if (!queue || (!isBusy(queue) && queue.uncertain === 0)) return null;
  return (
    <div className="invites-queue">
      <IconClock size={16} aria-hidden="true" />
      <p>
        {isBusy(queue) && <span role="status">{waitingText(queue)} </span>}
        {isBusy(queue) && <span className="t-ink2 t-num">{paceText(queue)} </span>}
        {queue.uncertain > 0 && (
          <Link href="/creator-search/invites?status=uncertain" className="t-link">
            {t('queue.unconfirmed', { count: queue.uncertain })}
          </Link>
        )}
      </p>
    </div>
  );
}

const isBusy = (queue: MailQueue | undefined): boolean =>
  queue !== undefined && queue.waiting + queue.deferred > 0;

function waitingText({ waiting, deferred }: MailQueue): string {
  if (waiting === 0) return t('queue.delayed', { count: deferred });
  if (deferred === 0) return t('queue.queued', { count: waiting });
  return t('queue.queuedDelayed', { count: waiting, delayed: deferred });
}

function paceText({ next, last, sentToday, dailyCap }: MailQueue): string {
  const today = { sent: sentToday, cap: dailyCap };
  if (!next) return t('queue.today', today);
  if (!last || last === next) return t('queue.next', { ...today, next: exactTime(next) });
  return t('queue.nextLast', { ...today, next: exactTime(next), last: exactTime(last) });
}
