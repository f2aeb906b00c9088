import { useQuery } from '@tanstack/react-query';
import { getPriceEstimates } from '@troupe/contract/campaigns/opt-in';
import { contentKindName } from '@troupe/domain/campaigns/content-kind-name';
import type { PriceEstimate } from '@troupe/domain/campaigns/price-estimate';
import { groupMoney } from '@troupe/domain/money';
import { percentText } from '@troupe/i18n/number-text';
import { Link } from '@troupe/ui/action/link';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { shortDayText } from '@troupe/ui/lib/date';
import { exactNumber } from '@troupe/ui/lib/format';
import { DrawerSection } from '@troupe/ui/overlay/drawer';
import { useBrandId } from '../../../../shared/brand/current-brand.ts';
import { errorText } from '../../../../shared/call/error-text.ts';
import { callOptions } from '../../../../shared/call/query.ts';
import './price-estimate.css';
import { t } from './messages/messages.gen.ts';

const useEstimates = (creatorId: string) =>
  useQuery(callOptions(getPriceEstimates, { params: { brandId: useBrandId(), profileId: creatorId } }));

/** "$400 ($250 to $700)", or how many offers there are yet. */
function estimateText({ median, low, high, currency, offers, needed }: PriceEstimate): string {
  if (median === null || low === null || high === null) return t('notEnough', { offers, needed });
  const amount = groupMoney([median, low, high], currency);
  return t('estimate', { median: amount(median), low: amount(low), high: amount(high) });
}

/** What a creator's content may cost, from the brand's own accepted offers; in the drawer. */
export default function PriceEstimateSection({ creatorId }: { creatorId: string }) {
  const { data, error, isFetching, refetch } = useEstimates(creatorId);
  return (
    <DrawerSection title={t('title')}>
      {error && !data && (
        <ErrorState
          title={t('failed')}
          text={errorText(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!error && !data && (
        <Loading label={t('loading')}>
          <SkeletonText lines={2} />
        </Loading>
      )}
      {data && (
        <>
          {data.estimates.length === 0 && (
            <p className="t-ink2">{t('notEnough', { offers: 0, needed: data.needed })}</p>
          )}
          {data.estimates.map((estimate) => (
            <Estimate key={`${estimate.kind} ${estimate.currency}`} estimate={estimate} />
          ))}
          {data.mixed > 0 && <p className="t-12 t-ink2">{t('mixed', { count: data.mixed })}</p>}
          {data.unknown > 0 && <p className="t-12 t-ink2">{t('unknown', { count: data.unknown })}</p>}
        </>
      )}
    </DrawerSection>
  );
}

function Estimate({ estimate }: { estimate: PriceEstimate }) {
  const { kind, currency, basis, size, offers, coverage, items } = estimate;
  const amount = groupMoney(
    items.map(({ price }) => price),
    currency,
  );
  return (
    <div className="price-estimate">
      <p className="price-estimate-head">
        <span className="t-name">{t('perPost', { kind: contentKindName(kind), currency })}</span>
        <span className={coverage === null ? 't-ink2' : 't-num'}>{estimateText(estimate)}</span>
      </p>
      {coverage !== null && (
        <p className="t-12 t-ink2">
          {t(`method.${basis}`, {
            offers,
            size: exactNumber(Math.round(size)),
            coverage: percentText(coverage * 100, 0),
          })}
        </p>
      )}
      <details className="price-estimate-items">
        <summary className="t-12">{t('offers', { count: offers })}</summary>
        <ul className="t-12 t-ink2">
          {items.map(({ optInId, campaignId, campaign, username, agreed, price, size: theirs, dated }) => (
            <li key={optInId}>
              <Link
                className="t-link t-link-inline"
                href={`/campaigns/${campaignId}/opt-ins?optIn=${optInId}`}
              >
                {campaign}
              </Link>{' '}
              {t(`offer.${basis}`, {
                username,
                price: amount(price),
                size: exactNumber(Math.round(theirs)),
                day: shortDayText(agreed),
                dated: dated ? 'yes' : 'no',
              })}
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

interface PriceHintProps {
  creatorId: string;
  currency: string;
  /** The kinds of content in the offer. */
  kinds: readonly PriceEstimate['kind'][];
}

/** Next to the fee of an offer: what one post of each kind may cost, in the currency of the offer. */
export function PriceHint({ creatorId, currency, kinds }: PriceHintProps) {
  const { data } = useEstimates(creatorId);
  if (!data || kinds.length === 0) return null;
  return (
    <ul className="price-hint t-12 t-ink2" aria-label={t('title')}>
      {[...new Set(kinds)].map((kind) => {
        const found = data.estimates.find((one) => one.kind === kind && one.currency === currency);
        return (
          <li key={kind}>
            {t('hint', {
              kind: contentKindName(kind),
              text: found ? estimateText(found) : t('notEnough', { offers: 0, needed: data.needed }),
            })}
          </li>
        );
      })}
    </ul>
  );
}
