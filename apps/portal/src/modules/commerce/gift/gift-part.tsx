import { useQuery } from '@tanstack/react-query';
import { CallError } from '@troupe/contract/client';
import { chooseGift, listOwnGifts, receiveGift } from '@troupe/contract/commerce/gift';
import type { ShippingAddress } from '@troupe/domain/campaigns/opt-in';
import type { GiftProduct, GiftVariant, OwnGift } from '@troupe/domain/commerce/gift';
import { groupMoney } from '@troupe/domain/money';
import { Button } from '@troupe/ui/action/button';
import { Pill } from '@troupe/ui/content/pill';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { notify } from '@troupe/ui/feedback/notify';
import { Radio } from '@troupe/ui/field/choice';
import { SelectField } from '@troupe/ui/field/field';
import { Section } from '@troupe/ui/layout/section';
import { dayText } from '@troupe/ui/lib/date';
import { type SubmitEvent, useState } from 'react';
import {
  AddressFields,
  EMPTY_ADDRESS,
  focusError,
  PostalAddress,
  readAddress,
} from '../../../shared/address-fields.tsx';
import { callOptions, client, errorText, forget, refusalText } from '../../../shared/api.ts';
import type { OwnOptIn, OwnOptInDetail } from '../../../shared/campaign-words.ts';
import { useDraft } from '../../../shared/draft.ts';
import { t } from './messages/messages.gen.ts';
import './gift-part.css';

/** An order takes seconds; its state arrives with the next look. */
const LOOK_MS = 3000;

/** Products that the brand sends for free: choosing them, where they are, and whether content about them is missing. */
export function GiftPart(detail: OwnOptInDetail) {
  const { optIn } = detail;
  const { data, error, refetch } = useQuery({
    ...callOptions(listOwnGifts, { params: { optInId: optIn.id } }),
    refetchInterval: ({ state }) =>
      state.data?.gifts.some(({ status, problem }) => status === 'chosen' && !problem) ? LOOK_MS : false,
  });
  if (error)
    return <ErrorState title={t('loadFailed')} text={errorText(error)} onRetry={() => void refetch()} />;
  return (
    data?.gifts.map((gift) => (
      <Gift key={gift.id} gift={gift} optIn={optIn} lacksContent={lacksContent(gift, detail)} />
    )) ?? null
  );
}

/** Whether the creator was reminded of a gift and has neither submitted content nor posted since it was offered. */
function lacksContent(
  { status, reminders, offered }: OwnGift,
  { optIn, contentPreviews, shoutouts }: OwnOptInDetail,
): boolean {
  const since = Date.parse(offered);
  return (
    status === 'delivered' &&
    reminders > 0 &&
    optIn.status === 'approved' &&
    !contentPreviews.some(({ created }) => Date.parse(created) >= since) &&
    !shoutouts.some(({ published }) => published === null || Date.parse(published) >= since)
  );
}

function Gift({ gift, optIn, lacksContent }: GiftProps & { lacksContent: boolean }) {
  const { status, message } = gift;
  const isOpen = optIn.status === 'approved' || optIn.status === 'completed';
  // Nothing to do and nothing to see.
  if (status === 'cancelled' || (status === 'offered' && !isOpen)) return null;
  return (
    <Section
      title={t('title', { brand: optIn.campaign.brand.name })}
      aside={<Pill tone={status === 'offered' ? 'tangerine' : 'neutral'}>{t(`status.${status}`)}</Pill>}
    >
      <div className="opt-in-part">
        {lacksContent && (
          <p className="t-panel opt-in-changed" role="note">
            {t('noContent')}
          </p>
        )}
        {status === 'offered' && message && (
          <p className="gift-message" dir="auto">
            {message}
          </p>
        )}
        {status === 'offered' ? (
          <ChoiceForm key={gift.version} gift={gift} optIn={optIn} />
        ) : (
          <Chosen gift={gift} optIn={optIn} />
        )}
      </div>
    </Section>
  );
}

interface GiftProps {
  gift: OwnGift;
  optIn: OwnOptIn;
}

interface Typed {
  address: ShippingAddress;
  /** Pieces by variant. */
  pieces: Record<string, number>;
}

/** Why the gift must be chosen again; other problems are the brand's. */
function againText({ problem }: OwnGift): string | null {
  switch (problem) {
    case 'out_of_stock':
    case 'product_removed':
    case 'address_refused':
      return t(`again.${problem}`);
    default:
      return null;
  }
}

