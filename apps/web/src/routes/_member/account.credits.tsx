import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { CreditScreen } from '../../modules/billing/credit/credit-screen.tsx';
import { creditsOptions } from '../../shared/brand/credit.tsx';
import { brandOptions, useBrandId, warmForBrand } from '../../shared/brand/current-brand.ts';
import { BrandScreen, DocumentTitle } from '../../shared/screen/screen.tsx';
import { t } from '../-screens/messages/messages.gen.ts';

const BuyCreditsDialog = lazy(() => import('../../modules/billing/checkout/buy-credits-dialog.tsx'));

interface Address {
  /** From 2 on; the first one is not written. */
  page?: string | undefined;
  /** Packs are being looked at. */
  buy?: 'yes' | undefined;
}

function readAddress({ page, buy }: Record<string, unknown>): Address {
  return {
    ...(typeof page === 'string' && /^[1-9]\d{0,4}$/.test(page) && page !== '1' ? { page } : {}),
    ...(buy === 'yes' ? { buy } : {}),
  };
}

export const Route = createFileRoute('/_member/account/credits')({
  validateSearch: readAddress,
  loaderDeps: ({ search }) => readAddress(search),
  loader: ({ context: { queryClient }, deps }) =>
    warmForBrand(
      queryClient,
      (brandId) => void queryClient.prefetchQuery(creditsOptions(brandId, Number(deps.page ?? 1))),
    ),
  component: Credits,
});

function Credits() {
  const { page, buy } = Route.useSearch({ select: readAddress, structuralSharing: true });
  const navigate = Route.useNavigate();
  return (
    <BrandScreen>
      <DocumentTitle>{t('summary.credits')}</DocumentTitle>
      <CreditScreen
        page={Number(page ?? 1)}
        onPage={(next) => void navigate({ search: next > 1 ? { page: String(next) } : {} })}
      />
      {buy && (
        <Suspense>
          <BuyCredits onClose={() => void navigate({ search: { page }, resetScroll: false })} />
        </Suspense>
      )}
    </BrandScreen>
  );
}

function BuyCredits({ onClose }: { onClose: () => void }) {
  const brandId = useBrandId();
  const { data: brand } = useQuery(brandOptions(brandId));
  return (
    <BuyCreditsDialog
      brandId={brandId}
      refusal={brand?.abilities.manageBilling.reason ?? undefined}
      onClose={onClose}
    />
  );
}
