import { createFileRoute } from '@tanstack/react-router';
import type { PayableState } from '@troupe/domain/campaigns/payable';
import { PAYABLE_STATES } from '@troupe/domain/campaigns/payable-state';
import { payablesOptions } from '../../modules/campaigns/payable/payable-queries.ts';
import { PayablesScreen } from '../../modules/campaigns/payable/payables-screen.tsx';
import { warmForBrand } from '../../shared/brand/current-brand.ts';
import { BrandScreen, DocumentTitle } from '../../shared/screen/screen.tsx';
import { t } from '../-screens/messages/messages.gen.ts';

interface Address {
  /** From 2 on; the first one is not written. */
  page?: string | undefined;
  state?: PayableState | undefined;
  search?: string | undefined;
}

function readAddress({ page, state, search }: Record<string, unknown>): Address {
  const known = PAYABLE_STATES.find((one) => one === state);
  return {
    ...(typeof page === 'string' && /^[1-9]\d{0,4}$/.test(page) && page !== '1' ? { page } : {}),
    ...(known ? { state: known } : {}),
    ...(typeof search === 'string' && search.trim() !== '' ? { search: search.slice(0, 120) } : {}),
  };
}

const wantedOf = ({ page, ...rest }: Address) => ({ ...rest, page: Number(page ?? 1) });

export const Route = createFileRoute('/_member/account/payments')({
  validateSearch: readAddress,
  loaderDeps: ({ search }) => readAddress(search),
  loader: ({ context: { queryClient }, deps }) =>
    warmForBrand(
      queryClient,
      (brandId) => void queryClient.prefetchQuery(payablesOptions(brandId, wantedOf(deps))),
    ),
  component: Payments,
});

function Payments() {
  const address = Route.useSearch({ select: readAddress, structuralSharing: true });
  const navigate = Route.useNavigate();
  return (
    <BrandScreen>
      <DocumentTitle>{t('account.section.payments')}</DocumentTitle>
      <PayablesScreen
        wanted={wantedOf(address)}
        onWant={({ page, ...rest }) =>
          void navigate({ search: { ...rest, ...(page > 1 ? { page: String(page) } : {}) }, replace: true })
        }
      />
    </BrandScreen>
  );
}
