import { getNotificationPreferences, saveNotificationPreferences } from '@troupe/contract/inbox/notification';
import type { NotificationKind } from '@troupe/domain/inbox/notification';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { Switch } from '@troupe/ui/field/choice';
import { Section } from '@troupe/ui/layout/section';
import { useState } from 'react';
import { client } from '../../../shared/client.ts';
import { errorText, useCall } from '../../../shared/use-call.ts';

/** What creators are told of; the rest is for brands. */
const CHOICES: readonly (readonly [NotificationKind, string, string])[] = [
  ['message', 'Messages', 'What brands write to you.'],
  ['opt-in', 'Your opt-ins', 'Approvals, changed terms and product shipping.'],
  ['content', 'Your content', 'Approvals and due dates.'],
];

/** What also comes by mail when it is not looked at here in time. */
export function MailChoices() {
  const { loaded, retry, set } = useCall(getNotificationPreferences, {});
  const [failure, setFailure] = useState<string | null>(null);

  const choose = async (kind: NotificationKind, mail: boolean) => {
    if (loaded.state !== 'known') return;
    const before = loaded.value;
    const preferences = { ...before.preferences, [kind]: mail ? ('mail' as const) : ('app' as const) };
    setFailure(null);
    set({ preferences });
    try {
      set(await client.call(saveNotificationPreferences, { body: { preferences } }));
    } catch (error) {
      set(before);
      setFailure(errorText(error));
    }
  };
  return (
    <Section title="Email notifications" id="mails">
      <div className="account-part">
        <p className="t-ink2">We email you about anything unread after five minutes.</p>
        {failure && <ErrorState title="Couldn't save your choice." text={failure} />}
        {loaded.state === 'loading' && (
          <Loading label="Loading your settings">
            <SkeletonText lines={3} />
          </Loading>
        )}
        {loaded.state === 'failed' && (
          <ErrorState title="Couldn't load your settings." text={loaded.text} onRetry={retry} />
        )}
        {loaded.state === 'known' &&
          CHOICES.map(([kind, label, help]) => (
            <Switch
              key={kind}
              label={label}
              help={help}
              checked={loaded.value.preferences[kind] === 'mail'}
              onChange={(event) => void choose(kind, event.target.checked)}
            />
          ))}
      </div>
    </Section>
  );
}
