import { createFileRoute } from '@tanstack/react-router';
import { PageHeader } from '@troupe/ui/layout/page-header';
import { UpdateList } from '../../modules/site/product-update/update-list.tsx';
import { DocumentTitle } from '../../shared/screen/screen.tsx';
import { t } from '../-screens/messages/messages.gen.ts';

export const Route = createFileRoute('/_public/updates')({ component: Updates });

function Updates() {
  return (
    <div className="t-page t-stack">
      <DocumentTitle>{t('updates.title')}</DocumentTitle>
      <PageHeader title={t('updates.title')} />
      <UpdateList title="h2" />
    </div>
  );
}
