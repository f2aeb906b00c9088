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
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { PageLoading } from '../../../shared/screen/screen.tsx';
import { StandaloneScreen } from '../../../shared/screen/standalone-screen.tsx';
import { logOut } from '../../../shared/session/leave.ts';
import { useSession } from '../../../shared/session/session.ts';
import { t } from '../messages/messages.gen.ts';
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
      <StandaloneScreen title={t('invitation.notFound')}>
        <p className="t-ink2">{t('invitation.notFoundText')}</p>
        <Link href="/" className="t-link">
          {t('invitation.goToTroupe')}
        </Link>
      </StandaloneScreen>
    );
  return (
    <StandaloneScreen title={t('invitation.title')}>
      <ErrorState
        title={t('invitation.failed')}
        text={errorText(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    </StandaloneScreen>
  );
}

function Invitation({ invitation, token, onJoined }: TeamInviteScreenProps & { invitation: TeamInvitation }) {
  const { brandName, invitedBy, email, expires, state } = invitation;
  const signedIn = useSession().status !== 'none';
  if (state !== 'open')
    return (
      <StandaloneScreen title={t(`invitation.closed.${state}`)}>
        <p className="t-ink2">{t(`invitation.closedText.${state}`)}</p>
        <Link href="/" className="t-link">
          {t('invitation.goToTroupe')}
        </Link>
      </StandaloneScreen>
    );
  return (
    <StandaloneScreen title={t('invitation.join', { brand: brandName })} drawing="troupe">
      <p className="t-ink2">
        {t('invitation.text', {
          hasInviter: invitedBy ? 'yes' : 'no',
          inviter: invitedBy ?? '',
          email,
          brand: brandName,
          day: dayText(expires),
        })}
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
          {t('invitation.logIn')}
        </Button>
        <Button size="form" href={`/signup?${way}`}>
          {t('invitation.signUp')}
        </Button>
      </div>
      <p className="t-12 t-ink3">{t('invitation.useEmail', { email })}</p>
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
      notify.success(t('invitation.joined', { brand: brandName }));
      onJoined();
    },
    // It may have been withdrawn, or have expired, while this page was open.
    onError: () => void queryClient.invalidateQueries({ queryKey: ['team', 'getTeamInvitation'] }),
  });
  const other = me && me.email.toLowerCase() !== invitation.email;
  return (
    <>
      {error && <ErrorState title={t('invitation.joinFailed')} text={errorText(error)} />}
      {other && !error && (
        <p className="team-invite-note">
          {t('invitation.other', { mine: me.email, email: invitation.email })}
        </p>
      )}
      <div className="team-invite-ways">
        {!other && (
          <Button kind="main" size="form" busy={isPending} onClick={() => !isPending && mutate()}>
            {t('invitation.join', { brand: invitation.brandName })}
          </Button>
        )}
        {(other || error) && (
          <Button kind={other ? 'main' : 'second'} size="form" onClick={() => void logOut(true)}>
            {t('invitation.otherAccount')}
          </Button>
        )}
      </div>
      <Link href="/" className="t-link">
        {shared('action.notNow')}
      </Link>
    </>
  );
}
