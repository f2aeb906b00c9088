import { IconChevronRight } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { User } from '@troupe/domain/account/user';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Section } from '@troupe/ui/layout/section';
import { dayText } from '@troupe/ui/lib/date';
import { type ReactNode, useEffect } from 'react';
import { meOptions } from '../../../shared/brand/current-brand.ts';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { renew, sessionState } from '../../../shared/session/session.ts';
import { t } from '../messages/messages.gen.ts';
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
    <Section id="sign-in" title={t('signIn.title')}>
      {isPending ? (
        <Loading label={t('signIn.how')}>
          <SkeletonRows rows={5} />
        </Loading>
      ) : (
        <>
          {state === undefined && (
            <ErrorState
              title={t('signIn.failed')}
              text={t('signIn.failedText')}
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          )}
          {state === null ? (
            <p className="t-ink2">{t('signIn.elsewhere', { email: me.email })}</p>
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
      <Row path="/account/email" title={shared('email')}>
        {state?.pendingEmail ? (
          <>
            {email}. <strong>{t('signIn.confirmEmail', { email: state.pendingEmail })}</strong>
          </>
        ) : (
          email
        )}
      </Row>
      <Row path="/account/password" title={t('signIn.password')}>
        {state ? t('signIn.passwordChanged', { day: dayText(state.passwordChangedAt) }) : t('signIn.change')}
      </Row>
      <Row path="/account/two-step" title={t('signIn.authenticator')}>
        {state ? (state.authenticatorApp ? t('signIn.on') : t('signIn.off')) : t('signIn.setUp')}
      </Row>
      <Row path="/account/passkeys" title={t('signIn.passkeys')}>
        {state
          ? t('signIn.passkeyCount', {
              count: state.passkeys,
              isRequired: state.passkeyAfterPassword ? 'yes' : 'no',
            })
          : t('signIn.view')}
      </Row>
      {secondStep && (
        <Row path="/account/recovery-codes" title={t('signIn.recovery')}>
          {t('signIn.recoveryLeft', { count: state.recoveryCodesLeft })}
        </Row>
      )}
      <Row path="/account/sessions" title={t('signIn.sessions')}>
        {state ? t('signIn.sessionCount', { count: state.sessions }) : t('signIn.sessionsText')}
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
