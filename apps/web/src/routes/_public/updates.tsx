import { createFileRoute } from '@tanstack/react-router';
import { PageHeader } from '@troupe/ui/layout/page-header';
import { UpdateList } from '../../modules/site/product-update/update-list.tsx';
import { DocumentTitle } from '../../shared/screen/screen.tsx';

export const Route = createFileRoute('/_public/updates')({ component: Updates });

function Updates() {
  return (
    <div className="t-page t-stack">
      <DocumentTitle>What's new</DocumentTitle>
      <PageHeader title="What's new" />
      <UpdateList title="h2" />
    </div>
  );
}
