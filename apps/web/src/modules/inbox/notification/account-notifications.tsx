import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getNotificationPreferences, saveNotificationPreferences } from '@troupe/contract/inbox/notification';
import {
  NotificationChannel,
  NotificationKind,
  type NotificationPreferences,
} from '@troupe/domain/inbox/notification';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { SavingState } from '@troupe/ui/field/saving-state';
import { Segmented } from '@troupe/ui/field/segmented';
import { useAutosave } from '@troupe/ui/hooks';
import { Section } from '@troupe/ui/layout/section';
import { useState } from 'react';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { callOptions } from '../../../shared/call/query.ts';
import './account-notifications.css';
import { t } from '../messages/messages.gen.ts';

const kindHelp = (kind: NotificationKind): string => t(`notifications.help.${kind}`);

const preferencesOptions = () => callOptions(getNotificationPreferences, {});

/** The signed-in user's notification settings, for all brands. */
export default function AccountNotifications() {
  const { data, error, isFetching, refetch } = useQuery(preferencesOptions());
  return (
    <Section id="notifications" title={t('notifications.title')} subtitle={t('notifications.scope')}>
      {error && !data && (
        <ErrorState
          title={t('notifications.loadSettingsFailed')}
          text={errorText(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && (
        <Loading label={t('notifications.loadingSettings')}>
          <SkeletonRows rows={4} />
        </Loading>
      )}
      {data && <Choices saved={data.preferences} />}
    </Section>
  );
}

function Choices({ saved }: { saved: NotificationPreferences }) {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState(saved);
  const { state, change, retry } = useAutosave(async (preferences: NotificationPreferences) => {
    const answer = await client.call(saveNotificationPreferences, { body: { preferences } });
    queryClient.setQueryData(preferencesOptions().queryKey, answer);
  });
  const choose = (kind: NotificationKind, channel: NotificationChannel) => {
    const next = { ...chosen, [kind]: channel };
    setChosen(next);
    change(next);
  };
  return (
    <>
      <ul className="notification-choices">
        {NotificationKind.options.map((kind) => (
          <li key={kind}>
            <span className="t-grow">
              <span className="t-medium">{t(`notifications.kind.${kind}`)}</span>
              <span className="t-12 t-ink2 notification-text">{kindHelp(kind)}</span>
            </span>
            <Segmented
              label={t(`notifications.kind.${kind}`)}
              value={chosen[kind]}
              options={NotificationChannel.options.map((value) => ({
                value,
                label: t(`notifications.channel.${value}`),
              }))}
              onChange={(channel) => choose(kind, channel)}
            />
          </li>
        ))}
      </ul>
      <p className="t-12 t-ink3 notification-foot">
        <span className="t-grow">{t('notifications.emailed')}</span>
        <SavingState state={state} onRetry={retry} />
      </p>
    </>
  );
}
