import { IconPlus, IconX } from '@tabler/icons-react';
import { studyLift } from '@troupe/contract/analytics/lift-study';
import {
  LIFT_BASELINE_WEEKS,
  LIFT_WINDOW_HOURS,
  MOST_LIFT_EXCLUSIONS,
} from '@troupe/domain/analytics/lift-study';
import { Button } from '@troupe/ui/action/button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { DateField } from '@troupe/ui/field/date-field';
import { SelectField, TextField } from '@troupe/ui/field/field';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { client } from '../../shared/call/client.ts';
import type { FieldErrors } from '../../shared/call/field-errors.ts';
import { useDraftForm } from '../../shared/form.ts';
import { useAnalyticsWrite } from './analytics-queries.ts';
import { t } from './messages/messages.gen.ts';
import { CampaignField } from './report/campaign-field.tsx';

const HOURS = [24, 48, 72, LIFT_WINDOW_HOURS.max];
const WEEKS = [LIFT_BASELINE_WEEKS.min, LIFT_BASELINE_WEEKS.usual, 12, LIFT_BASELINE_WEEKS.max];

interface Excluded {
  from: string;
  to: string;
  reason: string;
}

/** What is wrong with days to exclude. Those without any day are left out. */
function excludedErrors({ from, to, reason }: Excluded, place: number): FieldErrors {
  const of = (field: keyof Excluded, text: string) => ({ [`excluded.${place}.${field}`]: text });
  if (!from && !to) return {};
  if (!from || !to) return of(from ? 'to' : 'from', t('lift.bothDays'));
  if (from > to) return of('to', t('lift.dayOrder'));
  return reason.trim() === '' ? of('reason', t('lift.reasonMissing')) : {};
}

interface LiftDialogProps {
  campaignId: string | undefined;
  onClose: () => void;
  onDone: (studyId: string) => void;
}

/** Asks whether the posts of a campaign lifted sales. */
export default function LiftDialog({ campaignId, onClose, onDone }: LiftDialogProps) {
  const brandId = useBrandId();
  const form = useDraftForm({
    draft: 'lift-study.new',
    saved: {
      campaignId: campaignId ?? '',
      name: '',
      windowHours: String(LIFT_WINDOW_HOURS.usual),
      baselineWeeks: String(LIFT_BASELINE_WEEKS.usual),
      excluded: [] as Excluded[],
    },
    validate: ({ campaignId: chosen, excluded }) =>
      Object.assign(
        chosen === '' ? { campaignId: t('lift.chooseCampaign') } : {},
        ...excluded.map(excludedErrors),
      ),
  });
  const { values, errors, change } = form;
  const study = useAnalyticsWrite(
    ({ campaignId: chosen, name, windowHours, baselineWeeks, excluded }: typeof values) =>
      client.call(studyLift, {
        params: { brandId },
        body: {
          name,
          campaignId: chosen,
          windowHours: Number(windowHours),
          baselineWeeks: Number(baselineWeeks),
          excluded: excluded.filter(({ from, to }) => from && to),
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
        <CampaignField
          brandId={brandId}
          value={values.campaignId}
          none={t('lift.choose')}
          error={errors.campaignId}
          onChange={(chosen) => change({ campaignId: chosen })}
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
        {values.excluded.map((one, place) => (
          <ExcludedDays
            // biome-ignore lint/suspicious/noArrayIndexKey: periods have no other identity
            key={place}
            place={place}
            days={one}
            errors={errors}
            onChange={(next) => change({ excluded: values.excluded.with(place, next) })}
            onRemove={() => change({ excluded: values.excluded.toSpliced(place, 1) })}
          />
        ))}
        {values.excluded.length < MOST_LIFT_EXCLUSIONS && (
          <div>
            <Button
              icon={<IconPlus size={16} stroke={1.5} />}
              onClick={() => change({ excluded: [...values.excluded, { from: '', to: '', reason: '' }] })}
            >
              {t('lift.excludeAdd')}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

interface ExcludedDaysProps {
  place: number;
  days: Excluded;
  errors: FieldErrors;
  onChange: (days: Excluded) => void;
  onRemove: () => void;
}

/** Days that a study ignores, with the reason. */
function ExcludedDays({ place, days, errors, onChange, onRemove }: ExcludedDaysProps) {
  const { from, to, reason } = days;
  return (
    <fieldset className="analytics-excluded">
      <legend className="t-hidden">{t('lift.excluded', { number: place + 1 })}</legend>
      <div className="analytics-pair">
        <DateField
          label={t('lift.excludeFrom')}
          size="form"
          presets="back"
          value={from}
          error={errors[`excluded.${place}.from`]}
          onChange={(day) => onChange({ from: day, to, reason })}
        />
        <DateField
          label={t('lift.excludeTo')}
          size="form"
          presets="back"
          value={to}
          error={errors[`excluded.${place}.to`]}
          onChange={(day) => onChange({ from, to: day, reason })}
        />
      </div>
      <div className="analytics-excluded-reason">
        <TextField
          label={t('lift.excludeReason')}
          size="form"
          maxLength={120}
          value={reason}
          error={errors[`excluded.${place}.reason`]}
          onChange={(event) => onChange({ from, to, reason: event.target.value })}
        />
        <IconButton
          label={t('lift.excludeRemove', { number: place + 1 })}
          icon={<IconX size={16} stroke={1.5} />}
          onClick={onRemove}
        />
      </div>
    </fieldset>
  );
}
