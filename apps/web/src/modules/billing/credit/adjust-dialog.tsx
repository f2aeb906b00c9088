import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adjustCredits } from '@troupe/contract/billing/credit';
import { CallError } from '@troupe/contract/client';
import { CreditAdjustment } from '@troupe/domain/billing/credit';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { TextArea, TextField } from '@troupe/ui/field/field';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useRef, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { checkFields, useFieldErrors } from '../../../shared/call/field-errors.ts';
import { useDraft } from '../../../shared/draft.ts';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { t } from '../messages/messages.gen.ts';

interface AdjustDialogProps {
  /** What the brand has now; undefined while it is not known. */
  balance: number | undefined;
  onClose: () => void;
}

interface Fields {
  amount: string;
  reason: string;
}

const BLANK: Fields = { amount: '', reason: '' };

/** Lets an administrator grant or remove credits, with a reason visible to the brand. */
export default function AdjustDialog({ balance, onClose }: AdjustDialogProps) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const draft = useDraft(`credit.${brandId}`, JSON.stringify(BLANK));
  const values = JSON.parse(draft.text) as Fields;
  const [errors, setErrors] = useFieldErrors();
  const started = useRef(false);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const { mutate, isPending } = useMutation({
    mutationFn: (body: CreditAdjustment) =>
      client.call(adjustCredits, { params: { brandId }, body }, { idempotencyKey }),
    onSuccess: ({ entry, balance: now }) => {
      draft.discard();
      onClose();
      notify.success(
        entry.amount > 0
          ? t('credit.granted', { count: entry.amount })
          : t('credit.deducted', { count: -entry.amount }),
        { detail: t('credit.balanceNow', { count: now }) },
      );
      void queryClient.invalidateQueries({ queryKey: [adjustCredits.noun] });
    },
    onError: (error) => {
      started.current = false;
      const fields = error instanceof CallError ? error.body.fields : undefined;
      if (fields) setErrors(fields);
      else if (error instanceof CallError && error.code === 'insufficient_credits')
        setErrors({ amount: t('credit.adjust.tooMany') });
      else notify.failure(errorText(error));
    },
  });
  const change = (part: Partial<Fields>) => {
    draft.change(JSON.stringify({ ...values, ...part }));
    setErrors({});
  };
  const typed = values.amount.trim().replace('−', '-');
  const amount = /^[+-]?\d+$/.test(typed) ? Number(typed) : Number.NaN;
  const submit = () => {
    if (started.current) return;
    const checked = checkFields(CreditAdjustment, { amount, reason: values.reason }, (field, code) =>
      field === 'amount' && code !== 'custom' ? t('credit.adjust.range') : undefined,
    );
    if (checked.errors) return setErrors(checked.errors);
    // State updates after the next paint; the second click of a double click comes before.
    started.current = true;
    mutate(checked.data);
  };
  const after = balance === undefined || Number.isNaN(amount) ? undefined : balance + amount;
  return (
    <Dialog
      open
      title={t('credit.adjust.title')}
      onClose={onClose}
      onSubmit={submit}
      foot={
        after === undefined
          ? balance === undefined
            ? undefined
            : t('credit.adjust.has', { count: balance })
          : after < 0
            ? t('credit.adjust.exceeds')
            : t('credit.adjust.willHave', { count: after })
      }
      actions={
        <>
          <Button onClick={onClose}>{shared('action.cancel')}</Button>
          <Button kind="main" type="submit" busy={isPending}>
            {t('credit.adjust.action')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('credits')}
        help={t('credit.adjust.help')}
        size="form"
        inputMode="numeric"
        value={values.amount}
        error={errors.amount}
        data-autofocus
        onChange={(event) => change({ amount: event.target.value })}
      />
      <TextArea
        label={t('credit.reason')}
        help={t('credit.adjust.reasonHelp')}
        rows={2}
        dir="auto"
        maxLength={500}
        value={values.reason}
        error={errors.reason}
        onChange={(event) => change({ reason: event.target.value })}
      />
    </Dialog>
  );
}
