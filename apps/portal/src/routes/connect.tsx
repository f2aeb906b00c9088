import { ConnectPage } from '../features/profile/connect-page.tsx';
import { SignedIn } from '../features/user/signed-in.tsx';

/** `/connect` */
export function ConnectRoute() {
  return <SignedIn>{() => <ConnectPage />}</SignedIn>;
}
