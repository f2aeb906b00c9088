import { importCosts } from '@troupe/contract/analytics/cost-entry';
import type { CostImport } from '@troupe/domain/analytics/cost-entry';
import { Button } from '@troupe/ui/action/button';
import { TextArea } from '@troupe/ui/field/field';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { client } from '../../shared/call/client.ts';
import { useFieldText } from '../../shared/call/field-errors.ts';
import { useDraftForm } from '../../shared/form.ts';
import { useAnalyticsWrite } from './analytics-queries.ts';
import { t } from './messages/messages.gen.ts';

const EXAMPLE = 'day,kind,amount,currency,campaign,creator,note,reference';

/** Imports costs from a CSV file or from pasted rows. */
export default function CostImportDialog({ onClose }: { onClose: () => void }) {
  const brandId = useBrandId();
  const say = useFieldText();
  const [result, setResult] = useState<CostImport | null>(null);
  const form = useDraftForm({
    draft: 'cost.import',
    saved: { csv: '' },
    validate: ({ csv }) => (csv.trim() === '' ? { csv: t('import.missing') } : {}),
  });
  const send = useAnalyticsWrite(
    ({ csv }: { csv: string }) => client.call(importCosts, { params: { brandId }, body: { csv } }),
    { failed: t('import.failed'), onError: (error) => form.refused(error) },
  );
  const submit = form.submit(async (typed) => {
    const answer = await send.mutateAsync(typed).catch(() => null);
    if (!answer) return;
    form.discard();
    setResult(answer.imported);
  });
  if (result)
    return (
      <Dialog
        open
        title={t('import.title')}
        onClose={onClose}
        actions={
          <Button kind="main" onClick={onClose}>
            {t('action.done')}
          </Button>
        }
      >
        <p>
          {t('import.result', { added: result.added, skipped: result.skipped, rejected: result.rejected })}
        </p>
        <ul>
          {result.errors.map(({ row, message }) => (
            <li key={`${row}${message}`}>{t('import.row', { row, message: say(message) })}</li>
          ))}
        </ul>
      </Dialog>
    );
  return (
    <Dialog
      open
      width={560}
      title={t('import.title')}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="main" type="submit" busy={form.busy}>
            {t('cost.import')}
          </Button>
        </>
      }
    >
      <div className="analytics-form">
        <p className="t-ink2">{t('import.help')}</p>
        <code className="analytics-code">{EXAMPLE}</code>
        <label className="analytics-file">
          <span>{t('import.file')}</span>
          <input
            type="file"
            accept=".csv,text/csv"
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file) void file.text().then((csv) => form.change({ csv }));
            }}
          />
        </label>
        <TextArea
          label={t('import.rows')}
          rows={6}
          dir="ltr"
          value={form.values.csv}
          error={form.errors.csv}
          onChange={(event) => form.change({ csv: event.target.value })}
        />
      </div>
    </Dialog>
  );
}
