import { useQuery } from '@tanstack/react-query';
import {
  type GiftProduct,
  MAX_GIFT_CREATORS,
  MAX_GIFT_ITEMS,
  MAX_GIFT_PRODUCTS,
} from '@troupe/domain/commerce/gift';
import type { Store } from '@troupe/domain/commerce/store';
import { columnMoney } from '@troupe/domain/money';
import { Button } from '@troupe/ui/action/button';
import { Picture } from '@troupe/ui/content/avatar';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { notify } from '@troupe/ui/feedback/notify';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Checkbox } from '@troupe/ui/field/choice';
import { SelectField, TextArea, TextField } from '@troupe/ui/field/field';
import { SearchInput } from '@troupe/ui/field/search-input';
import { useSettled } from '@troupe/ui/hooks';
import { amountOf } from '@troupe/ui/lib/amount';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { type ReactNode, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { useDraftForm } from '../../../shared/form.ts';
import { approvedOptions, productsOptions, useGiftWrites } from './gift-queries.ts';
import { t } from './messages/messages.gen.ts';

interface OfferGiftsProps {
  campaignId: string;
  /** Stores that allow orders. */
  stores: readonly Store[];
  onClose: () => void;
}

const toggled = <T,>(map: ReadonlyMap<string, T>, id: string, value: T): Map<string, T> => {
  const next = new Map(map);
  if (!next.delete(id)) next.set(id, value);
  return next;
};

/** Offers products of a store to approved creators of a campaign. */
export default function OfferGiftsDialog({ campaignId, stores, onClose }: OfferGiftsProps) {
  const [storeId, setStoreId] = useState(stores[0]?.id ?? '');
  const [creators, setCreators] = useState<ReadonlyMap<string, string>>(new Map());
  const [products, setProducts] = useState<ReadonlyMap<string, string>>(new Map());
  const { offer } = useGiftWrites(campaignId);
  const currency = stores.find(({ id }) => id === storeId)?.currency ?? 'USD';
  const form = useDraftForm({
    draft: `gift.${campaignId}`,
    saved: { maxItems: '1', maxValue: '', message: '' },
    validate: ({ maxItems, maxValue }) => {
      const items = Number(maxItems);
      const isCount = Number.isInteger(items) && items >= 1 && items <= MAX_GIFT_ITEMS;
      const isAmount = maxValue.trim() === '' || (amountOf(maxValue, currency) ?? 0) > 0;
      return {
        ...(isCount ? {} : { maxItems: t('items.invalid', { most: MAX_GIFT_ITEMS }) }),
        ...(isAmount ? {} : { maxValue: t('value.invalid') }),
      };
    },
  });
  const { values, errors, change } = form;
  const submit = form.submit(async ({ maxItems, maxValue, message }) => {
    const body = {
      storeId,
      optInIds: [...creators.keys()],
      products: [...products.keys()].map((id) => ({ id })),
      maxItems: Number(maxItems),
      maxValue: maxValue.trim() === '' ? null : (amountOf(maxValue, currency) ?? null),
      message,
    };
    const answer = await offer.mutateAsync(body).catch((error: unknown) => {
      form.refused(error);
      return null;
    });
    if (!answer) return;
    form.discard();
    const skipped = answer.skipped.length;
    const detail = skipped > 0 ? { detail: t('skipped', { count: skipped }) } : {};
    if (answer.gifts.length > 0) notify.success(t('offered', { count: answer.gifts.length }), detail);
    else notify.warning(t('skipped', { count: skipped }));
    onClose();
  });
  const missing =
    creators.size === 0 ? t('chooseCreators') : products.size === 0 ? t('chooseProducts') : undefined;
  return (
    <Dialog
      open
      title={t('offer.title')}
      width={560}
      foot={t('offer.foot')}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="main" type="submit" busy={form.busy} disabledReason={missing}>
            {creators.size === 0 ? t('offer') : t('offer.count', { count: creators.size })}
          </Button>
        </>
      }
    >
      <div className="gift-dialog">
        {offer.error && <ErrorState title={t('offer.failed')} text={errorText(offer.error)} />}
        <Creators campaignId={campaignId} chosen={creators} onChoose={setCreators} />
        {stores.length > 1 && (
          <SelectField
            label={t('store')}
            size="form"
            value={storeId}
            onChange={(event) => {
              setStoreId(event.target.value);
              setProducts(new Map());
            }}
            options={stores.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <Products storeId={storeId} chosen={products} onChoose={setProducts} />
        <div className="gift-limits">
          <TextField
            label={t('items')}
            size="form"
            inputMode="numeric"
            value={values.maxItems}
            error={errors.maxItems}
            onChange={(event) => change({ maxItems: event.target.value })}
          />
          <TextField
            label={t('value')}
            help={t('value.help')}
            size="form"
            inputMode="decimal"
            trail={currency}
            value={values.maxValue}
            error={errors.maxValue}
            onChange={(event) => change({ maxValue: event.target.value })}
          />
        </div>
        <TextArea
          label={t('message')}
          size="form"
          maxLength={1000}
          value={values.message}
          error={errors.message}
          onChange={(event) => change({ message: event.target.value })}
        />
      </div>
    </Dialog>
  );
}

interface ChoiceProps {
  /** Names by id. */
  chosen: ReadonlyMap<string, string>;
  onChoose: (chosen: ReadonlyMap<string, string>) => void;
}

/** A searchable list of checkboxes; what was chosen stays when the search changes. */
function Choice({
  label,
  searchLabel,
  count,
  search,
  onSearch,
  children,
}: {
  label: string;
  searchLabel: string;
  count: number;
  search: string;
  onSearch: (text: string) => void;
  children: ReactNode;
}) {
  return (
    <fieldset className="gift-choice">
      <legend className="t-medium">
        {label} {count > 0 && <span className="t-ink2">{t('chosen', { count })}</span>}
      </legend>
      <SearchInput label={searchLabel} value={search} onChange={onSearch} />
      {children}
    </fieldset>
  );
}

function Creators({ campaignId, chosen, onChoose }: ChoiceProps & { campaignId: string }) {
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useQuery(approvedOptions(campaignId, useSettled(search.trim(), 300)));
  const optIns = data?.optIns ?? [];
  return (
    <Choice
      label={t('creators')}
      searchLabel={t('creators.search')}
      count={chosen.size}
      search={search}
      onSearch={setSearch}
    >
      {error && (
        <ErrorState title={t('creators.failed')} text={errorText(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <SkeletonRows rows={3} />}
      {data && optIns.length === 0 && <p className="t-ink2">{search ? t('noMatch') : t('creators.none')}</p>}
      <ul>
        {optIns.map(({ id, socialProfile: { username, fullname } }) => (
          <li key={id}>
            <Checkbox
              label={fullname ? `${fullname} (@${username})` : `@${username}`}
              checked={chosen.has(id)}
              disabled={!chosen.has(id) && chosen.size >= MAX_GIFT_CREATORS}
              onChange={() => onChoose(toggled(chosen, id, username))}
            />
          </li>
        ))}
      </ul>
      {data && data.total > optIns.length && (
        <p className="t-12 t-ink2">{t('searchForMore', { count: data.total - optIns.length })}</p>
      )}
    </Choice>
  );
}

function Products({ storeId, chosen, onChoose }: ChoiceProps & { storeId: string }) {
  const brandId = useBrandId();
  const [search, setSearch] = useState('');
  const settled = useSettled(search.trim(), 300);
  const { data, error, isFetching, refetch } = useQuery(productsOptions(brandId, storeId, settled));
  return (
    <Choice
      label={t('products')}
      searchLabel={t('products.search')}
      count={chosen.size}
      search={search}
      onSearch={setSearch}
    >
      {error && (
        <ErrorState
          title={t('products.failed')}
          text={errorText(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <SkeletonRows rows={3} />}
      {data?.products.length === 0 && <p className="t-ink2">{search ? t('noMatch') : t('products.none')}</p>}
      <ul>
        {data?.products.map((product) => (
          <li key={product.id} className="gift-product">
            <Picture src={product.imageUrl} className="gift-picture">
              <span className="gift-picture" />
            </Picture>
            <Checkbox
              label={productText(product, data.currency)}
              checked={chosen.has(product.id)}
              disabled={!chosen.has(product.id) && chosen.size >= MAX_GIFT_PRODUCTS}
              onChange={() => onChoose(toggled(chosen, product.id, product.title))}
            />
          </li>
        ))}
      </ul>
      {data?.next && <p className="t-12 t-ink2">{t('products.more')}</p>}
    </Choice>
  );
}

/** `Camp Mug, $18.50, 3 variants`. */
function productText({ title, variants }: GiftProduct, currency: string): string {
  const prices = variants.map(({ price }) => price);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const price =
    low === high
      ? columnMoney(low, currency)
      : t('priceRange', { low: columnMoney(low, currency), high: columnMoney(high, currency) });
  return [
    title,
    price,
    variants.length > 1 ? t('variants', { count: variants.length }) : '',
    variants.every(({ available }) => !available) ? t('soldOut') : '',
  ]
    .filter(Boolean)
    .join(', ');
}
