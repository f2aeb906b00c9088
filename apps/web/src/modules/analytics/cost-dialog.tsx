import { useQuery } from '@tanstack/react-query';
import { addCost, changeCost } from '@troupe/contract/analytics/cost-entry';
import { type CostEntry, CostKind } from '@troupe/domain/analytics/cost-entry';
import { costNote } from '@troupe/domain/analytics/gift-note';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { DateField } from '@troupe/ui/field/date-field';
import { SelectField, TextField } from '@troupe/ui/field/field';
import { amountOf, amountText } from '@troupe/ui/lib/amount';
import { today } from '@troupe/ui/lib/calendar';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { client } from '../../shared/call/client.ts';
import { useDraftForm } from '../../shared/form.ts';
import type { AnalyticsAddress } from './analytics-address.ts';
import { analyticsOptions, ratesOptions, useAnalyticsWrite } from './analytics-queries.ts';
import { t } from './messages/messages.gen.ts';
import { CampaignField } from './report/campaign-field.tsx';

interface CostDialogProps {
  /** Null for a new one. */
  cost: CostEntry | null;
  /** A new cost starts with the campaign and creator of the list. */
  address: AnalyticsAddress;
  onClose: () => void;
}

/** Reads an amount, which is below 0 for a refund of an earlier cost. */
function readAmount(typed: string, currency: string): number | null | undefined {
  const isRefund = /^[-−]/.test(typed.trim());
  const amount = amountOf(typed.trim().replace(/^[-−]/, ''), currency);
  return amount && isRefund ? -amount : amount;
}

/** Enters a cost that Troupe doesn't know, or changes one. */
export default function CostDialog({ cost, address, onClose }: CostDialogProps) {
  const brandId = useBrandId();
  const rates = useQuery(ratesOptions(brandId)).data?.status.currencies ?? [];
  const ranking = useQuery(
    analyticsOptions(brandId, { compare: 'none' }, { groupBy: 'creator', sort: 'net-revenue' }),
  );
  const { analytics } = ranking.data ?? {};
  const creators = analytics?.rows ?? [];
  const form = useDraftForm({
    draft: `cost.${cost?.id ?? 'new'}`,
    saved: {
      // Today if empty: costs count by the brand's days, and its zone may not be known yet.
      day: cost?.day ?? '',
      kind: (cost?.kind ?? 'product') as CostKind,
      amount: cost ? `${cost.amount < 0 ? '-' : ''}${amountText(Math.abs(cost.amount), cost.currency)}` : '',
      currency: cost?.currency ?? 'USD',
      campaignId: (cost ? cost.campaignId : address.campaign) ?? '',
      creatorId: (cost ? cost.creatorId : address.creator) ?? '',
      note: cost ? costNote(cost) : '',
      reference: cost?.reference ?? '',
    },
    validate: ({ day, amount, currency }) => ({
      ...(cost && day === '' ? { day: t('cost.dayMissing') } : {}),
      ...(readAmount(amount, currency) ? {} : { amount: t('cost.amountError') }),
    }),
  });
  const { values, errors, change } = form;
  const zoneOf = async () =>
    (ranking.data ?? (await ranking.refetch({ cancelRefetch: false })).data)?.analytics.zone;
  const save = useAnalyticsWrite(
    async ({ day, kind, amount, currency, campaignId, creatorId, note, reference }: typeof values) => {
      const body = {
        day: day || today(new Date(), await zoneOf()),
        kind,
        amount: readAmount(amount, currency) ?? 0,
        currency,
        campaignId: campaignId || null,
        creatorId: creatorId || null,
        // A note of Troupe's own stays in English, so that others read it in their language.
        note: cost && note === costNote(cost) ? cost.note : note,
        reference: reference.trim() || null,
      };
      return cost
        ? client.call(changeCost, {
            params: { brandId, costId: cost.id },
            body: Object.assign(body, { version: cost.version }),
          })
        : client.call(addCost, { params: { brandId }, body });
    },
    { failed: t('cost.failed'), onError: (error) => form.refused(error) },
  );
  const submit = form.submit(async (typed) => {
    if (!(await save.mutateAsync(typed).catch(() => null))) return;
    form.discard();
    notify.success(t(cost ? 'cost.saved' : 'cost.added'));
    onClose();
  });
  const known = rates.filter(({ ended }) => !ended).map(({ currency }) => currency);
  const currencies = [...new Set(['USD', 'EUR', values.currency, ...known])];
  const others =
    values.creatorId && !creators.some(({ id }) => id === values.creatorId)
      ? [{ value: values.creatorId, label: cost?.username ? `@${cost.username}` : t('cost.otherCreator') }]
      : [];
  return (
    <Dialog
      open
      width={560}
      title={t(cost ? 'cost.editTitle' : 'cost.addTitle')}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="main" type="submit" busy={form.busy}>
            {t(cost ? 'action.save' : 'cost.add')}
          </Button>
        </>
      }
    >
      <div className="analytics-form">
        <div className="analytics-pair">
          <SelectField
            label={t('cost.kind')}
            size="form"
            value={values.kind}
            error={errors.kind}
            onChange={(event) => change({ kind: event.target.value as CostKind })}
            options={CostKind.options.map((value) => ({ value, label: t(`cost.kind.${value}`) }))}
          />
          <DateField
            label={t('column.day')}
            size="form"
            presets="back"
            value={values.day || (cost ? '' : today(new Date(), analytics?.zone))}
            error={errors.day}
            onChange={(day) => change({ day })}
          />
        </div>
        <div className="analytics-pair">
          <TextField
            label={t('cost.amount')}
            help={t('cost.amountHelp')}
            size="form"
            inputMode="decimal"
            value={values.amount}
            error={errors.amount}
            onChange={(event) => change({ amount: event.target.value })}
          />
          <SelectField
            label={t('filter.currency')}
            size="form"
            value={values.currency}
            error={errors.currency}
            onChange={(event) => change({ currency: event.target.value })}
            options={currencies.map((value) => ({ value, label: value }))}
          />
        </div>
        <div className="analytics-pair">
          <CampaignField
            brandId={brandId}
            value={values.campaignId}
            none={t('cost.allCampaigns')}
            error={errors.campaignId}
            onChange={(campaignId) => change({ campaignId })}
          />
          <SelectField
            label={t('filter.creator')}
            size="form"
            value={values.creatorId}
            error={errors.creatorId}
            onChange={(event) => change({ creatorId: event.target.value })}
            options={[
              { value: '', label: t('cost.noCreator') },
              ...others,
              ...creators.flatMap(({ id, name, username }) =>
                id === null ? [] : [{ value: id, label: name || `@${username}` }],
              ),
            ]}
          />
        </div>
        <TextField
          label={t('cost.note')}
          size="form"
          maxLength={500}
          value={values.note}
          error={errors.note}
          onChange={(event) => change({ note: event.target.value })}
        />
        {cost?.source !== 'gift' && (
          <TextField
            label={t('cost.reference')}
            help={t('cost.referenceHelp')}
            size="form"
            maxLength={120}
            value={values.reference}
            error={errors.reference}
            onChange={(event) => change({ reference: event.target.value })}
          />
        )}
      </div>
    </Dialog>
  );
}
