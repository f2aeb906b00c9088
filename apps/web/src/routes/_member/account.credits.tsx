import { createFileRoute } from '@tanstack/react-router';
import { CreditScreen } from '../../features/credit/credit-screen.tsx';
import { BrandScreen } from '../../shared/brand-screen.tsx';
import { creditsOptions } from '../../shared/credit.ts';
import { warmForBrand } from '../../shared/current-brand.ts';
import { DocumentTitle } from '../../shared/document-title.tsx';

/** The page from 2 on; the first one is not written. */
function readAddress({ page }: Record<string, unknown>): { page?: string | undefined } {
  return typeof page === 'string' && /^[1-9]\d{0,4}$/.test(page) && page !== '1' ? { page } : {};
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
  const { page } = Route.useSearch({ select: readAddress, structuralSharing: true });
  const navigate = Route.useNavigate();
  return (
    <BrandScreen>
      <DocumentTitle>Credits</DocumentTitle>
      <CreditScreen
        page={Number(page ?? 1)}
        onPage={(next) => void navigate({ search: next > 1 ? { page: String(next) } : {} })}
      />
    </BrandScreen>
  );
}
