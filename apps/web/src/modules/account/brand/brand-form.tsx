import { NewBrand } from '@troupe/domain/account/brand';
import { TextArea, TextField } from '@troupe/ui/field/field';
import { checkFields, useFieldErrors } from '../../../shared/call/field-errors.ts';
import { useDraft } from '../../../shared/draft.ts';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { t } from '../messages/messages.gen.ts';

export type BrandFields = NewBrand;
type Errors = Partial<Record<keyof BrandFields, string>>;

const nothing: BrandFields = { name: '', website: '', description: '' };

/** Name, website and description of a brand, kept while typed; `check` gives them when they can be sent. */
export function useBrandForm(draftKey: string, saved: BrandFields = nothing) {
  const draft = useDraft(draftKey, JSON.stringify(saved));
  const values = JSON.parse(draft.text) as BrandFields;
  const [errors, setErrors] = useFieldErrors<Errors>();
  return {
    values,
    errors,
    change: (field: keyof BrandFields, text: string) => {
      draft.change(JSON.stringify({ ...values, [field]: text }));
      setErrors(({ [field]: _gone, ...others }) => others);
    },
    /** The fields when all of them are filled in rightly, else null; marks what is missing. */
    check: (): BrandFields | null => {
      const { errors: found } = checkFields(NewBrand, values);
      if (!found) return values;
      setErrors(found);
      return null;
    },
    fail: setErrors,
    unsaved: draft.unsaved,
    discard: draft.discard,
  };
}

/** The three fields. */
export function BrandFieldset({
  form,
  disabled,
}: {
  form: ReturnType<typeof useBrandForm>;
  disabled?: boolean;
}) {
  const { values, errors, change } = form;
  return (
    <>
      <TextField
        label={shared('name')}
        size="form"
        value={values.name}
        disabled={disabled}
        error={errors.name}
        autoComplete="organization"
        data-autofocus
        onChange={(event) => change('name', event.target.value)}
      />
      <TextField
        label={t('brand.website')}
        size="form"
        inputMode="url"
        value={values.website}
        disabled={disabled}
        error={errors.website}
        autoComplete="url"
        placeholder="https://"
        onChange={(event) => change('website', event.target.value)}
      />
      <TextArea
        label={t('brand.description')}
        rows={3}
        style={{ minHeight: 72 }}
        value={values.description}
        disabled={disabled}
        error={errors.description}
        onChange={(event) => change('description', event.target.value)}
      />
    </>
  );
}
