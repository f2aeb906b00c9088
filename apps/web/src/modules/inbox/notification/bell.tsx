import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { IconButton } from '@troupe/ui/action/icon-button';
import { compactCount } from '@troupe/ui/lib/format';
import { Popover } from '@troupe/ui/overlay/popover';
import { NotificationList } from './notification-list.tsx';
import { notificationsOptions } from './notification-queries.ts';

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
