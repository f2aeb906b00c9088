import { useForm } from '@mantine/form';
import { CallError } from '@troupe/contract/client';
import { useEffect, useRef, useState } from 'react';
import { type FieldErrors, useErrorsInLanguage } from './call/field-errors.ts';
import { drafts } from './draft.ts';

interface DraftFormSettings<Values> {
  /** Where typed values are stored: one key per thing that is edited, such as `creator-list.new`. */
  draft: string;
  /** Saved values, or those of an empty form. */
  saved: Values;
  /** Returns what is wrong with the values, such as `errorsOf` a schema; called on submit. */
  validate?: (values: Values) => FieldErrors;
}

/**
 * A form whose values survive a reload, a failed save and a new login of the same person. Errors stay until the next
 * submit or `setErrors`. Call `discard` once the values are saved. Mount it again (React `key`) when the thing changes.
 */
export function useDraftForm<Values extends object>({ draft, saved, validate }: DraftFormSettings<Values>) {
  const savedText = JSON.stringify(saved);
  const [initialValues] = useState(() => readValues(drafts.read(draft), saved));
  const [restored, setRestored] = useState(() => JSON.stringify(initialValues) !== savedText);
  // Read when something is typed: a save in the meantime does not create another handler.
  const current = useRef(savedText);
  const form = useForm<Values>({
    initialValues,
    clearInputErrorOnChange: false,
    ...(validate ? { validate } : {}),
    onValuesChange: (values) => drafts.keepDraft(draft, JSON.stringify(values), current.current),
  });
  // An untouched form follows changes saved elsewhere.
  useEffect(() => {
    const before = current.current;
    if (before === savedText) return;
    current.current = savedText;
    if (JSON.stringify(form.getValues()) === before) form.setValues(JSON.parse(savedText));
  }, [savedText, form.getValues, form.setValues]);
  const errors = useErrorsInLanguage(form.errors as FieldErrors);
  return {
    values: form.values,
    /** True while the form shows values that were typed before it was opened. */
    restored,
    errors,
    /** True while the handler of `submit` is at work. */
    busy: form.submitting,
    setErrors: (errors: FieldErrors) => form.setErrors(errors),
    change: (part: Partial<Values>) => form.setValues(part),
    /** Validates, then sends the values; nothing happens while an earlier submit is at work. */
    submit: (send: Parameters<typeof form.onSubmit>[0]) => () => {
      if (!form.submitting) form.onSubmit(send)();
    },
    /** Shows the errors of fields that a failed call answered with. Returns false when it named none. */
    refused: (error: unknown): boolean => {
      const fields = error instanceof CallError ? error.body.fields : undefined;
      form.setErrors(fields ?? {});
      return fields !== undefined;
    },
    /** Resets to the saved values. */
    discard: () => {
      form.setInitialValues(saved);
      form.reset();
      setRestored(false);
    },
  };
}

/** Stored text that can't be read counts as nothing typed. */
function readValues<Values extends object>(text: string | null, saved: Values): Values {
  try {
    return { ...saved, ...(JSON.parse(text ?? '{}') as Partial<Values>) };
  } catch {
    return saved;
  }
}
