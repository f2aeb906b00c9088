import { useMutation, useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { readClosing, reopenBrand } from '@troupe/contract/account/brand-closing';
import type { BrandClosing } from '@troupe/domain/account/brand';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { dayText } from '@troupe/ui/lib/date';
import type { ReactNode } from 'react';
import { client } from '../shared/call/client.ts';
import { errorText } from '../shared/call/error-text.ts';
import { callOptions } from '../shared/call/query.ts';
import { PageLoading } from '../shared/screen/screen.tsx';
import { StandaloneScreen } from '../shared/screen/standalone-screen.tsx';
import { logOut } from '../shared/session/leave.ts';
import { sessionAtStart, useSession } from '../shared/session/session.ts';
import { t } from './-screens/messages/messages.gen.ts';

/** The link in the closing email to owners, who may have no brand left. */
export const Route = createFileRoute('/reopen/$token')({
  beforeLoad: async () => void (await sessionAtStart()),
  component: ReopenRoute,
});

function ReopenRoute() {
  return <ReopenScreen token={Route.useParams().token} />;
}

/** Undoes the closing of an account, behind the link of the mail to its owners. */
function ReopenScreen({ token }: { token: string }) {
  const signedIn = useSession().status !== 'none';
  const { data, error, isFetching, refetch } = useQuery({
    ...callOptions(readClosing, { params: { token } }),
    enabled: signedIn,
  });
  if (!signedIn)
    return (
      <Frame>
        <p className="t-ink2">{t('reopen.ownerOnly')}</p>
        <Button
          kind="main"
          size="form"
          href={`/login?${new URLSearchParams({ returnTo: `/reopen/${token}` })}`}
        >
          {t('reopen.logIn')}
        </Button>
      </Frame>
    );
  if (data) return <Closed closing={data.closing} token={token} />;
  if (!error) return <PageLoading whole />;
  return (
    <Frame>
      <ErrorState
        title={t('reopen.linkFailed')}
        text={errorText(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
      <Button onClick={() => void logOut(true)}>{t('reopen.otherAccount')}</Button>
    </Frame>
  );
}

function Closed({ closing, token }: { closing: BrandClosing; token: string }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => client.call(reopenBrand, { params: { token } }),
    // Who this person is changes with it, in every cache.
    onSuccess: () => location.assign('/account'),
  });
  return (
    <Frame>
      <p>
        {t.rich('reopen.text', {
          brand: closing.brandName,
          closed: dayText(closing.closed),
          deletes: dayText(closing.deletes),
          who: (words) => (
            <strong key="who" dir="auto">
              {words}
            </strong>
          ),
        })}
      </p>
      <p className="t-ink2">{t('reopen.what')}</p>
      {error && <ErrorState title={t('reopen.failed')} text={errorText(error)} />}
      <Button kind="main" size="form" busy={isPending} onClick={() => !isPending && mutate()}>
        {t('reopen.action')}
      </Button>
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <StandaloneScreen title={t('reopen.title')}>
      {children}
      <Link href="/" className="t-link">
        {t('goToTroupe')}
      </Link>
    </StandaloneScreen>
  );
}
