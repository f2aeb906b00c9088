import { useQueryClient } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { AdminBrand } from '@troupe/domain/operations/admin';
import { lazy, Suspense, useState } from 'react';
import { adminBrandsOptions } from '../../modules/operations/admin/admin-queries.ts';
import { BrandsScreen } from '../../modules/operations/admin/brands-screen.tsx';
import { BrandIdContext } from '../../shared/brand/current-brand.ts';
import { t as shared } from '../../shared/messages/messages.gen.ts';
import { DocumentTitle } from '../../shared/screen/screen.tsx';

const AdjustDialog = lazy(() => import('../../modules/billing/credit/adjust-dialog.tsx'));

interface Address {
  page?: string | undefined;
  search?: string | undefined;
  pastDue?: 'yes' | undefined;
}

function readAddress({ page, search, pastDue }: Record<string, unknown>): Address {
  return {
    ...(typeof page === 'string' && /^[1-9]\d{0,4}$/.test(page) && page !== '1' ? { page } : {}),
    ...(typeof search === 'string' && search.trim() !== '' ? { search: search.slice(0, 120) } : {}),
    ...(pastDue === 'yes' ? { pastDue } : {}),
  };
}

const wantedOf = ({ page, search, pastDue }: Address) => ({
  page: Number(page ?? 1),
  search,
  ...(pastDue ? { pastDue: true as const } : {}),
});

export const Route = createFileRoute('/_member/admin/')({
  validateSearch: readAddress,
  loaderDeps: ({ search }) => readAddress(search),
  loader: ({ context: { queryClient }, deps }) =>
    void queryClient.prefetchQuery(adminBrandsOptions(wantedOf(deps))),
  component: Brands,
});

function Brands() {
  const address = Route.useSearch({ select: readAddress, structuralSharing: true });
  const navigate = Route.useNavigate();
  const queryClient = useQueryClient();
  const [adjusting, setAdjusting] = useState<AdminBrand | null>(null);
  const close = () => {
    setAdjusting(null);
    void queryClient.invalidateQueries({ queryKey: ['admin'] });
  };
  return (
    <>
      <DocumentTitle>{shared('admin.brands')}</DocumentTitle>
      <BrandsScreen
        wanted={wantedOf(address)}
        onWant={({ page, search, pastDue }) =>
          void navigate({
            search: {
              ...(page > 1 ? { page: String(page) } : {}),
              ...(search ? { search } : {}),
              ...(pastDue ? { pastDue: 'yes' as const } : {}),
            },
            replace: true,
          })
        }
        onAdjust={setAdjusting}
      />
      {adjusting && (
        <Suspense>
          <BrandIdContext value={adjusting.id}>
            <AdjustDialog balance={adjusting.credits} onClose={close} />
          </BrandIdContext>
        </Suspense>
      )}
    </>
  );
}
