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

/** The signed-in user's notifications, newest first. */
const notificationsOptions = () => callOptions(listNotifications, {});

/** What is new for the signed-in person: a dot while something is unread, the list on a press. */
export default function Bell() {
  const unread = useQuery({ ...notificationsOptions(), refetchOnWindowFocus: true }).data?.unread ?? 0;
  const label = unread > 0 ? `Notifications, ${compactCount(unread)} unread` : 'Notifications';
  return (
    <Popover
      label="Notifications"
      align="end"
      width={360}
      trigger={<IconButton label={label} icon={<IconBell size={20} />} dot={unread > 0} />}
    >
      {(close) => <NotificationList onGo={close} />}
    </Popover>
  );
}

/** The newest notices; opening one, or a press on the button, marks as read. */
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
        <h2 className="t-14 t-name t-grow">Notifications</h2>
        {(data?.unread ?? 0) > 0 && (
          <Button size="row" kind="quiet" onClick={() => void read()}>
            Mark all as read
          </Button>
        )}
      </div>
      {(failure ?? error) && (
        <ErrorState
          title={failure ? 'Still unread.' : "Couldn't load notifications."}
          text={failure ?? errorText(error)}
          busy={isFetching}
          onRetry={() => void (failure ? read() : refetch())}
        />
      )}
      {!data && !error && (
        <Loading label="Loading notifications">
          <SkeletonRows rows={3} />
        </Loading>
      )}
      {data?.notifications.length === 0 && <p className="notices-none t-ink2">No new notifications</p>}
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
                {!one.read && <Dot label="Unread" />}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p className="notices-foot t-12">
        <Link href="/account#notifications" className="t-link" onClick={onGo}>
          Notification settings
        </Link>
      </p>
    </div>
  );
}
