import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect } from 'react';
import { LoginScreen } from '../modules/account/user/login-screen.tsx';
import { readOffer } from '../modules/site/pricing/offer-address.ts';
import { meOptions } from '../shared/brand/current-brand.ts';
import { GenericError, PageLoading } from '../shared/screen/screen.tsx';
import { sessionAtStart, useSession } from '../shared/session/session.ts';

const OwnBrandScreen = lazy(() => import('../modules/account/brand/own-brand-screen.tsx'));

/** Sign-up for a plan, the affiliate integration or an add-on. */
export const Route = createFileRoute('/signup/$offer')({
  beforeLoad: async () => void (await sessionAtStart()),
  component: OfferSignUp,
});

function OfferSignUp() {
  const { offer } = Route.useParams();
  const signedIn = useSession().status !== 'none';
  if (!signedIn) return <LoginScreen address={{ returnTo: `/signup/${offer}` }} signUp />;
  return <SignedIn offer={offer} />;
}

function SignedIn({ offer }: { offer: string }) {
  const navigate = Route.useNavigate();
  const me = useQuery(meOptions);
  const goOn = useCallback(
    () =>
      void navigate(
        readOffer(offer)
          ? { to: '/pricing/$planId', params: { planId: offer }, replace: true }
          : { to: '/pricing', replace: true },
      ),
    [navigate, offer],
  );
  const hasBrand = me.data && (me.data.role !== 'brand' || me.data.brandProfiles.length > 0);
  useEffect(() => {
    if (hasBrand) goOn();
  }, [hasBrand, goOn]);
  if (me.error && !me.data) return <GenericError error={me.error} full />;
  if (!me.data || hasBrand) return <PageLoading whole />;
  return (
    <Suspense fallback={<PageLoading whole />}>
      <OwnBrandScreen onDone={goOn} />
    </Suspense>
  );
}
