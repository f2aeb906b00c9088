import { useQuery } from '@tanstack/react-query';
import { claimProfile, listClaimedProfiles, listOpenCampaigns } from '@troupe/contract/campaigns/creator-app';
import { beginCreatorConnection } from '@troupe/contract/campaigns/creator-connection';
import type { ClaimedProfile } from '@troupe/domain/campaigns/opt-in';
import type { Platform } from '@troupe/domain/discovery/creator';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/platforms';
import { Button } from '@troupe/ui/action/button';
import { CopyButton } from '@troupe/ui/action/copy-button';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { SelectField, TextField } from '@troupe/ui/field/field';
import { useState } from 'react';
import { callOptions, client, errorText, forget, queryClient, refusalText } from '../../../shared/api.ts';
import { useDraft } from '../../../shared/draft.ts';
import './claim-profile.css';
import { t } from '../messages/messages.gen.ts';

const RETURN_KEY = 'troupe.connect.returnTo';

/** Leaves for a platform, which asks whether the account may be read, and comes back to this page afterwards. */
export async function connectAccount(platform: Platform): Promise<void> {
  const { url } = await client.call(beginCreatorConnection, { body: { platform } });
  sessionStorage.setItem(RETURN_KEY, location.pathname + location.search);
  location.assign(url);
}

/** Where the account was connected from, once; the account page where that is not known. */
export function takeConnectReturn(): string {
  const path = sessionStorage.getItem(RETURN_KEY) ?? '/account';
  sessionStorage.removeItem(RETURN_KEY);
  return path;
}

/** The profile a personal link was sent to. */
export interface InvitedProfile {
  token: string;
  platform: Platform;
  username: string;
}

interface ClaimProfileProps {
  platforms: readonly Platform[];
  invited: InvitedProfile | null;
  /** A profile of these platforms is claimed already: another one is offered quietly. */
  hasOne: boolean;
}

const same = (one: { platform: string; username: string }, other: { platform: string; username: string }) =>
  one.platform === other.platform && one.username.toLowerCase() === other.username.toLowerCase();

/** Makes a claim, or looks for its code; what came of it is put among the profiles. */
function useClaim() {
  const query = callOptions(listClaimedProfiles, {});
  const { data, error, isPending } = useQuery(query);
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<{ of: string; text: string } | null>(null);
  const profiles = data?.profiles ?? [];

  /** @returns whether the claim stands, waiting or proved */
  const claim = async (
    of: string,
    body: { platform: Platform; username: string; inviteToken?: string; check?: boolean },
  ): Promise<boolean> => {
    if (busy) return false;
    setBusy(of);
    setFailure(null);
    try {
      const { profile } = await client.call(claimProfile, { body });
      queryClient.setQueryData(query.queryKey, {
        profiles: [...profiles.filter((one) => !same(one, profile)), profile],
      });
      if (profile.state === 'claimed') forget(listOpenCampaigns);
      else if (body.check) {
        setFailure({ of, text: t('claim.codeMissing') });
      }
      return true;
    } catch (error) {
      setFailure({ of, text: refusalText(error) });
      return false;
    } finally {
      setBusy(null);
    }
  };
  /** Leaves for the platform, where the account is connected. */
  const connect = async (of: string, platform: Platform): Promise<void> => {
    if (busy) return;
    setBusy(of);
    setFailure(null);
    try {
      await connectAccount(platform);
    } catch (error) {
      setFailure({ of, text: refusalText(error) });
    }
    // Also reached when the browser shows this page again from its cache.
    setBusy(null);
  };
  return { known: data !== undefined, error, isPending, profiles, busy, failure, claim, connect };
}

const keyOf = ({ platform, username }: { platform: string; username: string }) =>
  `${platform}/${username.toLowerCase()}`;

interface ProofProps {
  profile: ClaimedProfile;
  /** The invite that led here went to another address than that of this account. */
  invitedElsewhere: boolean;
  busy: boolean;
  failure: string | null;
  onCheck: () => void;
  onConnect: () => void;
}

