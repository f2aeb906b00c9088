import { useMutation, useQueryClient } from '@tanstack/react-query';
import { listCredits } from '@troupe/contract/billing/credit';
import { CallError } from '@troupe/contract/client';
import { getOutsideSearch, searchOutside } from '@troupe/contract/discovery/outside-search';
import { PLATFORM_NAMES, type Platform } from '@troupe/domain/discovery/creator';
import {
  OUTSIDE_KEPT_DAYS,
  type OutsideSearch as Outside,
  type OutsideFilter,
} from '@troupe/domain/discovery/outside-search';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { Pill } from '@troupe/ui/content/pill';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';
import { notify } from '@troupe/ui/feedback/notify';
import { Segmented } from '@troupe/ui/field/segmented';
import { exactNumber } from '@troupe/ui/lib/format';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { BUY_CREDITS, paymentAction } from '../../../../shared/brand/credit.tsx';
import { useBrandId } from '../../../../shared/brand/current-brand.ts';
import { client } from '../../../../shared/call/client.ts';
import { errorText } from '../../../../shared/call/error-text.ts';
import { type CreatorAddress, queryOf } from '../creator-address.ts';
import { conditionName } from '../search/advice/search-advice.tsx';
import { audienceText } from '../search/audience/audience-labels.ts';
import { t } from './messages/messages.gen.ts';

interface OutsideDialogProps {
  address: CreatorAddress;
  outside: Outside;
  vendor: string;
  page: number;
  onPlatform: (platform: Platform) => void;
  onClose: () => void;
  onFound: () => void;
}

/** What a search outside Troupe asks for and costs; nothing is paid before it is confirmed. */
export function OutsideDialog(props: OutsideDialogProps) {
  const { address, outside, vendor, page, onPlatform, onClose } = props;
  const { price, balance, plan } = outside;
  const { buy, busy } = useBuying(props);
  const barrier = barrierOf(outside, vendor);
  return (
    <Dialog
      open
      width={560}
      title={t('title')}
      onClose={onClose}
      foot={plan ? t('balance', { credits: balance }) : undefined}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="main" busy={busy} disabledReason={barrier} onClick={buy}>
            {t('buy', { credits: price.mostCredits })}
          </Button>
        </>
      }
    >
      <div className="outside-dialog">
        {page === 0 && outside.platforms.length > 1 && (
          <Segmented
            label={t('platform')}
            value={outside.platform}
            onChange={onPlatform}
            options={outside.platforms.map((platform) => ({
              value: platform,
              label: PLATFORM_NAMES[platform],
              icon: <PlatformIcon platform={platform} size={16} />,
            }))}
          />
        )}
        <Filters title={t('applied', { vendor })} filters={outside.applied} address={address} />
        {outside.ignored.length > 0 && (
          <Filters
            title={t('ignored', { vendor })}
            note={t('ignoredText')}
            filters={outside.ignored}
            address={address}
          />
        )}
        <div>
          <h3 className="t-14">{t('priceHeading')}</h3>
          <p className="t-ink2">
            {t('price', {
              perCredit: price.newPerCredit,
              results: price.results,
              credits: price.mostCredits,
            })}
          </p>
          <p className="t-12 t-ink3">{t('units', { units: exactNumber(price.mostUnits) })}</p>
        </div>
        <p className="t-ink2">{t('stays', { days: OUTSIDE_KEPT_DAYS })}</p>
        {barrier && (
          <p role="note">
            {barrier}{' '}
            {!plan && (
              <Link className="t-link" href="/pricing">
                {t('plans')}
              </Link>
            )}
            {plan && balance < price.mostCredits && (
              <Link className="t-link" href={BUY_CREDITS}>
                {t('buyCredits')}
              </Link>
            )}
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** Why a search can't be paid; undefined if it can. */
function barrierOf(
  { plan, applied, balance, price, searchesLeft }: Outside,
  vendor: string,
): string | undefined {
  if (!plan) return t('plan');
  if (applied.length === 0) return t('noFilters', { vendor });
  if (balance < price.mostCredits) return t('tooFew', { credits: price.mostCredits });
  return searchesLeft === 0 ? t('limit') : undefined;
}

function Filters(props: {
  title: string;
  note?: string;
  filters: readonly OutsideFilter[];
  address: CreatorAddress;
}) {
  if (props.filters.length === 0) return null;
  return (
    <div>
      <h3 className="t-14">{props.title}</h3>
      <ul>
        {props.filters.map(({ condition, value }) => (
          <li key={`${condition} ${value}`}>
            <Pill>{value === null ? conditionName(condition, props.address) : audienceText(value)}</Pill>
          </li>
        ))}
      </ul>
      {props.note && <p className="t-12 t-ink3">{props.note}</p>}
    </div>
  );
}

/** Idempotency keys of searches without a response: a retry with the same key pays once. */
const unanswered = new Map<string, string>();

function useBuying({ address, outside, vendor, page, onClose, onFound }: OutsideDialogProps) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const filters = queryOf(address);
  const name = JSON.stringify([brandId, outside.platform, page, filters]);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const idempotencyKey = unanswered.get(name) ?? crypto.randomUUID();
      unanswered.set(name, idempotencyKey);
      try {
        const answer = await client.call(
          searchOutside,
          { params: { brandId }, body: { filters, platform: outside.platform, page } },
          { idempotencyKey },
        );
        unanswered.delete(name);
        return answer;
      } catch (error) {
        if (error instanceof CallError && error.status !== 0) unanswered.delete(name);
        throw error;
      }
    },
    onSuccess: async ({ found, charged, results, new: fresh }) => {
      notify.success(t('found', { vendor, results, new: fresh }), {
        detail: found ? t('foundBefore') : t('charged', { charged }),
      });
      await queryClient.invalidateQueries({ queryKey: [getOutsideSearch.noun] });
      onClose();
      onFound();
    },
    onError: (error) => {
      const action = paymentAction(error);
      const kind = error instanceof CallError && error.code === 'retry_later' ? 'warning' : 'failure';
      notify[kind](errorText(error), action ? { action } : {});
      void queryClient.invalidateQueries({ queryKey: [getOutsideSearch.noun] });
      onClose();
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: [listCredits.noun] }),
  });
  return { buy: () => mutate(), busy: isPending };
}
