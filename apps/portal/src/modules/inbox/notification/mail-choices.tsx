import { useQuery } from '@tanstack/react-query';
import { getNotificationPreferences, saveNotificationPreferences } from '@troupe/contract/inbox/notification';
import type { NotificationKind } from '@troupe/domain/inbox/notification';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { Switch } from '@troupe/ui/field/choice';
import { Section } from '@troupe/ui/layout/section';
import { useState } from 'react';
import { callOptions, client, errorText, queryClient } from '../../../shared/api.ts';
import { t } from '../messages/messages.gen.ts';

/** Kinds of notifications for creators; the others are for brands. */
const CHOICES = ['message', 'opt-in', 'content', 'affiliate'] as const satisfies readonly NotificationKind[];

/** What also comes by mail when it is not looked at here in time. */
export function MailChoices() {
  const query = callOptions(getNotificationPreferences, {});
  const { data, error, isPending, refetch } = useQuery(query);
  const [failure, setFailure] = useState<string | null>(null);

  const choose = async (kind: NotificationKind, mail: boolean) => {
    if (!data) return;
    const before = data;
    const set = (value: typeof before) => queryClient.setQueryData(query.queryKey, value);
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
    <Section title={t('choices.title')} id="mails">
      <div className="account-part">
        <p className="t-ink2">{t('choices.text')}</p>
        {failure && <ErrorState title={t('choices.saveFailed')} text={failure} />}
        {isPending && (
          <Loading label={t('choices.loading')}>
            <SkeletonText lines={3} />
          </Loading>
        )}
        {error && !data && (
          <ErrorState
            title={t('choices.loadFailed')}
            text={errorText(error)}
            onRetry={() => void refetch()}
          />
        )}
        {data &&
          CHOICES.map((kind) => (
            <Switch
              key={kind}
              label={t(`choices.${kind}`)}
              help={t(`choices.${kind}Help`)}
              checked={data.preferences[kind] === 'mail'}
              onChange={(event) => void choose(kind, event.target.checked)}
            />
          ))}
      </div>
    </Section>
  );
}
