import { AccountPage } from '../modules/account/profile/account-page.tsx';
import { ProfileList } from '../modules/account/profile/profile-list.tsx';
import { nameOf } from '../modules/account/user/name-of.ts';
import { SignedIn } from '../modules/account/user/signed-in.tsx';
import { PaymentList } from '../modules/campaigns/payable/payment-list.tsx';

/** `/account` */
export function AccountRoute() {
  return (
    <SignedIn>
      {(user) => (
        <AccountPage
          user={user}
          name={nameOf(user)}
          profiles={<ProfileList subject={user.id} />}
          payments={<PaymentList />}
        />
      )}
    </SignedIn>
  );
}
