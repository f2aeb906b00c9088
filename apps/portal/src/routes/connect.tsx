import { ConnectPage } from '../modules/account/profile/connect-page.tsx';
import { SignedIn } from '../modules/account/user/signed-in.tsx';

/** `/connect` */
export function ConnectRoute() {
  return <SignedIn>{() => <ConnectPage />}</SignedIn>;
}
