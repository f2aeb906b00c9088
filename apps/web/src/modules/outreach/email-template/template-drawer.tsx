import { useQuery } from '@tanstack/react-query';
import type { EmailTemplate } from '@troupe/domain/outreach/email-template';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, Skeleton } from '@troupe/ui/feedback/skeleton';
import { Drawer } from '@troupe/ui/overlay/drawer';
import { useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import './email-template.css';
import { useLeaveGuard } from '../../../shared/screen/use-leave-guard.tsx';
import { t } from '../messages/messages.gen.ts';
import { templatesOptions } from './email-template-queries.ts';
import { TemplateForm } from './template-form.tsx';

export interface TemplateDrawerProps {
  /** Id of the template to change, or `NEW`. */
  templateId: string;
  onClose: () => void;
  /** Called with the saved template before `onClose`, for example to select it in an invite. */
  onSaved?: ((saved: EmailTemplate) => void) | undefined;
}

/** Creates or edits a template over any screen. Leaving with unsaved changes asks first, and keeps them. */
export default function TemplateDrawer({ templateId, onClose, onSaved }: TemplateDrawerProps) {
  const isNew = templateId === 'NEW';
  const { data, error, isFetching, refetch } = useQuery({
    ...templatesOptions(useBrandId()),
    enabled: !isNew,
  });
  const template = isNew ? null : data?.messageTemplates.find(({ id }) => id === templateId);
  const [unsaved, setUnsaved] = useState(false);
  const { close, askOrClose, dialog } = useLeaveGuard({ unsaved, text: t('template.leaveText'), onClose });
  return (
    <Drawer
      kind="breakdown"
      title={isNew ? t('template.newTitle') : (template?.label ?? t('template.title'))}
      onClose={askOrClose}
    >
      {template !== undefined && (
        <TemplateForm
          template={template}
          onUnsaved={setUnsaved}
          onCancel={askOrClose}
          onSaved={(saved) => {
            onSaved?.(saved);
            close();
          }}
        />
      )}
      {template === undefined && (
        <div className="template-form">
          {error ? (
            <ErrorState
              title={t('template.loadFailed')}
              text={errorText(error)}
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          ) : data && !isFetching ? (
            <ErrorState title={t('template.gone')} text={t('template.goneText')} />
          ) : (
            <Loading label={t('template.loading')}>
              <Skeleton height={320} />
            </Loading>
          )}
        </div>
      )}
      {dialog}
    </Drawer>
  );
}
