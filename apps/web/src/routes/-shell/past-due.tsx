import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { BrandBlock } from '../../modules/account/brand/brand-block.tsx';
import { brandOptions, useBrandIdOrNone, useMe } from '../../shared/brand/current-brand.ts';
import { PageLoading } from '../../shared/screen/screen.tsx';

const PastDueScreen = lazy(() => import('../../modules/billing/subscription/past-due-screen.tsx'));
const AccountExport = lazy(() => import('../../modules/operations/brand-export/account-export.tsx'));
const PastDueWarning = lazy(async () => ({
  default: (await import('../../modules/billing/subscription/past-due-screen.tsx')).PastDueWarning,
}));

/** The brand being worked with, while its payment is past due. */
function usePastDue(): { brandId: string; administrator: boolean; owner: boolean } | null {
  const brandId = useBrandIdOrNone();
  const me = useMe();
  const { data: brand } = useQuery({ ...brandOptions(brandId ?? ''), enabled: brandId !== null });
  if (!brandId || !me || !brand?.chargebeePastDue) return null;
  return {
    brandId,
    administrator: me.role === 'administrator',
    owner: brand.abilities.manageTeam.allowed,
  };
}

/** Keeps members of a brand out while its payment is past due; administrators stay. */
export function PastDueGate({ children }: { children: ReactNode }) {
  const owing = usePastDue();
  const several = (useMe()?.brandProfiles.length ?? 0) > 1;
  if (!owing || owing.administrator) return children;
  return (
    <Suspense fallback={<PageLoading whole />}>
      <PastDueScreen
        brandId={owing.brandId}
        otherBrands={
          several && (
            <div className="past-due-brand">
              <BrandBlock />
            </div>
          )
        }
        // What a brand owes is no hold on its data.
        ownData={
          owing.owner && (
            <div className="past-due-data">
              <Suspense>
                <AccountExport />
              </Suspense>
            </div>
          )
        }
      />
    </Suspense>
  );
}

/** What administrators read above every screen of such a brand. */
export function PastDueNote() {
  return <Suspense>{usePastDue()?.administrator && <PastDueWarning />}</Suspense>;
}
