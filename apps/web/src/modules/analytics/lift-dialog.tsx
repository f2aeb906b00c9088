import { useQuery } from '@tanstack/react-query';
import { studyLift } from '@troupe/contract/analytics/lift-study';
import { LIFT_BASELINE_WEEKS, LIFT_WINDOW_HOURS } from '@troupe/domain/analytics/lift-study';
import { Button } from '@troupe/ui/action/button';
import { DateField } from '@troupe/ui/field/date-field';
import { SelectField, TextField } from '@troupe/ui/field/field';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { client } from '../../shared/call/client.ts';
import { useDraftForm } from '../../shared/form.ts';
import { campaignsOptions, useAnalyticsWrite } from './analytics-queries.ts';
import { t } from './messages/messages.gen.ts';

const HOURS = [24, 48, 72, LIFT_WINDOW_HOURS.max];
const WEEKS = [LIFT_BASELINE_WEEKS.min, LIFT_BASELINE_WEEKS.usual, 12, LIFT_BASELINE_WEEKS.max];

interface LiftDialogProps {
  campaignId: string | undefined;
  onClose: () => void;
  onDone: (studyId: string) => void;
}

/** Asks whether the posts of a campaign lifted sales. */
export default function LiftDialog({ campaignId, onClose, onDone }: LiftDialogProps) {
  const brandId = useBrandId();
  const { data } = useQuery(campaignsOptions(brandId));
  const form = useDraftForm({
    draft: 'lift-study.new',
    saved: {
      campaignId: campaignId ?? '',
      name: '',
      windowHours: String(LIFT_WINDOW_HOURS.usual),
      baselineWeeks: String(LIFT_BASELINE_WEEKS.usual),
      from: '',
      to: '',
      reason: '',
    },
    validate: ({ campaignId: chosen, from, to, reason }) => ({
      ...(chosen === '' ? { campaignId: t('lift.chooseCampaign') } : {}),
      ...(Boolean(from) !== Boolean(to) ? { to: t('lift.bothDays') } : {}),
      ...(from && to && from > to ? { to: t('lift.dayOrder') } : {}),
      ...(from && to && reason.trim() === '' ? { reason: t('lift.reasonMissing') } : {}),
    }),
  });
  const { values, errors, change } = form;
  const study = useAnalyticsWrite(
    ({ campaignId: chosen, name, windowHours, baselineWeeks, from, to, reason }: typeof values) =>
      client.call(studyLift, {
        params: { brandId },
        body: {
          name,
          campaignId: chosen,
          windowHours: Number(windowHours),
          baselineWeeks: Number(baselineWeeks),
          excluded: from && to ? [{ from, to, reason }] : [],
        },
      }),
    { failed: t('lift.failed'), onError: (error) => form.refused(error) },
  );
  const submit = form.submit(async (typed) => {
    const answer = await study.mutateAsync(typed).catch(() => null);
    if (!answer) return;
    form.discard();
    onDone(answer.study.id);
  });
  return (
    <Dialog
      open
      title={t('lift.dialog')}
      foot={t('lift.foot')}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="main" type="submit" busy={form.busy}>
            {t('lift.run')}
          </Button>
        </>
      }
    >
      <div className="analytics-form">
        <SelectField
          label={t('filter.campaign')}
          size="form"
          value={values.campaignId}
          error={errors.campaignId}
          onChange={(event) => change({ campaignId: event.target.value })}
          options={[
            { value: '', label: t('lift.choose') },
            ...(data?.campaigns ?? []).map(({ id, title }) => ({
              value: id,
              label: title || t('row.untitled'),
            })),
          ]}
        />
        <TextField
          label={t('lift.name')}
          size="form"
          maxLength={120}
          value={values.name}
          error={errors.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <div className="analytics-pair">
          <SelectField
            label={t('lift.window')}
            size="form"
            value={values.windowHours}
            onChange={(event) => change({ windowHours: event.target.value })}
            options={HOURS.map((count) => ({ value: String(count), label: t('lift.hours', { count }) }))}
          />
          <SelectField
            label={t('lift.baseline')}
            size="form"
            value={values.baselineWeeks}
            onChange={(event) => change({ baselineWeeks: event.target.value })}
            options={WEEKS.map((count) => ({ value: String(count), label: t('lift.weeks', { count }) }))}
          />
        </div>
        <p className="t-12 t-ink2">{t('lift.excludeHelp')}</p>
        <div className="analytics-pair">
          <DateField
            label={t('lift.excludeFrom')}
            size="form"
            presets="back"
            value={values.from}
            error={errors.from}
            onChange={(from) => change({ from })}
          />
          <DateField
            label={t('lift.excludeTo')}
            size="form"
            presets="back"
            value={values.to}
            error={errors.to}
            onChange={(to) => change({ to })}
          />
        </div>
        {(values.from || values.to) && (
          <TextField
            label={t('lift.excludeReason')}
            size="form"
            maxLength={120}
            value={values.reason}
            error={errors.reason}
            onChange={(event) => change({ reason: event.target.value })}
          />
        )}
      </div>
    </Dialog>
  );
}
