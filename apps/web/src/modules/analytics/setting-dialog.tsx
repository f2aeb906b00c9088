import { useQuery } from '@tanstack/react-query';
import { putAnalyticsSetting } from '@troupe/contract/analytics/analytics';
import type { AnalyticsSetting } from '@troupe/domain/analytics/analytics';
import { Button } from '@troupe/ui/action/button';
import { Skeleton } from '@troupe/ui/feedback/skeleton';
import { Checkbox } from '@troupe/ui/field/choice';
import { SelectField, TextField } from '@troupe/ui/field/field';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { client } from '../../shared/call/client.ts';
import { useDraftForm } from '../../shared/form.ts';
import { LoadState } from '../../shared/screen/screen.tsx';
import { ratesOptions, settingOptions, useAnalyticsWrite } from './analytics-queries.ts';
import { t } from './messages/messages.gen.ts';

/** How analytics are calculated for everyone of the brand. */
export default function SettingDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(settingOptions(useBrandId()));
  if (query.data) return <SettingForm setting={query.data.setting} onClose={onClose} />;
  return (
    <Dialog open title={t('setting.title')} onClose={onClose}>
      <LoadState what={t('setting.what')} query={query}>
        <Skeleton height={160} />
      </LoadState>
    </Dialog>
  );
}

/** Reads a share in percent; null if empty, undefined if invalid. */
function readMargin(typed: string): number | null | undefined {
  const text = typed.trim().replace(/\s*%$/, '').replace(',', '.');
  if (text === '') return null;
  const value = Number(text);
  return /^\d{1,3}(?:\.\d{1,4})?$/.test(text) && value <= 100 ? value : undefined;
}

function SettingForm({ setting, onClose }: { setting: AnalyticsSetting; onClose: () => void }) {
  const brandId = useBrandId();
  const { data } = useQuery(ratesOptions(brandId));
  const { margin, emv, emvShared, currency } = setting;
  const form = useDraftForm({
    draft: `analytics-setting.${brandId}`,
    saved: { margin: margin === null ? '' : String(margin), emv, emvShared, currency: currency ?? '' },
    validate: ({ margin: typed }) =>
      readMargin(typed) === undefined ? { margin: t('setting.marginError') } : {},
  });
  const { values, errors, change } = form;
  const save = useAnalyticsWrite(
    (typed: typeof values) =>
      client.call(putAnalyticsSetting, {
        params: { brandId },
        body: {
          margin: readMargin(typed.margin) ?? null,
          emv: typed.emv,
          emvShared: typed.emvShared,
          currency: typed.currency || null,
        },
      }),
    { failed: t('setting.failed'), onError: (error) => form.refused(error) },
  );
  const submit = form.submit(async (typed) => {
    if (!(await save.mutateAsync(typed).catch(() => null))) return;
    form.discard();
    onClose();
  });
  const current = (data?.status.currencies ?? []).filter(({ ended }) => !ended).map((one) => one.currency);
  const currencies = [...new Set(['EUR', 'USD', ...(currency ? [currency] : []), ...current])];
  return (
    <Dialog
      open
      title={t('setting.title')}
      foot={t('setting.foot')}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="main" type="submit" busy={form.busy}>
            {t('action.save')}
          </Button>
        </>
      }
    >
      <div className="analytics-form">
        <TextField
          label={t('setting.margin')}
          help={t('setting.marginHelp')}
          size="form"
          inputMode="decimal"
          trail="%"
          value={values.margin}
          error={errors.margin}
          onChange={(event) => change({ margin: event.target.value })}
        />
        <SelectField
          label={t('filter.currency')}
          help={t('setting.currencyHelp')}
          size="form"
          value={values.currency}
          error={errors.currency}
          onChange={(event) => change({ currency: event.target.value })}
          options={[
            { value: '', label: t('currency.each') },
            ...currencies.map((code) => ({ value: code, label: t('currency.in', { currency: code }) })),
          ]}
        />
        <Checkbox
          label={t('setting.emv')}
          help={t('setting.emvHelp')}
          checked={values.emv}
          onChange={(event) => change({ emv: event.target.checked })}
        />
        {values.emv && (
          <Checkbox
            label={t('setting.emvShared')}
            checked={values.emvShared}
            onChange={(event) => change({ emvShared: event.target.checked })}
          />
        )}
      </div>
    </Dialog>
  );
}
