import { listOwnGifts } from '@troupe/contract/commerce/gift';
import { SignedIn } from '../modules/account/user/signed-in.tsx';
import { ContentPart } from '../modules/campaigns/campaign-content/content-part.tsx';
import { OptInPage } from '../modules/campaigns/opt-in/opt-in-page.tsx';
import { PaymentPart } from '../modules/campaigns/payable/payments.tsx';
import { GiftPart } from '../modules/commerce/gift/gift-part.tsx';
import { Thread } from '../modules/inbox/conversation/thread.tsx';
import { useRouteParam } from '../shared/address.ts';
import { forget } from '../shared/api.ts';

/** `/opt-ins/ID` */
export function OptInRoute() {
  const optInId = useRouteParam('optInId');
  return (
    <SignedIn>
      {() => (
        <OptInPage
          key={optInId}
          optInId={optInId}
          gifts={(detail) => <GiftPart {...detail} />}
          payment={(optIn) => <PaymentPart optIn={optIn} />}
          content={(detail, refresh) => <ContentPart {...detail} onChange={refresh} />}
          messages={({ campaign }, refresh) => (
            <Thread
              optInId={optInId}
              brand={campaign.brand.name}
              onEvent={() => {
                forget(listOwnGifts);
                refresh();
              }}
            />
          )}
        />
      )}
    </SignedIn>
  );
}
