import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getNotificationPreferences, saveNotificationPreferences } from '@troupe/contract/inbox/notification';
import {
  NOTIFICATION_NAMES,
  type NotificationChannel,
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

const CHANNELS: readonly { value: NotificationChannel; label: string }[] = [
  { value: 'app', label: 'In the app' },
  { value: 'mail', label: 'App and email' },
  { value: 'off', label: 'Off' },
];

/** Label and description of each kind. */
const TEXTS: Record<NotificationKind, string> = {
  'opt-in': 'A creator opts in to a campaign and is waiting for your decision.',
  message: 'A creator writes to you.',
  content: 'A creator submits content or a new version.',
  rights: 'Your usage rights for content are about to end.',
  payment: "We couldn't charge your brand. Owners are notified.",
};

const preferencesOptions = () => callOptions(getNotificationPreferences, {});

/** The signed-in user's notification settings, for all brands. */
export default function AccountNotifications() {
  const { data, error, isFetching, refetch } = useQuery(preferencesOptions());
  return (
    <Section id="notifications" title="Notifications" subtitle="Applies to you, across all your brands">
      {error && !data && (
        <ErrorState
          title="Couldn't load your settings."
          text={errorText(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && (
        <Loading label="Loading your settings">
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
              <span className="t-medium">{NOTIFICATION_NAMES[kind]}</span>
              <span className="t-12 t-ink2 notification-text">{TEXTS[kind]}</span>
            </span>
            <Segmented
              label={NOTIFICATION_NAMES[kind]}
              value={chosen[kind]}
              options={CHANNELS}
              onChange={(channel) => choose(kind, channel)}
            />
          </li>
        ))}
      </ul>
      <p className="t-12 t-ink3 notification-foot">
        <span className="t-grow">We email you about anything unread after five minutes.</span>
        <SavingState state={state} onRetry={retry} />
      </p>
    </>
  );
}
