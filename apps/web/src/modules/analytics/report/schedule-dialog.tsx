import {
  deleteReportSchedule,
  putReportSchedule,
  sendReport,
} from '@troupe/contract/analytics/report-schedule';
import type {
  ReportFormat,
  ReportSchedule,
  ReportScheduleForm,
} from '@troupe/domain/analytics/report-schedule';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { Checkbox, Switch } from '@troupe/ui/field/choice';
import { TimeField } from '@troupe/ui/field/date-field';
import { SelectField, TextArea, TextField } from '@troupe/ui/field/field';
import { numberLocale } from '@troupe/ui/lib/format';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useRef } from 'react';
import { client } from '../../../shared/call/client.ts';
import { useDraftForm } from '../../../shared/form.ts';
import { t } from './messages/messages.gen.ts';
import { useReportWrite } from './report-queries.ts';

interface ScheduleDialogProps {
  brandId: string;
  reportId: string;
  /** The report's zone, for a new schedule. */
  zone: string;
  schedule: ReportSchedule | null;
  onClose: () => void;
}

const FORMATS = ['pdf', 'xlsx', 'csv', 'json'] as const;

/** Monday is 1. 4 January 2027 is a Monday. */
const weekdayName = (weekday: number) =>
  new Intl.DateTimeFormat(numberLocale(), { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2027, 0, 3 + weekday),
  );

