import { useQuery } from '@tanstack/react-query';
import { endCreatorConnection, listCreatorConnections } from '@troupe/contract/campaigns/creator-connection';
import type { Platform } from '@troupe/domain/discovery/creator';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/platforms';
import { Button } from '@troupe/ui/action/button';
import { Pill } from '@troupe/ui/content/pill';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { dayText } from '@troupe/ui/lib/date';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { useState } from 'react';
import { callOptions, client, errorText, queryClient } from '../../../shared/api.ts';
import { t } from '../messages/messages.gen.ts';
import { connectAccount } from './claim-profile.tsx';

/** The accounts that are connected, so that figures only their owner may read count too, and how to connect one. */
export function ConnectionList() {
  const query = callOptions(listCreatorConnections, {});
  const { data, error, refetch } = useQuery(query);
  const [busy, setBusy] = useState<Platform | null>(null);
  const [ending, setEnding] = useState<{ socialProfileId: string; username: string } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  if (!data) {
    if (!error) return null;
    return (
      <ErrorState
        title={t('connections.loadFailed')}
        text={errorText(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  const { connections, platforms } = data;
  if (platforms.length === 0 && connections.length === 0) return null;

  const connect = async (platform: Platform) => {
    setBusy(platform);
    setFailure(null);
    try {
      await connectAccount(platform);
    } catch (error) {
      setFailure(errorText(error));
      setBusy(null);
    }
  };
  const end = async (socialProfileId: string) => {
    setFailure(null);
    try {
      await client.call(endCreatorConnection, { params: { socialProfileId } });
      queryClient.setQueryData(query.queryKey, {
        platforms,
        connections: connections.filter((one) => one.socialProfileId !== socialProfileId),
      });
    } catch (error) {
      setFailure(errorText(error));
    }
    setEnding(null);
  };
  return (
    <section className="connections" aria-labelledby="connections-title">
      <h3 id="connections-title" className="t-name">
        {t('connections.title')}
      </h3>
      <p className="t-ink2">{t('connections.text')}</p>
      {failure && (
        <p className="claim-wrong" role="alert">
          {failure}
        </p>
      )}
      <ul className="profile-list">
        {connections.map(({ socialProfileId, platform, username, until, stands }) => (
          <li key={socialProfileId} className="t-row">
            <span className="t-grow">
              <span className="t-name t-row">
                <PlatformIcon platform={platform} label={PLATFORM_NAMES[platform]} /> <bdi>@{username}</bdi>
              </span>
              <span className="t-12 t-ink2">
                {stands ? t('connections.until', { date: dayText(until) }) : t('connections.expired')}
              </span>
            </span>
            {stands ? (
              <Pill tone="green">{t('connections.connected')}</Pill>
            ) : (
              <Button size="row" busy={busy === platform} onClick={() => connect(platform)}>
                {t('connections.reconnect')}
              </Button>
            )}
            <Button
              kind="quiet"
              size="row"
              aria-label={t('connections.disconnectOf', { username })}
              onClick={() => setEnding({ socialProfileId, username })}
            >
              {t('connections.disconnect')}
            </Button>
          </li>
        ))}
      </ul>
      <p className="t-row connections-new">
        {platforms.map((platform) => (
          <Button key={platform} busy={busy === platform} onClick={() => connect(platform)}>
            {t('claim.connect', { platform: PLATFORM_NAMES[platform] })}
          </Button>
        ))}
      </p>
      <ConfirmDialog
        open={ending !== null}
        title={t('connections.disconnectTitle', { username: ending?.username ?? '' })}
        text={t('connections.disconnectText')}
        confirm={t('connections.disconnect')}
        onConfirm={() => ending && end(ending.socialProfileId)}
        onClose={() => setEnding(null)}
      />
    </section>
  );
}
