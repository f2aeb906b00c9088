import { IconChevronRight } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { User } from '@troupe/domain/account/user';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Section } from '@troupe/ui/layout/section';
import { dayText } from '@troupe/ui/lib/date';
import { counted } from '@troupe/ui/lib/format';
import { type ReactNode, useEffect } from 'react';
import { meOptions } from '../../../shared/brand/current-brand.ts';
import { renew, sessionState } from '../../../shared/session/session.ts';
import { loginHostPage, type SignInState, signInStateOptions } from './profile-queries.ts';

/** The email was changed at the login host: a new token brings it to the API. */
function useFollowedEmail(me: User, state: SignInState | null | undefined) {
  const queryClient = useQueryClient();
  const moved = state ? state.email !== me.email : false;
  useEffect(() => {
    const now = sessionState();
    if (!moved || now.status !== 'open') return;
    void renew(now.session.token).then((result) => {
      if (result === 'renewed') void queryClient.invalidateQueries({ queryKey: meOptions.queryKey });
    });
  }, [moved, queryClient]);
}

/** How the person signs in. It is kept and changed at the login host; here stands how it is at the moment. */
export function SignInSection({ me }: { me: User }) {
  const { data: state, isPending, isFetching, refetch } = useQuery(signInStateOptions);
  useFollowedEmail(me, state);
  return (
    <Section id="sign-in" title="Signing in">
      {isPending ? (
        <Loading label="How you sign in">
          <SkeletonRows rows={5} />
        </Loading>
      ) : (
        <>
          {state === undefined && (
            <ErrorState
              title="Couldn't load your sign-in settings."
              text="The login host didn't respond. You can still open it."
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          )}
          {state === null ? (
            <p className="t-ink2">
              You sign in as {me.email}. Your email, password and sessions are kept by your login host.
            </p>
          ) : (
            <Rows email={state?.email ?? me.email} state={state} />
          )}
        </>
      )}
    </Section>
  );
}

function Rows({ email, state }: { email: string; state: SignInState | undefined }) {
  const secondStep = state && (state.authenticatorApp || state.passkeyAfterPassword);
  return (
    <ul className="profile-rows">
      <Row path="/account/email" title="Email">
        {state?.pendingEmail ? (
          <>
            {email}. <strong>Confirm {state.pendingEmail} to switch to it</strong>
          </>
        ) : (
          email
        )}
      </Row>
      <Row path="/account/password" title="Password">
        {state ? `Last changed ${dayText(state.passwordChangedAt)}` : 'Change'}
      </Row>
      <Row path="/account/two-step" title="Authenticator app">
        {state ? (state.authenticatorApp ? 'On' : 'Off') : 'Set up'}
      </Row>
      <Row path="/account/passkeys" title="Passkeys">
        {state
          ? `${state.passkeys === 0 ? 'None' : counted(state.passkeys, 'passkey')}${
              state.passkeyAfterPassword ? ', required after your password' : ''
            }`
          : 'View'}
      </Row>
      {secondStep && (
        <Row path="/account/recovery-codes" title="Recovery codes">
          {`${state.recoveryCodesLeft} of 10 remaining`}
        </Row>
      )}
      <Row path="/account/sessions" title="Sessions">
        {state ? `Signed in in ${counted(state.sessions, 'place')}` : 'See where you are signed in'}
      </Row>
    </ul>
  );
}

/** Leads to the page of the login host, in this tab: it leads back. */
function Row({ path, title, children }: { path: string; title: string; children: ReactNode }) {
  return (
    <li>
      <a href={loginHostPage(path)}>
        <span className="t-medium">{title}</span>
        <span className="t-ink2">{children}</span>
        <IconChevronRight size={16} />
      </a>
    </li>
  );
}
