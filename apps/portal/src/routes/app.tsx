import { CrashBoundary } from '@troupe/ui/feedback/crash-boundary';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { AuthProvider } from 'react-oidc-context';
import { replaceAddress, screenOf, useAddress } from '../shared/screen.ts';
import { returnPathOf, userManager } from '../shared/session.ts';
import { Shell } from '../shared/shell.tsx';
import { Waiting } from '../shared/waiting.tsx';
import { HomeRoute } from './home.tsx';
import { LoginRoute } from './login.tsx';
import { LogoutRoute } from './logout.tsx';

const screens = {
  home: HomeRoute,
  login: LoginRoute,
  logout: LogoutRoute,
  invite: lazy(() => import('./invite.tsx').then(({ InviteRoute }) => ({ default: InviteRoute }))),
  campaign: lazy(() => import('./campaign.tsx').then(({ CampaignRoute }) => ({ default: CampaignRoute }))),
  'opt-in': lazy(() => import('./opt-in.tsx').then(({ OptInRoute }) => ({ default: OptInRoute }))),
  connect: lazy(() => import('./connect.tsx').then(({ ConnectRoute }) => ({ default: ConnectRoute }))),
  account: lazy(() => import('./account.tsx').then(({ AccountRoute }) => ({ default: AccountRoute }))),
};

/** After going on to another screen the focus is on its heading, so that a screen reader says where one is. */
function useFocusOnHeading(address: string): void {
  const first = useRef(address);
  useEffect(() => {
    if (first.current === address) return;
    first.current = address;
    const wait = setTimeout(() => document.querySelector<HTMLElement>('main h1')?.focus(), 50);
    return () => clearTimeout(wait);
  }, [address]);
}

/** Picks the screen of the address. Only `/login` takes what the login host sends back. */
export function App() {
  const address = useAddress();
  const path = address.split('?')[0] ?? '/';
  const Current = screens[screenOf(path)];
  useFocusOnHeading(address);
  return (
    <AuthProvider
      userManager={userManager}
      skipSigninCallback={screenOf(location.pathname) !== 'login'}
      onSigninCallback={(user) => replaceAddress(returnPathOf(user?.state))}
    >
      <Suspense
        fallback={
          <Shell>
            <Waiting label="Loading" />
          </Shell>
        }
      >
        <CrashBoundary key={path} frame={(trouble) => <Shell>{trouble}</Shell>}>
          <Current />
        </CrashBoundary>
      </Suspense>
    </AuthProvider>
  );
}