function ChoiceForm({ gift, optIn }: GiftProps) {
  const start: Typed = {
    address: gift.address ?? optIn.shipment.address ?? EMPTY_ADDRESS,
    pieces: {},
  };
  const draft = useDraft<Typed>(`gift.${gift.id}`, start);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const { pieces, address: typed } = draft.values;
  const variants = new Set(gift.products.flatMap((one) => one.variants.map(({ id }) => id)));
  const lines = Object.entries(pieces)
    .filter(([variantId, quantity]) => quantity > 0 && variants.has(variantId))
    .map(([variantId, quantity]) => ({ variantId, quantity }));
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const { address, errors: found } = readAddress(typed);
    if (lines.length === 0) found.lines = t('chooseOne');
    setErrors(found);
    setFailure(null);
    if (Object.keys(found).length > 0) return focusError(event.currentTarget);
    setBusy(true);
    try {
      const params = { optInId: optIn.id, giftId: gift.id };
      await client.call(chooseGift, { params, body: { lines, address, version: gift.version } });
      draft.discard();
      notify.success(t('sent'));
    } catch (error) {
      if (error instanceof CallError && error.body.fields) setErrors(error.body.fields);
      setFailure(refusalText(error));
    }
    forget(listOwnGifts);
    setBusy(false);
  };
  const again = againText(gift);
  const isAvailable = gift.products.some((one) => one.variants.some(({ available }) => available));
  return (
    <form className="opt-in-part" onSubmit={send} noValidate aria-label={t('form')}>
      {again && (
        <p className="t-panel opt-in-changed" role="note">
          {again}
        </p>
      )}
      {!isAvailable && <p>{t('nothingLeft')}</p>}
      <p className="t-ink2">{limitText(gift)}</p>
      <fieldset className="gift-products" aria-describedby={errors.lines ? `${gift.id}-lines` : undefined}>
        <legend className="t-name">{t('products')}</legend>
        {gift.products.map((product) => (
          <Product
            key={product.id}
            product={product}
            gift={gift}
            pieces={pieces}
            invalid={Boolean(errors.lines)}
            onChange={(next) => draft.change({ pieces: next })}
          />
        ))}
        {errors.lines && (
          <p className="gift-error" id={`${gift.id}-lines`} role="alert">
            {errors.lines}
          </p>
        )}
      </fieldset>
      <fieldset className="gift-products">
        <legend className="t-name">{t('address')}</legend>
        <AddressFields
          values={typed}
          errors={errors}
          onChange={(part) => draft.change({ address: Object.assign({}, typed, part) })}
        />
        <p className="t-12 t-ink2">{t('addressUse', { brand: optIn.campaign.brand.name })}</p>
      </fieldset>
      {failure && <ErrorState title={t('failed')} text={failure} />}
      <Button kind="main" size="form" type="submit" busy={busy}>
        {t('send')}
      </Button>
    </form>
  );
}

/** Formats a price or the limit like the others of a gift. */
const amountOf = ({ products, maxValue, currency }: OwnGift) =>
  groupMoney([maxValue, ...products.flatMap(({ variants }) => variants.map(({ price }) => price))], currency);

/** How many items, and up to which value. */
const limitText = (gift: OwnGift): string =>
  gift.maxValue === null
    ? t('limit', { count: gift.maxItems })
    : t('limitValue', { count: gift.maxItems, amount: amountOf(gift)(gift.maxValue) });

interface ProductProps {
  product: GiftProduct;
  gift: OwnGift;
  pieces: Record<string, number>;
  /** Whether something else must be chosen. */
  invalid: boolean;
  onChange: (pieces: Record<string, number>) => void;
}

function Product({ product, gift, pieces, invalid, onChange }: ProductProps) {
  const { maxItems, id } = gift;
  const amount = amountOf(gift);
  const label = ({ title, price, available }: GiftVariant) => {
    const name = title || product.title;
    return available ? t('variant', { name, price: amount(price) }) : t('soldOut', { name });
  };
  return (
    <div className="gift-product">
      {product.imageUrl && <img className="gift-picture" src={product.imageUrl} alt="" loading="lazy" />}
      <div className="gift-variants">
        {(product.variants.length > 1 || product.variants[0]?.title) && <p dir="auto">{product.title}</p>}
        {product.variants.map((variant) =>
          maxItems === 1 ? (
            <Radio
              key={variant.id}
              name={`gift-${id}`}
              label={label(variant)}
              checked={(pieces[variant.id] ?? 0) > 0}
              disabled={!variant.available}
              aria-invalid={invalid || undefined}
              onChange={() => onChange({ [variant.id]: 1 })}
            />
          ) : (
            <SelectField
              key={variant.id}
              label={label(variant)}
              value={String(pieces[variant.id] ?? 0)}
              disabled={!variant.available}
              aria-invalid={invalid || undefined}
              onChange={(event) =>
                onChange(Object.assign({}, pieces, { [variant.id]: Number(event.target.value) }))
              }
              options={Array.from({ length: maxItems + 1 }, (_, count) => ({
                value: String(count),
                label: String(count),
              }))}
            />
          ),
        )}
      </div>
    </div>
  );
}

/** What was chosen, where it goes and how far it is. */
function Chosen({ gift, optIn }: GiftProps) {
  const { status, lines, address, tracking, shipped, delivered, problem } = gift;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const receive = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const params = { optInId: optIn.id, giftId: gift.id };
      await client.call(receiveGift, { params, body: { version: gift.version } });
    } catch (error) {
      setFailure(errorText(error));
    }
    forget(listOwnGifts);
    setBusy(false);
  };
  const carrier = [tracking.company, tracking.number].filter(Boolean).join(' ');
  return (
    <>
      <ul className="gift-lines">
        {lines.map((line) => (
          <li key={line.variantId} dir="auto">
            {line.quantity > 1 && `${line.quantity} × `}
            {line.variantTitle ? t('line', { title: line.title, variant: line.variantTitle }) : line.title}
          </li>
        ))}
      </ul>
      {address && (status === 'chosen' || status === 'ordered') && <PostalAddress address={address} />}
      {status === 'chosen' && problem && (
        <p className="t-ink2">{t('delayed', { brand: optIn.campaign.brand.name })}</p>
      )}
      {shipped && <p>{t('shippedOn', { date: dayText(shipped) })}</p>}
      {carrier &&
        (tracking.url ? (
          <a className="t-link" href={tracking.url} target="_blank" rel="noreferrer noopener">
            {t('track', { carrier })}
          </a>
        ) : (
          <p>{carrier}</p>
        ))}
      {delivered && <p>{t('deliveredOn', { date: dayText(delivered) })}</p>}
      {failure && <ErrorState title={t('failed')} text={failure} />}
      {status === 'shipped' && (
        <Button kind="main" busy={busy} onClick={() => void receive()}>
          {t('receive')}
        </Button>
      )}
    </>
  );
}
