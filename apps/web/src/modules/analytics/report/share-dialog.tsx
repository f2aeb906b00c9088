import { useQuery } from '@tanstack/react-query';
import { createReportShare } from '@troupe/contract/analytics/report-share';
import { Button } from '@troupe/ui/action/button';
import { CopyButton } from '@troupe/ui/action/copy-button';
import { SelectField, TextField } from '@troupe/ui/field/field';
import { exactTime } from '@troupe/ui/lib/date';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { client } from '../../../shared/call/client.ts';
import { useDraftForm } from '../../../shared/form.ts';
import { ShareLinkDialog } from '../../../shared/share-link/share-link-dialog.tsx';
import { t } from './messages/messages.gen.ts';
import { runsOptions, useReportWrite } from './report-queries.ts';

interface ShareDialogProps {
  brandId: string;
  reportId: string;
  onClose: () => void;
  onMade: () => void;
}

/** A link to a report: live or frozen, with a password, an end and a limit of views. */
export default function ShareDialog({ brandId, reportId, onClose, onMade }: ShareDialogProps) {
  const runs = useQuery(runsOptions(brandId, reportId)).data?.runs ?? [];
  const [url, setUrl] = useState<string | null>(null);
  const [password, setPassword] = useState('');
  const form = useDraftForm({
    draft: `report-share.${reportId}`,
    saved: { label: '', runId: '', days: '30', viewLimit: '' },
  });
  const { values, errors, change } = form;
  const save = useReportWrite(
    (typed: typeof values) =>
      client.call(createReportShare, {
        params: { brandId, reportId },
        body: {
          label: typed.label,
          runId: typed.runId || null,
          password: password || null,
          days: typed.days === '' ? null : Number(typed.days),
          viewLimit: typed.viewLimit === '' ? null : Number(typed.viewLimit),
        },
      }),
    {
      failed: t('share.failed'),
      onError: (error) => form.refused(error),
      onDone: ({ share }) => {
        form.discard();
        onMade();
        setUrl(share.url);
      },
    },
  );
  if (url)
    return (
      <Dialog
        open
        title={t('share.ready')}
        onClose={onClose}
        actions={
          <Button kind="main" onClick={onClose}>
            {t('action.done')}
          </Button>
        }
      >
        <div className="report-fields">
          <p className="t-ink2">{password ? t('share.readyPassword') : t('share.readyText')}</p>
          <TextField label={t('share.url')} readOnly dir="ltr" value={url} size="form" />
          <CopyButton text={url} label={t('share.copy')} wide />
        </div>
      </Dialog>
    );
  const submit = form.submit(async (typed) => {
    await save.mutateAsync(typed).catch(() => {});
  });
  return (
    <ShareLinkDialog
      title={t('share.title')}
      label={t('share.label')}
      values={values}
      errors={errors}
      onChange={change}
      password={password}
      onPassword={setPassword}
      days={DAYS}
      mayStay
      busy={form.busy}
      onCancel={onClose}
      onClose={onClose}
      onSubmit={submit}
      more={
        <TextField
          label={t('share.viewLimit')}
          help={t('share.viewLimitHelp')}
          size="form"
          type="number"
          min={1}
          value={values.viewLimit}
          error={errors.viewLimit}
          onChange={({ target }) => change({ viewLimit: target.value })}
        />
      }
    >
      <SelectField
        label={t('share.shows')}
        size="form"
        value={values.runId}
        onChange={({ target }) => change({ runId: target.value })}
        options={[
          { value: '', label: t('share.live') },
          ...runs.map((run) => ({
            value: run.id,
            label: t('share.frozen', { moment: exactTime(run.asOf) }),
          })),
        ]}
      />
    </ShareLinkDialog>
  );
}

const DAYS = [1, 7, 30, 90, 365];
