import { SignedIn } from '../modules/account/user/signed-in.tsx';
import { nameOf } from '../modules/account/user/user-place.ts';
import { Home } from '../modules/campaigns/campaign/home.tsx';

/** `/`: the landing, or home for whoever is signed in. */
export function HomeRoute() {
  return <SignedIn>{(user) => <Home user={user} name={nameOf(user)} />}</SignedIn>;
}
