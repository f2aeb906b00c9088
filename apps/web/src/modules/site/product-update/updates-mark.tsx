import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLanguage } from '@troupe/browser/language';
import { listProductUpdates, readProductUpdates } from '@troupe/contract/site/product-update';
import type { User } from '@troupe/domain/account/user';
import { unreadUpdates } from '@troupe/domain/site/changelog';
import { Dot } from '@troupe/ui/content/pill';
import { compactCount } from '@troupe/ui/lib/format';
import { useEffect, useState } from 'react';
import { actingNow } from '../../../shared/brand/acting.ts';
import { meOptions, useMe } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { config } from '../../../shared/config.ts';
import { t } from '../messages/messages.gen.ts';
import { startUpdatesWidget, useUpdatesWidget } from './updates-widget.ts';

/** The mark beside What's New: how much of it the person has not seen. */
export default function UpdatesMark() {
  // Don't mark updates as read at the vendor while acting as a member.
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
      <span className="t-hidden"> {t('updates.unreadHidden')}</span>
      <Dot />
    </span>
  );

/** The product updates in the language of the page. They change with the product itself. */
export const useUpdates = () =>
  useQuery({
    ...callOptions(listProductUpdates, { query: { language: useLanguage() } }),
    staleTime: 3_600_000,
  });

/** Once the updates are shown they are read, for the signed-in person wherever they log in next. */
export function useReadUpdates(newest: string | undefined): void {
  const queryClient = useQueryClient();
  const me = useMe();
  const known = me?.extraData.readUpdate;
  const signedIn = me !== undefined;
  useEffect(() => {
    // Don't mark updates as read while acting as a member.
    if (!signedIn || !newest || known === newest || actingNow()) return;
    client
      .call(readProductUpdates, { body: { read: newest } })
      .then(({ read }) =>
        queryClient.setQueryData<User>(
          meOptions.queryKey,
          (before) => before && { ...before, extraData: { ...before.extraData, readUpdate: read } },
        ),
      )
      // They count as unread until the next time.
      .catch(() => {});
  }, [signedIn, newest, known, queryClient]);
}
