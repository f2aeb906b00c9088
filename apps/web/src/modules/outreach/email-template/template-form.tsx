import type { EmailTemplate } from '@troupe/domain/outreach/email-template';
import { Button } from '@troupe/ui/action/button';
import { Loading, Skeleton } from '@troupe/ui/feedback/skeleton';
import { TextField } from '@troupe/ui/field/field';
import { ViewTabs } from '@troupe/ui/layout/view-tabs';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useVariables } from '../../../shared/email-variables.ts';
import { t } from '../messages/messages.gen.ts';
import { CampaignChoice } from './campaign-choice.tsx';
import { SubjectField } from './subject-field.tsx';
import { TemplateConflict } from './template-conflict.tsx';
import { TemplatePreview } from './template-preview.tsx';
import { useTemplateForm } from './use-template-form.ts';

const RichText = lazy(() => import('@troupe/ui/rich-text/rich-text'));

interface TemplateFormProps {
  /** The template to change; null makes a new one. */
  template: EmailTemplate | null;
  onSaved: (saved: EmailTemplate) => void;
  onCancel: () => void;
  /** Called with whether there are unsaved changes. */
  onUnsaved: (unsaved: boolean) => void;
}

/** Label, subject, body and default campaigns of a template. */
export function TemplateForm({ template, onSaved, onCancel, onUnsaved }: TemplateFormProps) {
  const [done, setDone] = useState(false);
  const form = useTemplateForm(template, (saved) => {
    setDone(true);
    onSaved(saved);
  });
  const { values, errors, change, unsaved } = form;
  const variables = useVariables();
  const [view, setView] = useState<'write' | 'preview'>('write');
  const [restored, setRestored] = useState(unsaved);
  const [written, setWritten] = useState(0);
  const place = useRef<HTMLFormElement>(null);
  useEffect(() => onUnsaved(unsaved), [unsaved, onUnsaved]);
  const submit = () => {
    const found = form.submit();
    if (Object.keys(found).length === 0) return;
    if (found.template && !found.label && !found.subject) setView('write');
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const startOver = () => {
    form.discard();
    setRestored(false);
    setWritten(written + 1);
  };
  // The draft is deleted by now; don't show or preview it while closing.
  if (done) return null;
  return (
    <form
      ref={place}
      className="template-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        submit();
      }}
    >
      {restored && !form.meanwhile && (
        <p className="template-draft">
          <span className="t-grow">{t('template.draftRestored')}</span>
          <Button kind="quiet" size="row" onClick={startOver}>
            {t('action.discard')}
          </Button>
        </p>
      )}
      {form.meanwhile && (
        <TemplateConflict
          {...form.meanwhile}
          onTheirs={startOver}
          onMine={() => {
            form.keepMine();
            setRestored(false);
          }}
        />
      )}
      <TextField
        label={t('template.label')}
        size="form"
        dir="auto"
        help={t('template.labelHelp')}
        value={values.label}
        error={errors.label}
        data-autofocus
        onChange={(event) => change({ label: event.target.value })}
      />
      <SubjectField
        value={values.subject}
        error={errors.subject}
        variables={variables}
        onChange={(subject) => change({ subject })}
      />
      <ViewTabs
        label={t('template.body')}
        value={view}
        onChange={setView}
        tabs={[
          {
            value: 'write',
            label: t('template.write'),
            keep: true,
            panel: (
              <Suspense
                fallback={
                  <Loading label={t('template.editorLoading')}>
                    <Skeleton height={240} />
                  </Loading>
                }
              >
                <RichText
                  key={`${written} ${form.version} ${variables.length}`}
                  label={t('template.body')}
                  value={values.template}
                  placeholders={variables}
                  help={t('template.bodyHelp')}
                  error={errors.template}
                  onChange={(html) => change({ template: html })}
                />
              </Suspense>
            ),
          },
          { value: 'preview', label: t('template.preview'), panel: <TemplatePreview values={values} /> },
        ]}
      />
      <CampaignChoice value={values.campaigns} onChange={(campaigns) => change({ campaigns })} />
      <div className="template-foot" data-action-bar>
        <span className="t-grow t-12 t-ink3" role="status">
          {unsaved ? t('template.unsaved') : ''}
        </span>
        <Button size="form" onClick={onCancel}>
          {t('action.cancel')}
        </Button>
        <Button kind="main" size="form" type="submit" busy={form.busy}>
          {template ? t('action.save') : t('template.create')}
        </Button>
      </div>
    </form>
  );
}
