import { rotateAffiliateCode } from '@troupe/contract/affiliate/affiliate-code';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { Checkbox } from '@troupe/ui/field/choice';
import { SelectField, TextField } from '@troupe/ui/field/field';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { client } from '../../shared/call/client.ts';
import { useAffiliateWrite } from './affiliate-queries.ts';
import { t } from './messages/messages.gen.ts';

interface RotateDialogProps {
  code: { id: string; code: string };
  onClose: () => void;
}

const OVERLAPS = [0, 24, 72, 168] as const;

/** Replaces a code in the store; buyers can use the old one a while longer. */
export default function RotateDialog({ code, onClose }: RotateDialogProps) {
  const params = { brandId: useBrandId(), codeId: code.id };
  const [next, setNext] = useState('');
  const [overlapHours, setOverlap] = useState<number>(24);
  const [leaked, setLeaked] = useState(false);
  const [error, setError] = useState<string>();
  const rotate = useAffiliateWrite(
    () =>
      client.call(rotateAffiliateCode, {
        params,
        body: { code: next.trim() || undefined, overlapHours, leaked },
      }),
    {
      failed: t('rotate.failed'),
      onError: (failure) => {
        const { fields } = (failure as { body?: { fields?: Record<string, string> } }).body ?? {};
        setError(fields?.code);
        return fields?.code !== undefined;
      },
      onDone: ({ code: made }) => {
        notify.success(t('rotate.done', { old: code.code, code: made.code }));
        onClose();
      },
    },
  );
  const submit = () => {
    if (rotate.isPending) return;
    rotate.mutate(undefined);
  };
  return (
    <Dialog
      open
      title={t('rotate.title', { code: code.code })}
      foot={t('rotate.foot')}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="main" type="submit" busy={rotate.isPending}>
            {t('codes.replace')}
          </Button>
        </>
      }
    >
      <div className="affiliate-dialog">
        <TextField
          label={t('rotate.code')}
          help={t('rotate.codeHelp')}
          size="form"
          dir="ltr"
          maxLength={60}
          value={next}
          error={error}
          onChange={(event) => setNext(event.target.value)}
        />
        <SelectField
          label={t('rotate.overlap')}
          size="form"
          value={String(overlapHours)}
          onChange={(event) => setOverlap(Number(event.target.value))}
          options={OVERLAPS.map((hours) => ({
            value: String(hours),
            label: hours === 0 ? t('rotate.noOverlap') : t('rotate.hours', { hours }),
          }))}
        />
        <Checkbox
          label={t('rotate.leaked')}
          checked={leaked}
          onChange={(event) => setLeaked(event.target.checked)}
        />
      </div>
    </Dialog>
  );
}
