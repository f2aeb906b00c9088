import { ContentPart } from '../features/content/content-part.tsx';
import { Thread } from '../features/conversation/thread.tsx';
import { OptInPage } from '../features/opt-in/opt-in-page.tsx';
import { PaymentPart } from '../features/payable/payment-part.tsx';
import { SignedIn } from '../features/user/signed-in.tsx';
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
