import { SignedIn } from '../modules/account/user/signed-in.tsx';
import { OptInPage } from '../modules/campaigns/opt-in/opt-in-page.tsx';
import { PaymentPart } from '../modules/campaigns/payable/payment-part.tsx';
import { ContentPart } from '../modules/discovery/content/content-part.tsx';
import { Thread } from '../modules/inbox/conversation/thread.tsx';
import { idOf } from '../shared/screen.ts';

/** `/opt-ins/ID` */
export function OptInRoute() {
  const optInId = idOf(location.pathname) ?? '';
  return (
    <SignedIn>
      {(user) => (
        <OptInPage
          key={optInId}
          optInId={optInId}
          subject={user.id}
          payment={(optIn) => <PaymentPart optIn={optIn} />}
          content={(detail, refresh) => <ContentPart {...detail} subject={user.id} onChange={refresh} />}
          messages={({ campaign }, refresh) => (
            <Thread optInId={optInId} subject={user.id} brand={campaign.brand.name} onNews={refresh} />
          )}
        />
      )}
    </SignedIn>
  );
}
