import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adjustCredits } from '@troupe/contract/billing/credit';
import { CallError } from '@troupe/contract/client';
import { CreditAdjustment } from '@troupe/domain/billing/credit';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { TextArea, TextField } from '@troupe/ui/field/field';
import { counted } from '@troupe/ui/lib/format';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useRef, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { useDraft } from '../../../shared/draft.ts';

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
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const begun = useRef(false);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const { mutate, isPending } = useMutation({
    mutationFn: (body: CreditAdjustment) =>
      client.call(adjustCredits, { params: { brandId }, body }, { idempotencyKey }),
    onSuccess: ({ entry, balance: now }) => {
      draft.discard();
      onClose();
      notify.success(
        entry.amount > 0
          ? `${counted(entry.amount, 'credit')} granted.`
          : `${counted(-entry.amount, 'credit')} deducted.`,
        { detail: `The balance is ${counted(now, 'credit')}.` },
      );
      void queryClient.invalidateQueries({ queryKey: [adjustCredits.noun] });
    },
    onError: (error) => {
      begun.current = false;
      const fields = error instanceof CallError ? error.body.fields : undefined;
      if (fields) setErrors(fields);
      else if (error instanceof CallError && error.code === 'insufficient_credits')
        setErrors({ amount: "The brand doesn't have that many credits" });
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
    if (begun.current) return;
    const checked = CreditAdjustment.safeParse({ amount, reason: values.reason });
    if (checked.success) {
      // State updates after the next paint; the second click of a double click comes before.
      begun.current = true;
      mutate(checked.data);
    } else {
      const found = checked.error.issues.map(({ path, message, code }) => [
        path.join('.'),
        path[0] === 'amount' && code !== 'custom' ? 'Enter a whole number from -10,000 to 10,000' : message,
      ]);
      setErrors(Object.fromEntries(found));
    }
  };
  const after = balance === undefined || Number.isNaN(amount) ? undefined : balance + amount;
  return (
    <Dialog
      open
      title="Adjust credits"
      onClose={onClose}
      onSubmit={submit}
      foot={
        after === undefined
          ? balance === undefined
            ? undefined
            : `The brand has ${counted(balance, 'credit')}`
          : after < 0
            ? "Exceeds the brand's balance"
            : `The brand will have ${counted(after, 'credit')}`
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" busy={isPending}>
            Adjust
          </Button>
        </>
      }
    >
      <TextField
        label="Credits"
        help="Use a minus sign to deduct credits"
        size="form"
        inputMode="numeric"
        value={values.amount}
        error={errors.amount}
        data-autofocus
        onChange={(event) => change({ amount: event.target.value })}
      />
      <TextArea
        label="Reason"
        help="Visible to everyone in the brand"
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
