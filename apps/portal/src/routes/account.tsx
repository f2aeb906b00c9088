import { SignedIn } from '../modules/account/user/signed-in.tsx';
import { nameOf } from '../modules/account/user/user-place.ts';
import { useOwnStatements } from '../modules/affiliate/own-earnings.tsx';
import { ConnectPage } from '../modules/campaigns/claimed-profile/connect-page.tsx';
import { ProfileList } from '../modules/campaigns/claimed-profile/profile-list.tsx';
import { AccountPage } from '../modules/campaigns/creator-account/account-page.tsx';
import { PaymentList } from '../modules/campaigns/payable/payments.tsx';
import { PayoutSetup } from '../modules/campaigns/payable/payout-setup.tsx';
import { MailChoices } from '../modules/inbox/notification/mail-choices.tsx';
import { BrandView, BrandViewLink } from '../modules/listening/brand-view.tsx';
import { ProfileLanguage } from '../shared/language-picker.tsx';

function Payments() {
  const statements = useOwnStatements();
  return (
    <PaymentList
      hrefOfStatement={(id) => {
        const affiliateId = statements.find((one) => one.id === id)?.affiliateId;
        return affiliateId ? `/programs/${affiliateId}#payouts` : '/';
      }}
    />
  );
}

/** `/account` */
export function AccountRoute() {
  return (
    <SignedIn>
      {(user) => (
        <AccountPage
          user={user}
          name={nameOf(user)}
          profiles={<ProfileList />}
          payments={
            <>
              <PayoutSetup />
              <Payments />
            </>
          }
          notifications={
            <>
              <MailChoices />
              <BrandViewLink />
            </>
          }
          language={<ProfileLanguage language={user.language} />}
        />
      )}
    </SignedIn>
  );
}

/** `/what-brands-see` */
export function BrandViewRoute() {
  return <SignedIn>{() => <BrandView />}</SignedIn>;
}

/** `/connect` */
export function ConnectRoute() {
  return <SignedIn>{() => <ConnectPage />}</SignedIn>;
}
