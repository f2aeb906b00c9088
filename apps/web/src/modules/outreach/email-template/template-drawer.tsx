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
import { templatesOptions } from './email-template-queries.ts';
import { TemplateForm } from './template-form.tsx';

export interface TemplateDrawerProps {
  /** Id of the template to change, or `NEW`. */
  templateId: string;
  onClose: () => void;
  /** Called with the saved template before `onClose`, for example to select it in an invite. */
  onSaved?: ((saved: EmailTemplate) => void) | undefined;
}

/** Makes or changes a template beside any screen. Leaving with something unsaved asks first, and keeps it. */
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
      title={isNew ? 'New email template' : (template?.label ?? 'Email template')}
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
              title="Couldn't load the template."
              text={errorText(error)}
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          ) : data && !isFetching ? (
            <ErrorState title="This template no longer exists." text="Close this and choose another." />
          ) : (
            <Loading label="Loading the template">
              <Skeleton height={320} />
            </Loading>
          )}
        </div>
      )}
      <ConfirmDialog
        open={asks || blocker.status === 'blocked'}
        title="Leave without saving?"
        text="Your draft is kept in this tab. Open the template again to continue."
        confirm="Leave"
        cancel="Keep editing"
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
