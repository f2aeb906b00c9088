import { createFileRoute } from '@tanstack/react-router';
import { demoRequestsOptions } from '../../modules/site/demo-request/demo-request-queries.ts';
import { DemoRequestsScreen } from '../../modules/site/demo-request/demo-requests-screen.tsx';
import { t as shared } from '../../shared/messages/messages.gen.ts';
import { DocumentTitle } from '../../shared/screen/screen.tsx';

interface Address {
  page?: string | undefined;
  /** `held` for those that look like spam. */
  show?: 'held' | undefined;
}

function readAddress({ page, show }: Record<string, unknown>): Address {
  return {
    ...(typeof page === 'string' && /^[1-9]\d{0,4}$/.test(page) && page !== '1' ? { page } : {}),
    ...(show === 'held' ? { show } : {}),
  };
}

export const Route = createFileRoute('/_member/admin/demo-requests')({
  validateSearch: readAddress,
  loaderDeps: ({ search }) => readAddress(search),
  loader: ({ context: { queryClient }, deps: { page, show } }) =>
    void queryClient.prefetchQuery(demoRequestsOptions(Number(page ?? 1), show === 'held')),
  component: DemoRequests,
});

function DemoRequests() {
  const { page, show } = Route.useSearch({ select: readAddress, structuralSharing: true });
  const navigate = Route.useNavigate();
  return (
    <>
      <DocumentTitle>{shared('admin.demo-requests')}</DocumentTitle>
      <DemoRequestsScreen
        page={Number(page ?? 1)}
        heldBack={show === 'held'}
        onWant={(next, held) =>
          void navigate({
            search: { ...(next > 1 ? { page: String(next) } : {}), ...(held ? { show: 'held' } : {}) },
            replace: true,
          })
        }
      />
    </>
  );
}
