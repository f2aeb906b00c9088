import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { CallError } from '@troupe/contract/client';
import { EmailTemplate, EmailTemplateForm } from '@troupe/domain/outreach/email-template';
import { notify } from '@troupe/ui/feedback/notify';
import { useRef } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { checkFields, useFieldErrors } from '../../../shared/call/field-errors.ts';
import { useDraft } from '../../../shared/draft.ts';
import { t } from '../messages/messages.gen.ts';
import { templatesOptions, useTemplateWrites } from './email-template-queries.ts';

/** What a person fills in. */
export interface TemplateFields {
  label: string;
  subject: string;
  template: string;
  campaigns: string[];
}
type Errors = Partial<Record<keyof TemplateFields, string>>;

/** Form values and the template version they are based on. */
interface TemplateDraft {
  fields: TemplateFields;
  version: number;
}

const nothing: TemplateFields = { label: '', subject: '', template: '', campaigns: [] };

const fieldsOf = ({ label, subject, template, metaData }: EmailTemplate): TemplateFields => ({
  label,
  subject,
  template,
  campaigns: metaData.campaigns,
});

/** Returns the fields in which two versions of a template differ. */
function differingFields(one: TemplateFields, other: TemplateFields): (keyof TemplateFields)[] {
  return (Object.keys(nothing) as (keyof TemplateFields)[]).filter((field) =>
    field === 'campaigns'
      ? one.campaigns.toSorted().join() !== other.campaigns.toSorted().join()
      : one[field] !== other[field],
  );
}

/** The form of a template: its draft, its errors, and `submit`, which saves a valid one. */
export function useTemplateForm(template: EmailTemplate | null, onSaved: (saved: EmailTemplate) => void) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const standing: TemplateDraft = {
    fields: template ? fieldsOf(template) : nothing,
    version: template?.version ?? 0,
  };
  const draft = useDraft(
    `email-template-draft.${brandId}.${template?.id ?? 'NEW'}`,
    JSON.stringify(standing),
  );
  const { fields: values, version } = JSON.parse(draft.text) as TemplateDraft;
  const differing = differingFields(values, standing.fields);
  const unsaved = differing.length > 0;
  const latest = useRef(values);
  latest.current = values;
  const [errors, setErrors] = useFieldErrors<Errors>();
  const { save } = useTemplateWrites();
  // The same key for every attempt with the same text: a retry must not create a second template.
  const key = useRef({ text: '', key: '' });
  // The second click of a double click comes before the next render.
  const sending = useRef(false);

  const change = (part: Partial<TemplateFields>) => {
    latest.current = { ...latest.current, ...part };
    if (differingFields(latest.current, standing.fields).length === 0) draft.discard();
    else draft.change(JSON.stringify({ fields: latest.current, version }));
    setErrors((before) => {
      const kept = Object.entries(before).filter(([field]) => !(field in part));
      return kept.length === Object.keys(before).length ? before : Object.fromEntries(kept);
    });
  };

  const submit = (): Errors => {
    if (sending.current) return {};
    const { errors: found } = checkFields(EmailTemplateForm, values);
    if (found) {
      setErrors(found);
      return found;
    }
    if (key.current.text !== draft.text) key.current = { text: draft.text, key: crypto.randomUUID() };
    const form = template ? { ...values, version } : values;
    sending.current = true;
    save.mutate(
      { id: template?.id ?? 'NEW', form, key: key.current.key },
      {
        onSuccess: ({ emailTemplate }) => {
          onSaved(emailTemplate);
          draft.discard();
          notify.success(t('template.saved'));
        },
        onSettled: () => {
          sending.current = false;
        },
        onError: (error) => {
          const { fields, current }: CallError['body'] = error instanceof CallError ? error.body : {};
          if (fields) setErrors(fields);
          const theirs = EmailTemplate.safeParse(current);
          if (theirs.success) showStanding(queryClient, brandId, theirs.data);
          notify.failure(t('template.saveFailed'), {
            id: 'email-template-not-saved',
            ...(theirs.success ? { detail: error.message } : {}),
          });
        },
      },
    );
    return {};
  };
  return {
    values,
    errors,
    change,
    submit,
    busy: save.isPending,
    unsaved,
    version,
    /** The other person's version and the differing fields; null without a conflict. */
    meanwhile: template && unsaved && version < template.version ? { theirs: template, differing } : null,
    /** Keeps the form's values, replacing the other version. */
    keepMine: () => draft.change(JSON.stringify({ fields: values, version: standing.version })),
    discard: draft.discard,
  };
}

/** Updates a template in the cached list before the list is refetched. */
function showStanding(queryClient: QueryClient, brandId: string, template: EmailTemplate): void {
  queryClient.setQueryData(
    templatesOptions(brandId).queryKey,
    (before) =>
      before && {
        ...before,
        messageTemplates: before.messageTemplates.map((one) => (one.id === template.id ? template : one)),
      },
  );
}
