import { IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { MailQueue } from '@troupe/domain/outreach/mail';
import { Link } from '@troupe/ui/action/link';
import { exactTime } from '@troupe/ui/lib/date';
import { counted, exactNumber } from '@troupe/ui/lib/format';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
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
            {counted(queue.uncertain, 'email')} unconfirmed
          </Link>
        )}
      </p>
    </div>
  );
}

const isBusy = (queue: MailQueue | undefined): boolean =>
  queue !== undefined && queue.waiting + queue.deferred > 0;

function waitingText({ waiting, deferred }: MailQueue): string {
  const delayed = deferred > 0 ? `${exactNumber(deferred)} delayed` : '';
  if (waiting === 0) return `${counted(deferred, 'email')} delayed.`;
  return `${counted(waiting, 'email')} queued${delayed && `, ${delayed}`}.`;
}

function paceText({ next, last, sentToday, dailyCap }: MailQueue): string {
  const times = next ? `Next send ${exactTime(next)}` : '';
  const end = times && last && last !== next ? `, the last ${exactTime(last)}` : '';
  return `${times && `${times}${end}. `}${exactNumber(sentToday)} of ${exactNumber(dailyCap)} sent today.`;
}
