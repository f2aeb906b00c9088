import { CallError } from '@troupe/contract/client';
import { type EmailTemplate, EmailTemplateForm } from '@troupe/domain/email-template';
import { notify } from '@troupe/ui/notify';
import { useRef, useState } from 'react';
import { useBrandId } from '../../shared/current-brand.ts';
import { useDraft } from '../../shared/draft.ts';
import { useTemplateWrites } from './email-template-queries.ts';
import { NOT_SAVED, SAVED } from './template-words.ts';

/** What a person fills in. */
export interface TemplateFields {
  label: string;
  subject: string;
  template: string;
  campaigns: string[];
}
type Errors = Partial<Record<keyof TemplateFields, string>>;

const nothing: TemplateFields = { label: '', subject: '', template: '', campaigns: [] };

const fieldsOf = ({ label, subject, template, metaData }: EmailTemplate): TemplateFields => ({
  label,
  subject,
  template,
  campaigns: metaData.campaigns,
});

/** The fields of a template, kept while typed, with what is wrong about them; `save` sends them when nothing is. */
export function useTemplateForm(template: EmailTemplate | null, onSaved: (saved: EmailTemplate) => void) {
  const brandId = useBrandId();
  const saved = JSON.stringify(template ? fieldsOf(template) : nothing);
  const draft = useDraft(`email-template.${brandId}.${template?.id ?? 'NEW'}`, saved);
  const values = JSON.parse(draft.text) as TemplateFields;
  const latest = useRef(values);
  latest.current = values;
  const [errors, setErrors] = useState<Errors>({});
  const { save } = useTemplateWrites();
  // The same for every try at the same text, so that a repeated one makes no second template.
  const key = useRef({ text: '', key: '' });
  // The second half of a double click comes before anything is drawn anew.
  const sending = useRef(false);

  const change = (part: Partial<TemplateFields>) => {
    latest.current = { ...latest.current, ...part };
    const text = JSON.stringify(latest.current);
    if (text === saved) draft.discard();
    else draft.change(text);
    setErrors((before) => {
      const kept = Object.entries(before).filter(([field]) => !(field in part));
      return kept.length === Object.keys(before).length ? before : Object.fromEntries(kept);
    });
  };

  const submit = (): Errors => {
    if (sending.current) return {};
    const checked = EmailTemplateForm.safeParse(values);
    if (!checked.success) {
      const found: Errors = {};
      for (const issue of checked.error.issues)
        found[issue.path[0] as keyof TemplateFields] ??= issue.message;
      setErrors(found);
      return found;
    }
    if (key.current.text !== draft.text) key.current = { text: draft.text, key: crypto.randomUUID() };
    sending.current = true;
    save.mutate(
      { id: template?.id ?? 'NEW', form: values, key: key.current.key },
      {
        onSuccess: ({ emailTemplate }) => {
          onSaved(emailTemplate);
          draft.discard();
          notify.success(SAVED);
        },
        onSettled: () => {
          sending.current = false;
        },
        onError: (error) => {
          const fields = error instanceof CallError ? error.body.fields : undefined;
          if (fields) setErrors(fields);
          notify.failure(NOT_SAVED, { id: 'email-template-not-saved' });
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
    unsaved: draft.unsaved,
    discard: draft.discard,
  };
}
