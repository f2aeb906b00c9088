import { AccountPage } from '../features/account/account-page.tsx';
import { PaymentList } from '../features/payable/payment-list.tsx';
import { ProfileList } from '../features/profile/profile-list.tsx';
import { nameOf } from '../features/user/name-of.ts';
import { SignedIn } from '../features/user/signed-in.tsx';

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
