import { IconBell, IconBellFilled } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listSearchAlerts, setSearchAlert } from '@troupe/contract/discovery/search-alert';
import type { SavedSearch } from '@troupe/domain/discovery/creator-search';
import { IconButton } from '@troupe/ui/action/icon-button';
import { notify } from '@troupe/ui/feedback/notify';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { t } from './messages/messages.gen.ts';

/** Turns the alert about new matches of a saved search on and off, and says why it can't be watched. */
export function SearchAlertButton({ search }: { search: SavedSearch }) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const options = callOptions(listSearchAlerts, { params: { brandId } });
  const alert = useQuery(options).data?.alerts.find(({ savedSearchId }) => savedSearchId === search.id);
  const on = alert?.mine === true;
  const change = useMutation({
    mutationFn: () =>
      client.call(setSearchAlert, { params: { brandId, savedSearchId: search.id }, body: { on: !on } }),
    onSuccess: ({ alert: now }) => {
      if (now?.problem) notify.failure(t(`alert.${now.problem}`));
      else notify.success(t(now?.mine ? 'alert.isOn' : 'alert.isOff', { name: search.name }));
    },
    onError: (error) => notify.failure(errorText(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: options.queryKey }),
  });
  return (
    <>
      {on && alert.problem && <span className="t-12 t-ink2">{t(`alert.${alert.problem}`)}</span>}
      <IconButton
        label={t(on ? 'alert.off' : 'alert.on', { name: search.name })}
        icon={on ? <IconBellFilled size={16} /> : <IconBell size={16} />}
        size="row"
        onClick={() => !change.isPending && change.mutate()}
      />
    </>
  );
}
