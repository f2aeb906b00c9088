import { createFileRoute } from '@tanstack/react-router';
import { importOptions } from '../../modules/discovery/creator-import/creator-import-queries.ts';
import { readImportAddress } from '../../modules/discovery/creator-import/import-address.ts';
import { ImportScreen } from '../../modules/discovery/creator-import/import-screen.tsx';
import { warmForBrand } from '../../shared/brand/current-brand.ts';
import { BrandScreen } from '../../shared/screen/brand-screen.tsx';
import { DocumentTitle } from '../../shared/screen/document-title.tsx';

export const Route = createFileRoute('/_member/creator-search/import/$importId')({
  validateSearch: readImportAddress,
  loader: ({ context: { queryClient }, params: { importId } }) =>
    warmForBrand(queryClient, (brandId) => queryClient.prefetchQuery(importOptions(brandId, importId))),
  component: ImportRoute,
});

function ImportRoute() {
  const { importId } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <BrandScreen>
      <DocumentTitle>Import creators</DocumentTitle>
      <ImportScreen
        key={importId}
        importId={importId}
        address={Route.useSearch()}
        onAddress={(change) =>
          void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
        }
      />
    </BrandScreen>
  );
}
