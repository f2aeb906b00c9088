import { lazy, Suspense } from 'react';
import type { TemplateDrawerProps } from '../../modules/outreach/email-template/template-drawer.tsx';

const TemplateDrawer = lazy(() => import('../../modules/outreach/email-template/template-drawer.tsx'));

/**
 * The form of an email template over any screen, loaded when it opens: null is closed, `NEW` makes one, an id
 * changes that one. `onSaved` gets what was saved, then `onClose` is called.
 */
export function TemplateForm(props: Omit<TemplateDrawerProps, 'templateId'> & { templateId: string | null }) {
  const { templateId, ...others } = props;
  if (templateId === null) return null;
  return (
    <Suspense>
      <TemplateDrawer key={templateId} templateId={templateId} {...others} />
    </Suspense>
  );
}
