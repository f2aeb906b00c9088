import { OptInPage } from '../features/opt-in/opt-in-page.tsx';
import { SignedIn } from '../features/user/signed-in.tsx';
import { idOf } from '../shared/screen.ts';

/** `/opt-ins/ID` */
export function OptInRoute() {
  const optInId = idOf(location.pathname) ?? '';
  return <SignedIn>{(user) => <OptInPage key={optInId} optInId={optInId} subject={user.id} />}</SignedIn>;
}
