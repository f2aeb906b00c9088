import { useRouterState } from '@tanstack/react-router';
import { PartBoundary } from '@troupe/ui/feedback/missing-part';
import { lazy, Suspense } from 'react';
import { isStorePage } from '../../modules/commerce/store/store-address.ts';
import { useStoreKept } from '../../modules/commerce/store/use-kept-store.ts';
import { actingNow } from '../../shared/brand/acting.ts';
import { useBrandIdOrNone } from '../../shared/brand/current-brand.ts';

const StoreConnect = lazy(() => import('./store-connect.tsx'));

/** A store that arrived from its platform and waits to be connected; for whoever acts as a member it waits on. */
export function LateStore() {
  const kept = useStoreKept();
  const brandId = useBrandIdOrNone();
  const arriving = useRouterState({ select: ({ location }) => isStorePage(location.pathname) });
  const asks = kept && !arriving && !actingNow();
  return (
    <PartBoundary>
      <Suspense>{asks && brandId && <StoreConnect brandId={brandId} />}</Suspense>
    </PartBoundary>
  );
}
