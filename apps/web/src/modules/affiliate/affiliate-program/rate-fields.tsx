import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { listCampaigns } from '@troupe/contract/campaigns/campaign';
import { Button } from '@troupe/ui/action/button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { SelectField, TextArea, TextField } from '@troupe/ui/field/field';
import type { ReactNode } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { t } from '../messages/messages.gen.ts';
import type { PartProps } from './program-form.ts';

/** Limits of commissions, and rates that differ from the program's: of products and campaigns. */
export function RateFields({ values, errors, change, currency }: PartProps & { currency: string }) {
  return (
    <>
      <fieldset className="affiliate-fields">
        <legend className="t-name">{t('settings.limits')}</legend>
        <TextField
          label={t('settings.capPerOrder', { currency })}
          help={t('settings.capHelp')}
          size="form"
          inputMode="decimal"
          value={values.capPerOrder}
          error={errors.capPerOrder}
          onChange={(event) => change({ capPerOrder: event.target.value })}
        />
        <TextField
          label={t('settings.capPerMonth', { currency })}
          help={t('settings.capHelp')}
          size="form"
          inputMode="decimal"
          value={values.capPerMonth}
          error={errors.capPerMonth}
          onChange={(event) => change({ capPerMonth: event.target.value })}
        />
        <TextArea
          label={t('settings.excluded')}
          help={t('settings.excludedHelp')}
          size="form"
          rows={2}
          value={values.excluded}
          error={errors.excluded}
          onChange={(event) => change({ excluded: event.target.value })}
        />
      </fieldset>
      <ProductRates values={values} errors={errors} change={change} />
      <CampaignRates values={values} errors={errors} change={change} />
    </>
  );
}

function ProductRates({ values: { productRates }, errors, change }: PartProps) {
  const write = (at: number, part: Partial<(typeof productRates)[number]>) =>
    change({
      productRates: productRates.map((one, index) => (index === at ? Object.assign({}, one, part) : one)),
    });
  return (
    <RateList
      title={t('settings.productRates')}
      help={t('settings.productRatesHelp')}
      error={errors.productRates}
      add={t('settings.addProduct')}
      onAdd={() => change({ productRates: [...productRates, { product: '', rate: '' }] })}
    >
      {productRates.map(({ product, rate }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no IDs
        <div key={at} className="affiliate-rate-row">
          <TextField
            label={t('settings.product', { number: at + 1 })}
            hideLabel
            placeholder={t('settings.productPlaceholder')}
            size="form"
            maxLength={200}
            value={product}
            onChange={(event) => write(at, { product: event.target.value })}
          />
          <RateField at={at} rate={rate} onRate={(typed) => write(at, { rate: typed })} />
          <RemoveRow
            at={at}
            onRemove={() => change({ productRates: productRates.filter((_, index) => index !== at) })}
          />
        </div>
      ))}
    </RateList>
  );
}

function CampaignRates({ values: { campaignRates }, errors, change }: PartProps) {
  const { data } = useQuery(callOptions(listCampaigns, { params: { brandId: useBrandId() }, query: {} }));
  const write = (at: number, part: Partial<(typeof campaignRates)[number]>) =>
    change({
      campaignRates: campaignRates.map((one, index) => (index === at ? Object.assign({}, one, part) : one)),
    });
  const campaigns = data?.campaigns ?? [];
  return (
    <RateList
      title={t('settings.campaignRates')}
      help={t('settings.campaignRatesHelp')}
      error={errors.campaignRates}
      add={t('settings.addCampaign')}
      onAdd={() => change({ campaignRates: [...campaignRates, { campaignId: '', rate: '' }] })}
    >
      {campaignRates.map(({ campaignId, rate }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no IDs
        <div key={at} className="affiliate-rate-row">
          <SelectField
            label={t('settings.campaign', { number: at + 1 })}
            hideLabel
            size="form"
            value={campaignId}
            onChange={(event) => write(at, { campaignId: event.target.value })}
            options={[
              { value: '', label: t('settings.chooseCampaign') },
              ...campaigns.map(({ id, title }) => ({ value: id, label: title })),
              // One that was deleted, or isn't loaded yet.
              ...(campaignId !== '' && !campaigns.some(({ id }) => id === campaignId)
                ? [{ value: campaignId, label: t('settings.otherCampaign') }]
                : []),
            ]}
          />
          <RateField at={at} rate={rate} onRate={(typed) => write(at, { rate: typed })} />
          <RemoveRow
            at={at}
            onRemove={() => change({ campaignRates: campaignRates.filter((_, index) => index !== at) })}
          />
        </div>
      ))}
    </RateList>
  );
}

interface RateListProps {
  title: string;
  help: string;
  error: string | undefined;
  add: string;
  onAdd: () => void;
  children: ReactNode;
}

function RateList({ title, help, error, add, onAdd, children }: RateListProps) {
  return (
    <fieldset className="affiliate-rates">
      <legend className="t-name">{title}</legend>
      <p className="t-12 t-ink2">{help}</p>
      {children}
      {error && (
        <p role="alert" className="t-12 affiliate-rates-error">
          {error}
        </p>
      )}
      <div>
        <Button size="row" icon={<IconPlus size={16} />} onClick={onAdd}>
          {add}
        </Button>
      </div>
    </fieldset>
  );
}

const RateField = ({ at, rate, onRate }: { at: number; rate: string; onRate: (typed: string) => void }) => (
  <TextField
    label={t('settings.rateOf', { number: at + 1 })}
    hideLabel
    size="form"
    inputMode="decimal"
    trail="%"
    value={rate}
    onChange={(event) => onRate(event.target.value)}
  />
);

const RemoveRow = ({ at, onRemove }: { at: number; onRemove: () => void }) => (
  <IconButton
    label={t('settings.removeRate', { number: at + 1 })}
    icon={<IconTrash size={18} />}
    onClick={onRemove}
  />
);
