import { useEffect } from 'react';
import { nameOf } from '../modules/account/user/name-of.ts';
import { SignedIn } from '../modules/account/user/signed-in.tsx';
import { Home } from '../modules/campaigns/campaign/home.tsx';
import { goHome } from '../shared/screen.ts';

/** `/` and every unknown address: the landing, or home for whoever is signed in. */
export function HomeRoute() {
  useEffect(() => {
    if (location.pathname !== '/') goHome();
  }, []);
  return <SignedIn>{(user) => <Home user={user} name={nameOf(user)} />}</SignedIn>;
}
