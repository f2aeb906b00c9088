import { AuthProvider } from 'react-oidc-context';
import { goHome, screenOf, useScreen } from '../shared/screen.ts';
import { userManager } from '../shared/session.ts';
import { HomeRoute } from './home.tsx';
import { InviteRoute } from './invite.tsx';
import { LoginRoute } from './login.tsx';
import { LogoutRoute } from './logout.tsx';

const screens = { home: HomeRoute, login: LoginRoute, logout: LogoutRoute, invite: InviteRoute };

/** Picks the screen of the address. Only `/login` takes what the login host sends back. */
export function App() {
  const Current = screens[useScreen()];
  return (
    <AuthProvider
      userManager={userManager}
      skipSigninCallback={screenOf(location.pathname) !== 'login'}
      onSigninCallback={goHome}
    >
      <Current />
    </AuthProvider>
  );
}
