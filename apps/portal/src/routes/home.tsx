import { useEffect } from 'react';
import { Home } from '../features/campaign/home.tsx';
import { nameOf } from '../features/user/name-of.ts';
import { SignedIn } from '../features/user/signed-in.tsx';
import { goHome } from '../shared/screen.ts';

/** `/` and every unknown address: the landing, or home for whoever is signed in. */
export function HomeRoute() {
  useEffect(() => {
    if (location.pathname !== '/') goHome();
  }, []);
  return <SignedIn>{(user) => <Home user={user} name={nameOf(user)} />}</SignedIn>;
}
