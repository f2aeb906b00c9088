import { createFileRoute } from '@tanstack/react-router';
import { ProviderScreen } from '../../modules/discovery/provider/provider-screen.tsx';
import { t as shared } from '../../shared/messages/messages.gen.ts';
import { DocumentTitle } from '../../shared/screen/screen.tsx';

export const Route = createFileRoute('/_member/admin/providers')({ component: Providers });

function Providers() {
  return (
    <>
      <DocumentTitle>{shared('admin.providers')}</DocumentTitle>
      <ProviderScreen />
    </>
  );
}