function Proof({ profile, invitedElsewhere, busy, failure, onCheck, onConnect }: ProofProps) {
  const { platform, username, code, proofs } = profile;
  const name = PLATFORM_NAMES[platform];
  const byCode = proofs.includes('bio') && code !== null;
  const byConnecting = proofs.includes('connect');
  return (
    <div className="t-panel claim-proof">
      <p className="t-name t-row">
        <PlatformIcon platform={platform} label={name} /> <bdi>@{username}</bdi>
      </p>
      {invitedElsewhere && <p className="t-ink2">{t('claim.invitedElsewhere')}</p>}
      {byCode && (
        <>
          <p className="t-ink2">{t('claim.byCode')}</p>
          <p className="t-row">
            <code className="claim-code">{code}</code>
            <CopyButton text={code} label={t('claim.copyCode')} />
          </p>
        </>
      )}
      {byConnecting && !byCode && <p className="t-ink2">{t('claim.connectText', { platform: name })}</p>}
      {!byCode && !byConnecting && <p className="t-ink2">{t('claim.notHere', { platform: name })}</p>}
      {failure && (
        <p className="claim-wrong" role="alert">
          {failure}
        </p>
      )}
      <p className="t-row claim-ways">
        {byCode && (
          <Button busy={busy} onClick={onCheck}>
            {t('claim.check')}
          </Button>
        )}
        {byConnecting && (
          <Button kind={byCode ? 'quiet' : 'suggested'} busy={busy && !byCode} onClick={onConnect}>
            {t('claim.connect', { platform: name })}
          </Button>
        )}
      </p>
    </div>
  );
}

/** Claims a profile: the invited one at once, others by a code in their bio or by connecting the account. */
export function ClaimProfile({ platforms, invited, hasOne }: ClaimProfileProps) {
  const { known, error, isPending, profiles, busy, failure, claim, connect } = useClaim();
  const draft = useDraft<{ platform: Platform | null; username: string }>('claim', {
    platform: null,
    username: '',
  });
  const { username } = draft.values;
  const platform =
    platforms.find((one) => one === draft.values.platform) ?? platforms[0] ?? ('instagram' as const);
  const [adding, setAdding] = useState(false);
  const waiting = profiles.filter((one) => one.state === 'waiting' && platforms.includes(one.platform));
  const offered = invited && !profiles.some((one) => same(one, invited)) ? invited : null;
  const failureOf = (of: string) => (failure?.of === of ? failure.text : null);
  const shown = adding || (!hasOne && !offered && waiting.length === 0);

  if (isPending) return null;
  if (!known) return <ErrorState title={t('claim.loadFailed')} text={errorText(error)} />;
  const add = async () => {
    if (await claim('new', { platform, username })) {
      draft.change({ username: '' });
      draft.discard();
      setAdding(false);
    }
  };
  return (
    <div className="claim">
      {offered && (
        <div className="t-panel claim-proof">
          <p className="t-name t-row">
            <PlatformIcon platform={offered.platform} label={PLATFORM_NAMES[offered.platform]} /> @
            {offered.username}
          </p>
          <p className="t-ink2">{t('claim.forThis')}</p>
          {failureOf('invited') && (
            <p className="claim-wrong" role="alert">
              {failureOf('invited')}
            </p>
          )}
          <Button
            kind="suggested"
            busy={busy === 'invited'}
            onClick={() =>
              claim('invited', {
                platform: offered.platform,
                username: offered.username,
                inviteToken: offered.token,
              })
            }
          >
            {t('claim.mine')}
          </Button>
        </div>
      )}
      {waiting.map((one) => (
        <Proof
          key={keyOf(one)}
          profile={one}
          invitedElsewhere={invited !== null && same(one, invited)}
          busy={busy === keyOf(one)}
          failure={failureOf(keyOf(one))}
          onCheck={() => claim(keyOf(one), { platform: one.platform, username: one.username, check: true })}
          onConnect={() => connect(keyOf(one), one.platform)}
        />
      ))}
      {shown ? (
        <div className="claim-new">
          <SelectField
            label={t('claim.platform')}
            size="form"
            value={platform}
            options={platforms.map((value) => ({ value, label: PLATFORM_NAMES[value] }))}
            onChange={(event) => draft.change({ platform: event.target.value as Platform })}
          />
          <TextField
            label={t('claim.username')}
            size="form"
            lead="@"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            value={username}
            error={failureOf('new')}
            onChange={(event) => draft.change({ username: event.target.value })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              void add();
            }}
          />
          <Button
            size="form"
            busy={busy === 'new'}
            disabledReason={username.trim() ? undefined : t('claim.enterUsername')}
            onClick={add}
          >
            {t('claim.action')}
          </Button>
        </div>
      ) : (
        <Button kind="quiet" onClick={() => setAdding(true)}>
          {hasOne ? t('claim.another') : t('claim.different')}
        </Button>
      )}
    </div>
  );
}
