import { AccountPage } from '../modules/account/profile/account-page.tsx';
import { ConnectPage } from '../modules/account/profile/connect-page.tsx';
import { MailChoices } from '../modules/account/profile/mail-choices.tsx';
import { ProfileList } from '../modules/account/profile/profile-list.tsx';
import { SignedIn } from '../modules/account/user/signed-in.tsx';
import { nameOf } from '../modules/account/user/user-place.ts';
import { PaymentList } from '../modules/campaigns/payable/payments.tsx';

/** `/account` */
export function AccountRoute() {
  return (
    <SignedIn>
      {(user) => (
        <AccountPage
          user={user}
          name={nameOf(user)}
          profiles={<ProfileList />}
          payments={<PaymentList />}
          notifications={<MailChoices />}
        />
      )}
    </SignedIn>
  );
}

/** `/connect` */
export function ConnectRoute() {
  return <SignedIn>{() => <ConnectPage />}</SignedIn>;
}
