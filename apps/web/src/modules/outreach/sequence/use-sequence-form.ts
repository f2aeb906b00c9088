import { CallError } from '@troupe/contract/client';
import { type Sequence, SequenceForm, type SequenceStep } from '@troupe/domain/outreach/sequence';
import { notify } from '@troupe/ui/feedback/notify';
import { useRef, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { checkFields, useFieldErrors } from '../../../shared/call/field-errors.ts';
import { useDraft } from '../../../shared/draft.ts';
import { t } from './messages/messages.gen.ts';
import { useSequenceWrites } from './sequence-queries.ts';

/** What a person fills in. */
interface Fields {
  name: string;
  steps: SequenceStep[];
  weekdaysOnly: boolean;
}

/** The form's values and the version they are based on. */
interface Draft {
  fields: Fields;
  version: number;
}

const newStep = (): SequenceStep => ({
  id: crypto.randomUUID(),
  delay: { unit: 'days', count: 3 },
  condition: 'no-reply',
  body: '',
});

/** The form of a sequence: its draft, its errors by field, and `submit`, which saves a valid one. */
export function useSequenceForm(sequence: Sequence | null, onSaved: () => void) {
  const brandId = useBrandId();
  const [first] = useState(newStep);
  const standing: Draft = {
    fields: sequence
      ? { name: sequence.name, steps: sequence.steps, weekdaysOnly: sequence.weekdaysOnly }
      : { name: '', steps: [first], weekdaysOnly: true },
    version: sequence?.version ?? 0,
  };
  const draft = useDraft(`sequence-draft.${brandId}.${sequence?.id ?? 'NEW'}`, JSON.stringify(standing));
  const { fields: values, version } = JSON.parse(draft.text) as Draft;
  const unsaved = JSON.stringify(values) !== JSON.stringify(standing.fields);
  const latest = useRef(values);
  latest.current = values;
  const [errors, setErrors] = useFieldErrors();
  const [round, setRound] = useState(0);
  const { save } = useSequenceWrites();
  // The same key for every attempt with the same text: a retry must not create a second sequence.
  const key = useRef({ text: '', key: '' });
  // The second click of a double click comes before the next render.
  const sending = useRef(false);

  const change = (part: Partial<Fields>) => {
    latest.current = Object.assign({}, latest.current, part);
    draft.change(JSON.stringify({ fields: latest.current, version }));
    setErrors({});
  };
  const submit = (): boolean => {
    if (sending.current) return true;
    const checked = checkFields(SequenceForm, values);
    if (checked.errors) {
      setErrors(checked.errors);
      return false;
    }
    if (key.current.text !== draft.text) key.current = { text: draft.text, key: crypto.randomUUID() };
    sending.current = true;
    const form = sequence ? Object.assign({ version }, checked.data) : checked.data;
    save.mutate(
      { id: sequence?.id ?? 'NEW', form, key: key.current.key },
      {
        onSuccess: () => {
          draft.discard();
          notify.success(t('saved'));
          onSaved();
        },
        onError: (error) => {
          if (error instanceof CallError && error.body.fields) setErrors(error.body.fields);
          notify.failure(t('saveFailed'), { id: 'sequence-not-saved', detail: error.message });
        },
        onSettled: () => {
          sending.current = false;
        },
      },
    );
    return true;
  };
  return {
    values,
    errors,
    change,
    submit,
    newStep,
    unsaved,
    busy: save.isPending,
    /** Increases when the editors must show other texts. */
    round,
    /** Name of the person who saved a newer version; null without a conflict. */
    theirs: sequence && unsaved && version < sequence.version ? (sequence.updatedBy ?? t('someone')) : null,
    /** Keeps the form's values, replacing the other version. */
    keepMine: () => draft.change(JSON.stringify({ fields: values, version: standing.version })),
    discard: () => {
      draft.discard();
      setRound(round + 1);
    },
  };
}
