import { unreadUpdates } from '@troupe/domain/site/unread-updates';
import { Dot } from '@troupe/ui/content/pill';
import { compactCount } from '@troupe/ui/lib/format';
import { useEffect, useState } from 'react';
import { actingNow } from '../../../shared/brand/acting.ts';
import { useMe } from '../../../shared/brand/current-brand.ts';
import { config } from '../../../shared/config.ts';
import { useUpdates } from './product-update-queries.ts';
import { startUpdatesWidget, useUpdatesWidget } from './updates-widget.ts';

/** The mark beside What's New: how much of it the person has not seen. */
export default function UpdatesMark() {
  // What a member has read at another company is not for whoever acts as them to say.
  const [acting] = useState(actingNow);
  const updates = acting ? null : config.widgets.updates;
  const widget = useUpdatesWidget();
  const me = useMe();
  const [userId, staff] = [me?.id, me?.role === 'administrator'];
  useEffect(() => {
    if (updates && userId) startUpdatesWidget(updates, { userId, staff });
  }, [updates, userId, staff]);
  if (updates && widget.state !== 'failed') return <Unread count={widget.unread} />;
  return <OwnUnread />;
}

function OwnUnread() {
  const me = useMe();
  const { data } = useUpdates();
  return <Unread count={me && data ? unreadUpdates(data.updates, me.extraData.readUpdate) : 0} />;
}

const Unread = ({ count }: { count: number }) =>
  count > 0 && (
    <span className="menu-unread">
      <span className="menu-unread-count">{compactCount(count)}</span>
      <span className="t-hidden"> unread updates</span>
      <Dot />
    </span>
  );
