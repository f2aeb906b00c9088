import { createFileRoute } from '@tanstack/react-router';
import type { BillingEventState } from '@troupe/domain/billing/billing-event';
import { BILLING_EVENT_STATES } from '@troupe/domain/billing/billing-event-state';
import {
  billingEventsOptions,
  reconciliationsOptions,
} from '../../modules/operations/admin/admin-queries.ts';
import { BillingScreen } from '../../modules/operations/admin/billing-screen.tsx';
import { t as shared } from '../../shared/messages/messages.gen.ts';
import { DocumentTitle } from '../../shared/screen/screen.tsx';

interface Address {
  page?: string | undefined;
  state?: BillingEventState | undefined;
}

function readAddress({ page, state }: Record<string, unknown>): Address {
  const known = BILLING_EVENT_STATES.find((one) => one === state);
  return {
    ...(typeof page === 'string' && /^[1-9]\d{0,4}$/.test(page) && page !== '1' ? { page } : {}),
    ...(known ? { state: known } : {}),
  };
}

export const Route = createFileRoute('/_member/admin/billing')({
  validateSearch: readAddress,
  loaderDeps: ({ search }) => readAddress(search),
  loader: ({ context: { queryClient }, deps: { page, state } }) => {
    void queryClient.prefetchQuery(billingEventsOptions(Number(page ?? 1), state));
    void queryClient.prefetchQuery(reconciliationsOptions);
  },
  component: Billing,
});

function Billing() {
  const { page, state } = Route.useSearch({ select: readAddress, structuralSharing: true });
  const navigate = Route.useNavigate();
  return (
    <>
      <DocumentTitle>{shared('admin.billing')}</DocumentTitle>
      <BillingScreen
        page={Number(page ?? 1)}
        state={state}
        onWant={(next, wanted) =>
          void navigate({
            search: { ...(next > 1 ? { page: String(next) } : {}), ...(wanted ? { state: wanted } : {}) },
            replace: true,
          })
        }
      />
    </>
  );
}