/** When a report is sent, to whom, and in which formats. */
export default function ScheduleDialog({ brandId, reportId, zone, schedule, onClose }: ScheduleDialogProps) {
  const params = { brandId, reportId };
  const saved = {
    frequency: schedule?.frequency ?? ('weekly' as ReportScheduleForm['frequency']),
    weekday: schedule?.weekday ?? 1,
    monthDay: schedule?.monthDay ?? 1,
    time: `${String(schedule?.hour ?? 9).padStart(2, '0')}:${String(schedule?.minute ?? 0).padStart(2, '0')}`,
    zone: schedule?.zone ?? zone,
    recipients: schedule?.recipients.join('\n') ?? '',
    formats: schedule?.formats ?? (['pdf'] as ReportFormat[]),
    skipIfSame: schedule?.skipIfSame ?? false,
    skipIfEmpty: schedule?.skipIfEmpty ?? true,
    paused: schedule?.paused ?? false,
  };
  const form = useDraftForm({ draft: `report-schedule.${reportId}`, saved });
  const { values, errors, change } = form;
  const isChanged = JSON.stringify(values) !== JSON.stringify(saved);
  const save = useReportWrite(
    (typed: typeof values) => {
      const [hour, minute] = typed.time.split(':').map(Number);
      const { frequency, weekday, monthDay, formats, skipIfSame, skipIfEmpty, paused } = typed;
      const recipients = typed.recipients.split(/[\s,;]+/).filter((one) => one !== '');
      return client.call(putReportSchedule, {
        params,
        body: {
          version: schedule?.version ?? 0,
          frequency,
          weekday,
          monthDay,
          hour: hour ?? 0,
          minute: minute ?? 0,
          zone: typed.zone,
          recipients,
          formats,
          skipIfSame,
          skipIfEmpty,
          paused,
        },
      });
    },
    { failed: t('schedule.failed'), onError: (error) => form.refused(error) },
  );
  const remove = useReportWrite(() => client.call(deleteReportSchedule, { params }), {
    failed: t('schedule.removeFailed'),
    onDone: () => {
      form.discard();
      onClose();
    },
  });
  // A second press while it is sent doesn't send it again.
  const key = useRef(crypto.randomUUID());
  const send = useReportWrite(() => client.call(sendReport, { params }, { idempotencyKey: key.current }), {
    failed: t('schedule.sendFailed'),
    onDone: ({ run }) => {
      key.current = crypto.randomUUID();
      if (run.outcome === 'sent') notify.success(t('schedule.sent', { count: run.recipients }));
      else notify.failure(t('schedule.sendFailed'), { detail: t('run.outcome.limit') });
      onClose();
    },
  });
  const submit = form.submit(async (typed) => {
    const done = await save.mutateAsync(typed).then(
      () => true,
      () => false,
    );
    if (!done) return;
    form.discard();
    notify.success(t('schedule.saved'));
    onClose();
  });
  const recipientError =
    errors.recipients ?? Object.entries(errors).find(([name]) => name.startsWith('recipients.'))?.[1];
  return (
    <Dialog
      open
      width={560}
      title={t('schedule.title')}
      onClose={onClose}
      onSubmit={submit}
      foot={
        schedule && (
          <>
            <Button kind="quiet" busy={remove.isPending} onClick={() => remove.mutate(undefined)}>
              {t('schedule.remove')}
            </Button>
            {schedule.recipients.length > 0 && (
              <Button
                kind="quiet"
                busy={send.isPending}
                disabledReason={isChanged ? t('schedule.saveFirst') : undefined}
                onClick={() => send.isPending || send.mutate(undefined)}
              >
                {t('schedule.sendNow')}
              </Button>
            )}
          </>
        )
      }
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="main" type="submit" busy={form.busy}>
            {t('schedule.save')}
          </Button>
        </>
      }
    >
      <div className="report-fields">
        <SelectField
          label={t('schedule.frequency')}
          size="form"
          value={values.frequency}
          onChange={({ target }) => change({ frequency: target.value as typeof values.frequency })}
          options={(['daily', 'weekly', 'monthly'] as const).map((value) => ({
            value,
            label: t(`schedule.${value}`),
          }))}
        />
        {values.frequency === 'weekly' && (
          <SelectField
            label={t('schedule.weekday')}
            size="form"
            value={String(values.weekday)}
            onChange={({ target }) => change({ weekday: Number(target.value) })}
            options={[1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: weekdayName(day) }))}
          />
        )}
        {values.frequency === 'monthly' && (
          <TextField
            label={t('schedule.monthDay')}
            help={t('schedule.monthDayHelp')}
            size="form"
            type="number"
            min={1}
            max={31}
            value={String(values.monthDay)}
            error={errors.monthDay}
            onChange={({ target }) => change({ monthDay: Number(target.value) })}
          />
        )}
        <TimeField
          label={t('schedule.time')}
          help={t('schedule.timeHelp')}
          size="form"
          value={values.time}
          error={errors.hour ?? errors.minute}
          onChange={(time) => change({ time })}
        />
        <SelectField
          label={t('field.zone')}
          size="form"
          value={values.zone}
          error={errors.zone}
          onChange={({ target }) => change({ zone: target.value })}
          options={[
            ...new Set([values.zone, zone, 'UTC', ...(Intl.supportedValuesOf?.('timeZone') ?? [])]),
          ].map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
        />
        <TextArea
          label={t('schedule.recipients')}
          help={
            schedule && schedule.former.length > 0
              ? `${t('schedule.recipientsHelp')} ${t('schedule.former', { addresses: schedule.former.join(', ') })}`
              : t('schedule.recipientsHelp')
          }
          dir="ltr"
          rows={3}
          value={values.recipients}
          error={recipientError}
          onChange={({ target }) => change({ recipients: target.value })}
        />
        <fieldset className="report-figure-choice">
          <legend className="t-12 t-ink3">{t('schedule.formats')}</legend>
          {FORMATS.map((format) => (
            <Checkbox
              key={format}
              label={t(`format.${format}`)}
              checked={values.formats.includes(format)}
              onChange={() =>
                change({
                  formats: values.formats.includes(format)
                    ? values.formats.filter((one) => one !== format)
                    : [...values.formats, format],
                })
              }
            />
          ))}
        </fieldset>
        <Checkbox
          label={t('schedule.skipIfEmpty')}
          checked={values.skipIfEmpty}
          onChange={({ target }) => change({ skipIfEmpty: target.checked })}
        />
        <Checkbox
          label={t('schedule.skipIfSame')}
          checked={values.skipIfSame}
          onChange={({ target }) => change({ skipIfSame: target.checked })}
        />
        <Switch
          label={t('schedule.paused')}
          checked={values.paused}
          onChange={({ target }) => change({ paused: target.checked })}
        />
      </div>
    </Dialog>
  );
}
