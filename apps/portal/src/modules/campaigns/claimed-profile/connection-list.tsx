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
        title="Couldn't load your connected accounts."
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
        Connected accounts
      </h3>
      <p className="t-ink2">
        Connect an account so we can read its story insights, and on TikTok all of its figures. Brands you
        work with can see them. We can't post for you.
      </p>
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
                <PlatformIcon platform={platform} label={PLATFORM_NAMES[platform]} /> @{username}
              </span>
              <span className="t-12 t-ink2">
                {stands ? `Connected until ${dayText(until)}` : 'Connection expired'}
              </span>
            </span>
            {stands ? (
              <Pill tone="green">Connected</Pill>
            ) : (
              <Button size="row" busy={busy === platform} onClick={() => connect(platform)}>
                Reconnect
              </Button>
            )}
            <Button
              kind="quiet"
              size="row"
              aria-label={`Disconnect @${username}`}
              onClick={() => setEnding({ socialProfileId, username })}
            >
              Disconnect
            </Button>
          </li>
        ))}
      </ul>
      <p className="t-row connections-new">
        {platforms.map((platform) => (
          <Button key={platform} busy={busy === platform} onClick={() => connect(platform)}>
            Connect {PLATFORM_NAMES[platform]}
          </Button>
        ))}
      </p>
      <ConfirmDialog
        open={ending !== null}
        title={`Disconnect @${ending?.username ?? ''}?`}
        text="Figures we already have stay, with their age. We stop reading new ones."
        confirm="Disconnect"
        onConfirm={() => ending && end(ending.socialProfileId)}
        onClose={() => setEnding(null)}
      />
    </section>
  );
}
