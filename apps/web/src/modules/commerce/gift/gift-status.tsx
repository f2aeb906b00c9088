import { useQuery } from '@tanstack/react-query';
import type { Gift } from '@troupe/domain/commerce/gift';
import { columnMoney } from '@troupe/domain/money';
import { Link } from '@troupe/ui/action/link';
import { Ago } from '@troupe/ui/content/ago';
import { Pill } from '@troupe/ui/content/pill';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { DrawerSection } from '@troupe/ui/overlay/drawer';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { linesText, type OptInRef, optInGiftsOptions, STATUS_TONES } from './gift-queries.ts';
import { t } from './messages/messages.gen.ts';
import './gift.css';

/** What a creator chose, or can choose from. */
export const productsText = (gift: Gift): string[] =>
  gift.lines.length > 0 ? linesText(gift) : gift.products.map(({ title }) => title);

/** The status of a gift, and why it can't be ordered, or where its shipment is. */
export function GiftStatusText({ gift }: { gift: Gift }) {
  const { status, problem } = gift;
  return (
    <>
      <span className="gifts-text">
        <Pill tone={problem ? 'red' : STATUS_TONES[status]}>{t(`status.${status}`)}</Pill>
      </span>
      {problem ? (
        <span className="t-12 t-ink2 gifts-text">{t(`problem.${problem}`)}</span>
      ) : (
        <Detail gift={gift} />
      )}
    </>
  );
}

/** What the products and the shipping of an ordered gift cost. Shipping that the store doesn't report is unknown. */
export function GiftCosts({ gift, labeled }: { gift: Gift; labeled?: boolean }) {
  const { cost, costBasis, shippingCost, currency } = gift;
  if (cost === null) return null;
  const products = columnMoney(cost, currency);
  return (
    <>
      <span className="gifts-text" title={costBasis ? t(`basis.${costBasis}`) : undefined}>
        {labeled ? t('cost.of', { amount: products }) : products}
      </span>
      {shippingCost === null ? (
        <span className="t-12 t-ink2 gifts-text" title={t('cost.noShippingText')}>
          {t('cost.noShipping')}
        </span>
      ) : (
        <span className="t-12 t-ink2 gifts-text" title={t('basis.shipping')}>
          {t('cost.shipping', { amount: columnMoney(shippingCost, currency) })}
        </span>
      )}
    </>
  );
}

/** Tracking while it is on its way, then when it arrived. */
function Detail({ gift: { status, tracking, delivered, reminders } }: { gift: Gift }) {
  if (status === 'shipped') {
    const number = [tracking.company, tracking.number].filter(Boolean).join(' ');
    if (!number) return null;
    return (
      <span className="t-12 gifts-text">
        {tracking.url ? (
          <a className="t-link" href={tracking.url} target="_blank" rel="noreferrer noopener">
            {number}
          </a>
        ) : (
          number
        )}
      </span>
    );
  }
  if (status !== 'delivered' || !delivered) return null;
  return (
    <span className="t-12 t-ink2 gifts-text">
      <Ago at={delivered} />
      {reminders > 0 && `, ${t('reminders', { count: reminders })}`}
    </span>
  );
}

/** The gifts for an opt-in, in its drawer; nothing if there are none. */
export default function OptInGifts(of: OptInRef) {
  const { data, error, isFetching, refetch } = useQuery(optInGiftsOptions(useBrandId(), of));
  const all = (
    <Link className="t-link" href={`/campaigns/${of.campaignId}/gifts`}>
      {t('all')}
    </Link>
  );
  if (error && !data)
    return (
      <DrawerSection title={t('title')}>
        <ErrorState
          title={t('loadFailed')}
          text={errorText(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      </DrawerSection>
    );
  if (!data || data.total === 0) return null;
  return (
    <DrawerSection title={t('title')} aside={all}>
      <ul className="gifts-of-opt-in">
        {data.gifts.map((gift) => (
          <li key={gift.id}>
            <span className="t-medium gifts-text" dir="auto">
              {productsText(gift).join(', ')}
            </span>
            <GiftStatusText gift={gift} />
            <GiftCosts gift={gift} labeled />
            {gift.orderUrl && (
              <a className="t-link t-12" href={gift.orderUrl} target="_blank" rel="noreferrer noopener">
                {t('order', { name: gift.orderName ?? '' })}
              </a>
            )}
          </li>
        ))}
      </ul>
    </DrawerSection>
  );
}
