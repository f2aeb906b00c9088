import { createFileRoute } from '@tanstack/react-router';
import { ProviderScreen } from '../../modules/discovery/provider/provider-screen.tsx';
import { DocumentTitle } from '../../shared/screen/screen.tsx';

export const Route = createFileRoute('/_member/admin/providers')({ component: Providers });

function Providers() {
  return (
    <>
      <DocumentTitle>Providers</DocumentTitle>
      <ProviderScreen />
    </>
  );
}
