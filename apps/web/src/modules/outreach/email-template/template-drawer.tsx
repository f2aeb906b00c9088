import { useQuery } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import type { EmailTemplate } from '@troupe/domain/outreach/email-template';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, Skeleton } from '@troupe/ui/feedback/skeleton';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { Drawer } from '@troupe/ui/overlay/drawer';
import { useRef, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import './email-template.css';
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
  const leaving = useRef(false);
  const [unsaved, setUnsaved] = useState(false);
  const [asks, setAsks] = useState(false);
  const blocker = useBlocker({
    shouldBlockFn: () => unsaved && !leaving.current,
    enableBeforeUnload: () => unsaved && !leaving.current,
    withResolver: true,
  });
  const close = () => {
    leaving.current = true;
    onClose();
  };
  const askOrClose = () => (unsaved ? setAsks(true) : close());
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
      <ConfirmDialog
        open={asks || blocker.status === 'blocked'}
        title={t('template.leaveTitle')}
        text={t('template.leaveText')}
        confirm={t('template.leave')}
        cancel={t('template.keepEditing')}
        onConfirm={() => {
          setAsks(false);
          if (blocker.status === 'blocked') {
            leaving.current = true;
            blocker.proceed();
          } else close();
        }}
        onClose={() => {
          setAsks(false);
          if (blocker.status === 'blocked') blocker.reset();
        }}
      />
    </Drawer>
  );
}
