import { createFileRoute } from '@tanstack/react-router';
import { importsOptions } from '../../modules/discovery/creator-import/creator-import-queries.ts';
import { readImportStartAddress } from '../../modules/discovery/creator-import/import-address.ts';
import { ImportStart } from '../../modules/discovery/creator-import/import-start.tsx';
import { warmForBrand } from '../../shared/brand/current-brand.ts';
import { BrandScreen, DocumentTitle } from '../../shared/screen/screen.tsx';
import { t } from '../-screens/messages/messages.gen.ts';

export const Route = createFileRoute('/_member/creator-search/import/')({
  validateSearch: readImportStartAddress,
  loader: ({ context: { queryClient } }) =>
    warmForBrand(queryClient, (brandId) => queryClient.prefetchInfiniteQuery(importsOptions(brandId))),
  component: ImportStartRoute,
});

function ImportStartRoute() {
  return (
    <BrandScreen>
      <DocumentTitle>{t('import.title')}</DocumentTitle>
      <ImportStart address={Route.useSearch()} />
    </BrandScreen>
  );
}
