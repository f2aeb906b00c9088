import { createFileRoute } from '@tanstack/react-router';
import { ArchivedScreen } from '../../modules/discovery/creator-list/archived-screen.tsx';
import { archivedOptions, listsOptions } from '../../modules/discovery/creator-list/creator-list-queries.ts';
import { warmForBrand } from '../../shared/brand/current-brand.ts';
import { BrandScreen, DocumentTitle } from '../../shared/screen/screen.tsx';
import { t } from '../-screens/messages/messages.gen.ts';

export const Route = createFileRoute('/_member/creator-search/archived')({
  validateSearch: ({ show }: Record<string, unknown>): { show?: 'lists' | undefined } => ({
    show: show === 'lists' ? 'lists' : undefined,
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) =>
    warmForBrand(queryClient, (brandId) => {
      if (deps.show) void queryClient.prefetchInfiniteQuery(listsOptions(brandId, { archived: true }));
      else void queryClient.prefetchInfiniteQuery(archivedOptions(brandId));
    }),
  component: Archived,
});

function Archived() {
  const { show } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <BrandScreen>
      <DocumentTitle>{t('archived.title')}</DocumentTitle>
      <ArchivedScreen
        show={show ?? 'creators'}
        onShow={(next) => void navigate({ search: { show: next === 'lists' ? 'lists' : undefined } })}
      />
    </BrandScreen>
  );
}
