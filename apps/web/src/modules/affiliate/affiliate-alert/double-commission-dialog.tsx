import { useMutation, useQueryClient } from '@tanstack/react-query';
import { checkExternalProgram } from '@troupe/contract/affiliate/affiliate-alert';
import {
  type DoubleCommissionResult,
  MAX_EXTERNAL_CHARACTERS,
} from '@troupe/domain/affiliate/double-commission';
import { columnMoney } from '@troupe/domain/money';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { TextField } from '@troupe/ui/field/field';
import { FileChoice } from '@troupe/ui/field/file-choice';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { useDraftForm } from '../../../shared/form.ts';
import { t } from '../messages/messages.gen.ts';

/** Compares the export of another program with commissions paid here, and shows what is paid twice. */
export default function DoubleCommissionDialog({ onClose }: { onClose: () => void }) {
  const brandId = useBrandId();
  const [file, setFile] = useState<File | null>(null);
  const [result, setResult] = useState<DoubleCommissionResult | null>(null);
  const form = useDraftForm({
    draft: 'double-commission',
    saved: { program: '' },
    validate: ({ program }) => ({
      ...(program.trim() === '' ? { program: t('double.programMissing') } : {}),
      ...(file === null
        ? { csv: t('double.fileMissing') }
        : file.size > MAX_EXTERNAL_CHARACTERS
          ? { csv: t('double.fileLarge') }
          : {}),
    }),
  });
  const queryClient = useQueryClient();
  const check = useMutation({
    mutationFn: async (program: string) =>
      client.call(checkExternalProgram, {
        params: { brandId },
        body: { program, csv: (await file?.text()) ?? '' },
      }),
    onError: (error) => {
      if (!form.refused(error)) notify.failure(t('double.failed'), { detail: errorText(error) });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [checkExternalProgram.noun] }),
  });
  const submit = form.submit(async ({ program }) => {
    const done = await check.mutateAsync(program.trim()).catch(() => null);
    if (!done) return;
    form.discard();
    setResult(done.result);
  });
  if (result) return <Result result={result} onClose={onClose} onAgain={() => setResult(null)} />;
  return (
    <Dialog
      open
      title={t('double.title')}
      foot={t('double.foot')}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="main" type="submit" busy={form.busy}>
            {t('double.check')}
          </Button>
        </>
      }
    >
      <div className="affiliate-dialog">
        <p className="t-ink2">{t('double.text')}</p>
        <TextField
          label={t('double.program')}
          placeholder={t('double.programPlaceholder')}
          size="form"
          maxLength={60}
          value={form.values.program}
          error={form.errors.program}
          onChange={(event) => form.change({ program: event.target.value })}
        />
        <div>
          <FileChoice
            label={t('double.choose')}
            accept=".csv,text/csv,text/plain"
            onFiles={([chosen]) => {
              setFile(chosen ?? null);
              form.setErrors({});
            }}
          >
            {(choose) => (
              <Button onClick={choose}>{file ? t('double.chooseOther') : t('double.choose')}</Button>
            )}
          </FileChoice>{' '}
          {file && (
            <span className="t-ink2" dir="auto">
              {file.name}
            </span>
          )}
          {form.errors.csv && (
            <p role="alert" className="t-12 affiliate-rates-error">
              {form.errors.csv}
            </p>
          )}
        </div>
        <p className="t-12 t-ink2">{t('double.columns')}</p>
      </div>
    </Dialog>
  );
}

interface ResultProps {
  result: DoubleCommissionResult;
  onClose: () => void;
  onAgain: () => void;
}

function Result({ result, onClose, onAgain }: ResultProps) {
  const {
    rows,
    orders,
    alerts,
    alertsLeft,
    sums,
    single,
    unmatched,
    ambiguous,
    declined,
    unreadable,
    problems,
  } = result;
  const counts = [
    ['single', single],
    ['declined', declined],
    ['unmatched', unmatched],
    ['ambiguous', ambiguous],
    ['unreadable', unreadable],
  ] as const;
  return (
    <Dialog
      open
      title={orders === 0 ? t('double.none') : t('double.found', { orders })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onAgain}>{t('double.again')}</Button>
          <Button kind="main" onClick={onClose}>
            {t('double.done')}
          </Button>
        </>
      }
    >
      <div className="affiliate-dialog">
        {sums.map(({ currency, ours, theirs }) => (
          <p key={currency}>
            {theirs === null
              ? t('double.ours', { ours: columnMoney(ours, currency) })
              : t('double.sums', {
                  ours: columnMoney(ours, currency),
                  theirs: columnMoney(theirs, currency),
                })}
          </p>
        ))}
        {orders > 0 && <p className="t-ink2">{t('double.alerts', { alerts })}</p>}
        {alertsLeft > 0 && <p className="t-ink2">{t('double.alertsLeft', { left: alertsLeft })}</p>}
        <dl className="affiliate-facts">
          <dt>{t('double.rows')}</dt>
          <dd>{rows}</dd>
          {counts
            .filter(([, count]) => count > 0)
            .map(([name, count]) => [
              <dt key={name}>{t(`double.count.${name}`)}</dt>,
              <dd key={`${name}-n`}>{count}</dd>,
            ])}
        </dl>
        {problems.length > 0 && (
          <ul className="t-12 t-ink2">
            {problems.slice(0, 5).map(({ row, reason }) => (
              <li key={row}>{t('double.problem', { row, reason })}</li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}
