import { IconBell } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listNotifications, readNotifications } from '@troupe/contract/inbox/notification';
import { Button } from '@troupe/ui/action/button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Link } from '@troupe/ui/action/link';
import { Ago } from '@troupe/ui/content/ago';
import { Dot } from '@troupe/ui/content/pill';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { compactCount } from '@troupe/ui/lib/format';
import { Popover } from '@troupe/ui/overlay/popover';
import { useState } from 'react';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { callOptions } from '../../../shared/call/query.ts';
import './notification-list.css';
import { t } from '../messages/messages.gen.ts';

/** The signed-in user's notifications, newest first. */
const notificationsOptions = () => callOptions(listNotifications, {});

/** Opens the signed-in person's notifications; a dot shows that some are unread. */
export default function Bell() {
  const unread = useQuery({ ...notificationsOptions(), refetchOnWindowFocus: true }).data?.unread ?? 0;
  const label =
    unread > 0 ? t('notifications.unreadLabel', { count: compactCount(unread) }) : t('notifications.title');
  return (
    <Popover
      label={t('notifications.title')}
      align="end"
      width={360}
      trigger={<IconButton label={label} icon={<IconBell size={20} />} dot={unread > 0} />}
    >
      {(close) => <NotificationList onGo={close} />}
    </Popover>
  );
}

/** The newest notifications; opening one marks it as read. */
function NotificationList({ onGo }: { onGo: () => void }) {
  const queryClient = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(notificationsOptions());
  const [failure, setFailure] = useState<string | null>(null);
  const read = async (ids?: string[]) => {
    setFailure(null);
    try {
      await client.call(readNotifications, { body: ids ? { ids } : {} });
    } catch (problem) {
      setFailure(errorText(problem));
    }
    await queryClient.invalidateQueries({ queryKey: ['notification'] });
  };
  return (
    <div className="notices">
      <div className="notices-head">
        <h2 className="t-14 t-name t-grow">{t('notifications.title')}</h2>
        {(data?.unread ?? 0) > 0 && (
          <Button size="row" kind="quiet" onClick={() => void read()}>
            {t('notifications.readAll')}
          </Button>
        )}
      </div>
      {(failure ?? error) && (
        <ErrorState
          title={failure ? t('notifications.stillUnread') : t('notifications.loadFailed')}
          text={failure ?? errorText(error)}
          busy={isFetching}
          onRetry={() => void (failure ? read() : refetch())}
        />
      )}
      {!data && !error && (
        <Loading label={t('notifications.loading')}>
          <SkeletonRows rows={3} />
        </Loading>
      )}
      {data?.notifications.length === 0 && <p className="notices-none t-ink2">{t('notifications.none')}</p>}
      {data && data.notifications.length > 0 && (
        <ul>
          {data.notifications.map((one) => (
            <li key={one.id}>
              <Link
                href={one.href}
                className="notices-one"
                onClick={() => {
                  if (!one.read) void read([one.id]);
                  onGo();
                }}
              >
                <span className="t-grow">
                  <span className={one.read ? undefined : 't-name'}>{one.title}</span>
                  {one.text && <span className="t-ink2 notices-text">{one.text}</span>}
                  <span className="t-12 t-ink3 notices-text">
                    <Ago at={one.created} />
                  </span>
                </span>
                {!one.read && <Dot label={t('notifications.unread')} />}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p className="notices-foot t-12">
        <Link href="/account#notifications" className="t-link" onClick={onGo}>
          {t('notifications.settings')}
        </Link>
      </p>
    </div>
  );
}
