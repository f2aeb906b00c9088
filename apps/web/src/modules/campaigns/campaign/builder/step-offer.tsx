import { SelectField, TextField } from '@troupe/ui/field/field';
import { amountText } from '@troupe/ui/lib/amount';
import type { ReactNode } from 'react';
import { t } from '../../messages/messages.gen.ts';
import { useBriefField, useEditor } from '../brief/brief-field.tsx';
import { readAmount, readPercent } from '../brief/brief-reading.ts';
import { TypedField } from '../brief/typed-field.tsx';

const CURRENCIES = ['USD', 'EUR', 'GBP', 'AUD', 'CAD', 'CHF', 'DKK', 'JPY', 'NOK', 'NZD', 'PLN', 'SEK'];

/** What creators get: a product, a fee, a commission. */
export function StepOffer({ note }: { note?: ((percent: number | null) => ReactNode) | undefined }) {
  const { brief, change } = useEditor();
  const { currency, product } = brief;
  const productField = useBriefField('product', t('field.product'));
  const fee = useBriefField('maxPaidAmount', t('offer.maxFee'));
  const commission = useBriefField('commissionPercent', t('offer.commission'));
  const currencies = useBriefField('currency', t('field.currency'));
  const setProduct = (name: string, value: number) =>
    change({ product: name === '' && value === 0 ? null : { name, value } });
  return (
    <>
      <p className="t-ink2">{t('offer.stepHelp')}</p>
      <TextField
        {...productField}
        size="form"
        maxLength={300}
        placeholder={t('offer.productName')}
        value={product?.name ?? ''}
        onChange={(event) => setProduct(event.target.value, product?.value ?? 0)}
      />
      <div className="builder-pair">
        <TypedField
          field="product"
          label={t('offer.productValue')}
          size="form"
          inputMode="decimal"
          lead={<span className="t-ink3">{currency}</span>}
          value={product?.value ? product.value : null}
          write={(value) => amountText(value, currency)}
          read={(text) => readAmount(text, currency)}
          onValue={(value) => setProduct(product?.name ?? '', value ?? 0)}
          onBlur={productField.onBlur}
        />
        <SelectField
          {...currencies}
          size="form"
          value={currency}
          options={[...new Set([...CURRENCIES, currency])].map((value) => ({ value, label: value }))}
          onChange={(event) => change({ currency: event.target.value })}
        />
      </div>
      <div className="builder-pair">
        <TypedField
          field="maxPaidAmount"
          {...fee}
          size="form"
          inputMode="decimal"
          help={t('offer.maxFeeHelp')}
          lead={<span className="t-ink3">{currency}</span>}
          value={brief.maxPaidAmount}
          write={(value) => amountText(value, currency)}
          read={(text) => {
            const amount = readAmount(text, currency);
            return amount === 0 ? null : amount;
          }}
          onValue={(maxPaidAmount) => change({ maxPaidAmount })}
        />
        <TypedField
          field="commissionPercent"
          {...commission}
          size="form"
          inputMode="decimal"
          help={t('offer.commissionHelp')}
          trail={<span className="t-ink3">%</span>}
          value={brief.commissionPercent}
          write={(value) => (value === null ? '' : String(value))}
          read={readPercent(100)}
          onValue={(commissionPercent) => change({ commissionPercent })}
        />
      </div>
      {note?.(brief.commissionPercent)}
    </>
  );
}
