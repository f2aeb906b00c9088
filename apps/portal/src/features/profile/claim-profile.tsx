import { claimProfile, listClaimedProfiles, listOpenCampaigns } from '@troupe/contract/creator-app';
import type { Platform } from '@troupe/domain/creator';
import type { ClaimedProfile } from '@troupe/domain/opt-in';
import { PLATFORM_NAMES } from '@troupe/domain/platform-name';
import { Button } from '@troupe/ui/button';
import { CopyButton } from '@troupe/ui/copy-button';
import { ErrorState } from '@troupe/ui/error-state';
import { SelectField, TextField } from '@troupe/ui/field';
import { PlatformIcon } from '@troupe/ui/platform-icon';
import { useState } from 'react';
import { client } from '../../shared/client.ts';
import { useDraft } from '../../shared/draft.ts';
import { forget, refusalText, useCall } from '../../shared/use-call.ts';
import './claim-profile.css';

/** The profile a personal link was sent to. */
export interface InvitedProfile {
  token: string;
  platform: Platform;
  username: string;
}

interface ClaimProfileProps {
  platforms: readonly Platform[];
  /** Id of the signed-in person. */
  subject: string;
  invited: InvitedProfile | null;
  /** A profile of these platforms is claimed already: another one is offered quietly. */
  hasOne: boolean;
}

const same = (one: { platform: string; username: string }, other: { platform: string; username: string }) =>
  one.platform === other.platform && one.username.toLowerCase() === other.username.toLowerCase();

/** Makes a claim, or looks for its code; what came of it is put among the profiles. */
function useClaim() {
  const { loaded, set } = useCall(listClaimedProfiles, {});
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<{ of: string; text: string } | null>(null);
  const profiles = loaded.state === 'known' ? loaded.value.profiles : [];

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
      set({ profiles: [...profiles.filter((one) => !same(one, profile)), profile] });
      if (profile.state === 'claimed') forget(listOpenCampaigns);
      else if (body.check) {
        setFailure({ of, text: 'The code does not stand in the bio yet. It can take a minute to show.' });
      }
      return true;
    } catch (error) {
      setFailure({ of, text: refusalText(error) });
      return false;
    } finally {
      setBusy(null);
    }
  };
  return { loaded, profiles, busy, failure, claim };
}

function Proof({
  profile,
  busy,
  failure,
  onCheck,
}: {
  profile: ClaimedProfile;
  busy: boolean;
  failure: string | null;
  onCheck: () => void;
}) {
  const { platform, username, code } = profile;
  return (
    <div className="t-panel claim-proof">
      <p className="t-name t-row">
        <PlatformIcon platform={platform} label={PLATFORM_NAMES[platform]} /> @{username}
      </p>
      <p className="t-ink2">
        Put this code into the bio of the profile, then press Check. You can take it out after.
      </p>
      {code && (
        <p className="t-row">
          <code className="claim-code">{code}</code>
          <CopyButton text={code} label="Copy the code" />
        </p>
      )}
      {failure && (
        <p className="claim-wrong" role="alert">
          {failure}
        </p>
      )}
      <Button busy={busy} onClick={onCheck}>
        Check
      </Button>
    </div>
  );
}

/** Claims a profile: the invited one at once, others by a code in their bio. */
export function ClaimProfile({ platforms, subject, invited, hasOne }: ClaimProfileProps) {
  const { loaded, profiles, busy, failure, claim } = useClaim();
  const draft = useDraft<{ platform: Platform | null; username: string }>(`${subject}.claim`, {
    platform: null,
    username: '',
  });
  const { username } = draft.value;
  const platform =
    platforms.find((one) => one === draft.value.platform) ?? platforms[0] ?? ('instagram' as const);
  const [adding, setAdding] = useState(false);
  const waiting = profiles.filter((one) => one.state === 'waiting' && platforms.includes(one.platform));
  const offered = invited && !profiles.some((one) => same(one, invited)) ? invited : null;
  const failureOf = (of: string) => (failure?.of === of ? failure.text : null);
  const shown = adding || (!hasOne && !offered && waiting.length === 0);

  if (loaded.state === 'loading') return null;
  if (loaded.state !== 'known') {
    return (
      <ErrorState
        title="Your profiles could not be loaded."
        text={loaded.state === 'failed' ? loaded.text : 'Load this page again.'}
      />
    );
  }
  const add = async () => {
    if (await claim('new', { platform, username })) {
      draft.change({ username: '' }, 'username');
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
          <p className="t-ink2">Your invitation was sent to this profile.</p>
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
            This Is Me
          </Button>
        </div>
      )}
      {waiting.map((one) => (
        <Proof
          key={one.socialProfileId}
          profile={one}
          busy={busy === one.socialProfileId}
          failure={failureOf(one.socialProfileId)}
          onCheck={() =>
            claim(one.socialProfileId, { platform: one.platform, username: one.username, check: true })
          }
        />
      ))}
      {shown ? (
        <div className="claim-new">
          <SelectField
            label="Platform"
            size="form"
            value={platform}
            options={platforms.map((value) => ({ value, label: PLATFORM_NAMES[value] }))}
            onChange={(event) => draft.change({ platform: event.target.value as Platform }, 'platform')}
          />
          <TextField
            label="Name of your profile"
            size="form"
            lead="@"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            value={username}
            error={failureOf('new')}
            onChange={(event) => draft.change({ username: event.target.value }, 'username')}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              void add();
            }}
          />
          <Button
            size="form"
            busy={busy === 'new'}
            disabledReason={username.trim() ? undefined : 'Write the name of the profile first'}
            onClick={add}
          >
            Claim Profile
          </Button>
        </div>
      ) : (
        <Button kind="quiet" onClick={() => setAdding(true)}>
          {hasOne ? 'Claim Another Profile' : 'Claim a Different Profile'}
        </Button>
      )}
    </div>
  );
}
