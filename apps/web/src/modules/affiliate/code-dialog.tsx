import { useQuery } from '@tanstack/react-query';
import { adoptAffiliateCode, createAffiliateCode } from '@troupe/contract/affiliate/affiliate-code';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { Checkbox } from '@troupe/ui/field/choice';
import { DateField } from '@troupe/ui/field/date-field';
import { SelectField, TextField } from '@troupe/ui/field/field';
import { amountOf } from '@troupe/ui/lib/amount';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { client } from '../../shared/call/client.ts';
import { affiliateName } from '../../shared/creator/affiliate-who.tsx';
import { useDraftForm } from '../../shared/form.ts';
import { readRate } from './affiliate-program/program-labels.ts';
import { affiliateNamesOptions, useAffiliateWrite } from './affiliate-queries.ts';
import { t } from './messages/messages.gen.ts';

interface CodeDialogProps {
  affiliateId: string | undefined;
  /** The store's currency. */
  currency: string;
  onClose: () => void;
}

type Kind = 'percent' | 'amount' | 'existing';

/** Creates a discount code in the store for a creator, or gives them one that exists there. */
export default function CodeDialog({ affiliateId, currency, onClose }: CodeDialogProps) {
  const brandId = useBrandId();
  const { data } = useQuery(affiliateNamesOptions(brandId));
  const form = useDraftForm({
    draft: 'affiliate-code.new',
    saved: {
      affiliateId: affiliateId ?? '',
      code: '',
      kind: 'percent' as Kind,
      value: '10',
      endsAt: '',
      once: false,
    },
    validate: ({ affiliateId: who, code, kind, value }) => ({
      ...(who === '' ? { affiliateId: t('link.chooseCreator') } : {}),
      ...(code.trim() === '' ? { code: t('code.missing') } : {}),
      ...(kind === 'percent' && !readRate(value) ? { value: t('settings.rateError') } : {}),
      ...(kind === 'amount' && !amountOf(value, currency) ? { value: t('settings.amountError') } : {}),
    }),
  });
  const { values, errors, change } = form;
  const save = useAffiliateWrite(
    ({ affiliateId: who, code, kind, value, endsAt, once }: typeof values) => {
      const common = { affiliateId: who, code: code.trim() };
      if (kind === 'existing') return client.call(adoptAffiliateCode, { params: { brandId }, body: common });
      const body = Object.assign(common, {
        kind,
        valueBp: kind === 'percent' ? (readRate(value) ?? null) : null,
        valueMinor: kind === 'amount' ? (amountOf(value, currency) ?? null) : null,
        endsAt: endsAt === '' ? null : `${endsAt}T23:59:59.000Z`,
        oncePerBuyer: once,
      });
      return client.call(createAffiliateCode, { params: { brandId }, body });
    },
    {
      failed: t('code.failed'),
      onError: (error) => form.refused(error),
    },
  );
  const submit = form.submit(async (typed) => {
    const answer = await save.mutateAsync(typed).catch(() => null);
    if (!answer) return;
    form.discard();
    if (answer.code.state === 'failed')
      notify.failure(t('code.refused'), { detail: answer.code.error ?? undefined });
    else notify.success(answer.code.state === 'creating' ? t('code.creating') : t('code.created'));
    onClose();
  });
  return (
    <Dialog
      open
      title={t('code.title')}
      foot={values.kind === 'existing' ? undefined : t('code.foot')}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="main" type="submit" busy={form.busy}>
            {values.kind === 'existing' ? t('code.adopt') : t('code.create')}
          </Button>
        </>
      }
    >
      <div className="affiliate-dialog">
        <SelectField
          label={t('column.creator')}
          size="form"
          value={values.affiliateId}
          error={errors.affiliateId}
          onChange={(event) => change({ affiliateId: event.target.value })}
          options={[
            { value: '', label: t('link.choose') },
            ...(data?.affiliates ?? [])
              .filter(({ state }) => state !== 'ended')
              .map((one) => ({ value: one.id, label: `${affiliateName(one)} (@${one.username})` })),
          ]}
        />
        <SelectField
          label={t('code.kind')}
          size="form"
          value={values.kind}
          onChange={(event) => change({ kind: event.target.value as Kind })}
          options={[
            { value: 'percent', label: t('code.kind.percent') },
            { value: 'amount', label: t('code.kind.amount', { currency }) },
            { value: 'existing', label: t('code.kind.existing') },
          ]}
        />
        <TextField
          label={t('column.code')}
          size="form"
          dir="ltr"
          maxLength={60}
          autoCapitalize="characters"
          value={values.code}
          error={errors.code}
          onChange={(event) => change({ code: event.target.value })}
        />
        {values.kind !== 'existing' && (
          <>
            <TextField
              label={t('column.discount')}
              size="form"
              inputMode="decimal"
              trail={values.kind === 'percent' ? '%' : currency}
              value={values.value}
              error={errors.value ?? errors.valueBp ?? errors.valueMinor}
              onChange={(event) => change({ value: event.target.value })}
            />
            <DateField
              label={t('code.ends')}
              size="form"
              value={values.endsAt}
              error={errors.endsAt}
              onChange={(endsAt) => change({ endsAt })}
            />
            <Checkbox
              label={t('code.once')}
              checked={values.once}
              onChange={(event) => change({ once: event.target.checked })}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}
