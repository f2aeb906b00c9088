import { useRouterState } from '@tanstack/react-router';
import { ADMIN_GROUP } from '@troupe/domain/account/user';
import { PartBoundary } from '@troupe/ui/feedback/missing-part';
import { whenIdle } from '@troupe/ui/hooks';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { BrandBlock } from '../../modules/account/brand/brand-block.tsx';
import { isStoreKept, onStoreChange } from '../../modules/commerce/store/kept-store.ts';
import { isStorePage } from '../../modules/commerce/store/store-address.ts';
import { actingNow } from '../../shared/brand/acting.ts';
import { useBrandIdOrNone, useMe } from '../../shared/brand/current-brand.ts';
import { config } from '../../shared/config.ts';
import { useSession } from '../../shared/session/session.ts';

const SupportWidget = lazy(() =>
  whenIdle().then(() => import('../../modules/site/support/support-widget.tsx')),
);

/** The support widget, for members only; nothing loads before membership is known. */
export function LateSupport() {
  const session = useSession();
  const me = useMe();
  const { support } = config.widgets;
  if (!support || me?.role !== 'brand' || session.status === 'none') return null;
  if (session.session.groups.includes(ADMIN_GROUP) || actingNow()) return null;
  return (
    <PartBoundary>
      <Suspense>
        <SupportWidget support={support} />
      </Suspense>
    </PartBoundary>
  );
}

const ConnectStoreDialog = lazy(() => import('../../modules/commerce/store/connect-store-dialog.tsx'));

/**
 * A store that arrived from its platform and is to be connected to the current brand; people with several brands can
 * choose another. It stays pending while acting as a member.
 */
export function LateStore() {
  const kept = useSyncExternalStore(onStoreChange, isStoreKept);
  const brandId = useBrandIdOrNone();
  const me = useMe();
  const several = me?.role === 'administrator' || (me?.brandProfiles.length ?? 0) > 1;
  const arriving = useRouterState({ select: ({ location }) => isStorePage(location.pathname) });
  const asks = kept && !arriving && !actingNow();
  return (
    <PartBoundary>
      <Suspense>
        {asks && brandId && (
          <ConnectStoreDialog brandId={brandId} brandChoice={several ? <BrandBlock /> : null} />
        )}
      </Suspense>
    </PartBoundary>
  );
}
