import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { chooseLanguage } from '@troupe/browser/language';
import type { User } from '@troupe/domain/account/user';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { brandsOptions, meOptions, useBrandIdOrNone } from '../../../shared/brand/current-brand.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { config } from '../../../shared/config.ts';
import { PageLoading } from '../../../shared/screen/screen.tsx';
import { here, isLeaving } from '../../../shared/session/leave.ts';
import { useSession } from '../../../shared/session/session.ts';
import { t } from '../messages/messages.gen.ts';
import './member-gate.css';

const NotABrandMember = lazy(() => import('./not-a-brand-member.tsx'));

/** Lets members of a brand and administrators in; everyone else gets the screen that fits. */
export function MemberGate({ children }: { children: ReactNode }) {
  const session = useSession();
  const me = useQuery({ ...meOptions, enabled: session.status !== 'none' });
  const brandId = useBrandIdOrNone();
  const administrator = me.data?.role === 'administrator';
  const firstBrand = useQuery({ ...brandsOptions(), enabled: administrator && brandId === null });

  // What the profile says goes before what this browser remembers.
  const chosen = me.data?.language;
  useEffect(() => {
    if (chosen !== undefined) void chooseLanguage(chosen);
  }, [chosen]);

  if (session.status === 'none') return <ToTheLogin />;
  if (me.isPending || (brandId === null && firstBrand.isLoading)) return <PageLoading whole />;
  if (!me.data) {
    const { status } = me.error;
    if (status === 401) return <PageLoading whole label={t('gate.signingOut')} />;
    if (status === 0) return <Unreachable error={me.error} busy={me.isFetching} retry={() => me.refetch()} />;
    return children;
  }
  if (me.data.role === 'creator')
    return <Away to={`${config.portalOrigin}/login`} label={t('gate.openingCreatorApp')} />;
  if (!administrator && me.data.brandProfiles.length === 0) return <Refused me={me.data} />;
  return children;
}

function Refused({ me }: { me: User }) {
  return (
    <Suspense fallback={<PageLoading whole />}>
      <NotABrandMember email={me.email} />
    </Suspense>
  );
}

/** Signed out in another tab. */
function ToTheLogin() {
  const navigate = useNavigate();
  useEffect(() => {
    if (isLeaving()) return;
    void navigate({ to: '/login', search: { returnTo: here() }, replace: true });
  }, [navigate]);
  return <PageLoading whole label={t('gate.signingOut')} />;
}

/** To a place this person belongs to. */
function Away({ to, label }: { to: string; label: string }) {
  useEffect(() => location.replace(to), [to]);
  return <PageLoading whole label={label} />;
}

function Unreachable({ error, busy, retry }: { error: Error; busy: boolean; retry: () => void }) {
  return (
    <main className="gate">
      <h1 className="t-hidden">Troupe</h1>
      <ErrorState title={t('gate.failed')} text={errorText(error)} busy={busy} onRetry={retry} />
    </main>
  );
}
