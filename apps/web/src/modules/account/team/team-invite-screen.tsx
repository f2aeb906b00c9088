import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { acceptTeamInvitation, getTeamInvitation } from '@troupe/contract/account/team';
import { CallError } from '@troupe/contract/client';
import type { TeamInvitation } from '@troupe/domain/account/team';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { notify } from '@troupe/ui/feedback/notify';
import { dayText } from '@troupe/ui/lib/date';
import { meOptions, useMe } from '../../../shared/brand/current-brand.ts';
import { invitationPath } from '../../../shared/brand/team-invites.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { PageLoading } from '../../../shared/screen/screen.tsx';
import { StandaloneScreen } from '../../../shared/screen/standalone-screen.tsx';
import { logOut } from '../../../shared/session/leave.ts';
import { useSession } from '../../../shared/session/session.ts';
import './team-invite-screen.css';

interface TeamInviteScreenProps {
  token: string;
  /** The person has joined; their brand is the selected one. */
  onJoined: () => void;
}

/** An invitation to a team: who invites whom, and the way in. */
export function TeamInviteScreen({ token, onJoined }: TeamInviteScreenProps) {
  const { data, error, isFetching, refetch } = useQuery(
    callOptions(getTeamInvitation, { params: { token } }),
  );
  if (data) return <Invitation invitation={data} token={token} onJoined={onJoined} />;
  if (!error) return <PageLoading whole />;
  const unknown = error instanceof CallError && (error.status === 404 || error.status === 422);
  if (unknown)
    return (
      <StandaloneScreen title="Invitation not found">
        <p className="t-ink2">Check the link in the email, or ask for a new invitation.</p>
        <Link href="/" className="t-link">
          Go to Troupe
        </Link>
      </StandaloneScreen>
    );
  return (
    <StandaloneScreen title="Invitation">
      <ErrorState
        title="Couldn't load the invitation."
        text={errorText(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    </StandaloneScreen>
  );
}

const CLOSED: Record<Exclude<TeamInvitation['state'], 'open'>, { title: string; text: string }> = {
  expired: {
    title: 'This invitation has expired',
    text: 'Ask the person who invited you to resend it. The same link will then work.',
  },
  withdrawn: {
    title: 'This invitation was withdrawn',
    text: 'Ask the person who invited you if you think this is a mistake.',
  },
  accepted: {
    title: 'This invitation was already used',
    text: 'Log in with the account that used it to continue.',
  },
};

function Invitation({ invitation, token, onJoined }: TeamInviteScreenProps & { invitation: TeamInvitation }) {
  const { brandName, invitedBy, email, expires, state } = invitation;
  const signedIn = useSession().status !== 'none';
  if (state !== 'open')
    return (
      <StandaloneScreen title={CLOSED[state].title}>
        <p className="t-ink2">{CLOSED[state].text}</p>
        <Link href="/" className="t-link">
          Go to Troupe
        </Link>
      </StandaloneScreen>
    );
  return (
    <StandaloneScreen title={`Join ${brandName}`} drawing="troupe">
      <p className="t-ink2">
        {invitedBy ? `${invitedBy} invited ${email}` : `${email} is invited`} to join the {brandName} team on
        Troupe. The invitation is valid until {dayText(expires)}.
      </p>
      {signedIn ? (
        <SignedIn invitation={invitation} token={token} onJoined={onJoined} />
      ) : (
        <SignedOut email={email} token={token} />
      )}
    </StandaloneScreen>
  );
}

function SignedOut({ email, token }: { email: string; token: string }) {
  const way = new URLSearchParams({ returnTo: invitationPath(token), email }).toString();
  return (
    <>
      <div className="team-invite-ways">
        <Button kind="main" size="form" href={`/login?${way}`}>
          Log in to join
        </Button>
        <Button size="form" href={`/signup?${way}`}>
          Sign up to join
        </Button>
      </div>
      <p className="t-12 t-ink3">Use {email}. The invitation is for this address.</p>
    </>
  );
}

function SignedIn({ invitation, token, onJoined }: TeamInviteScreenProps & { invitation: TeamInvitation }) {
  const queryClient = useQueryClient();
  const me = useMe();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => client.call(acceptTeamInvitation, { params: { token } }),
    onSuccess: async ({ brandName }) => {
      await queryClient.refetchQueries({ queryKey: meOptions.queryKey });
      void queryClient.invalidateQueries({ queryKey: ['team'] });
      notify.success(`You joined the ${brandName} team.`);
      onJoined();
    },
    // It may have been withdrawn, or have expired, while this page was open.
    onError: () => void queryClient.invalidateQueries({ queryKey: ['team', 'getTeamInvitation'] }),
  });
  const other = me && me.email.toLowerCase() !== invitation.email;
  return (
    <>
      {error && <ErrorState title="Couldn't join the team." text={errorText(error)} />}
      {other && !error && (
        <p className="team-invite-note">
          You're logged in as {me.email}. The invitation is for {invitation.email}.
        </p>
      )}
      <div className="team-invite-ways">
        {!other && (
          <Button kind="main" size="form" busy={isPending} onClick={() => !isPending && mutate()}>
            Join {invitation.brandName}
          </Button>
        )}
        {(other || error) && (
          <Button kind={other ? 'main' : 'second'} size="form" onClick={() => void logOut(true)}>
            Use another account
          </Button>
        )}
      </div>
      <Link href="/" className="t-link">
        Not now
      </Link>
    </>
  );
}
