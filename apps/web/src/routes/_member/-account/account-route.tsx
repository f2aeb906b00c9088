import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { TemplateDrawerProps } from '../../../modules/outreach/email-template/template-drawer.tsx';
import { BrandScreen } from '../../../shared/screen/screen.tsx';
import { AccountScreen } from './account-screen.tsx';

/** A page of the account, with the form of an email template over it when the URL names one. */
export function AccountRoute({ page, template }: { page?: string; template: string | undefined }) {
  const navigate = useNavigate();
  const close = () =>
    void navigate({
      to: location.pathname,
      search: {},
      hash: true,
      resetScroll: false,
      hashScrollIntoView: false,
    });
  return (
    <BrandScreen>
      <AccountScreen {...(page === undefined ? {} : { page })} />
      <TemplateForm templateId={template ?? null} onClose={close} />
    </BrandScreen>
  );
}

const TemplateDrawer = lazy(() => import('../../../modules/outreach/email-template/template-drawer.tsx'));

/**
 * The form of an email template over any screen, loaded when it opens: null is closed, `NEW` makes one, an id
 * changes that one. `onSaved` receives the saved template, then `onClose` is called.
 */
function TemplateForm(props: Omit<TemplateDrawerProps, 'templateId'> & { templateId: string | null }) {
  const { templateId, ...others } = props;
  if (templateId === null) return null;
  return (
    <Suspense>
      <TemplateDrawer key={templateId} templateId={templateId} {...others} />
    </Suspense>
  );
}
