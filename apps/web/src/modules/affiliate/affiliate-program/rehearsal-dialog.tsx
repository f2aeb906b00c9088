import { useQuery } from '@tanstack/react-query';
import { rehearseProgram } from '@troupe/contract/affiliate/rehearsal';
import { CallError } from '@troupe/contract/client';
import type { ProgramRules } from '@troupe/domain/affiliate/affiliate-program';
import type { Share } from '@troupe/domain/affiliate/attribution';
import type { MovedOrder, Rehearsal, RehearsedSum } from '@troupe/domain/affiliate/rehearsal';
import { columnMoney } from '@troupe/domain/money';
import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Skeleton, SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { AffiliateWho, affiliateName } from '../../../shared/creator/affiliate-who.tsx';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { t } from '../messages/messages.gen.ts';

interface RehearsalDialogProps {
  rules: ProgramRules;
  busy: boolean;
  onSave: () => void;
  onClose: () => void;
}

/** What changed rules would have done to the orders of the last 90 days, before they are saved. */
export default function RehearsalDialog({ rules, busy, onSave, onClose }: RehearsalDialogProps) {
  const brandId = useBrandId();
  const query = useQuery({
    queryKey: ['affiliate-program', 'rehearsal', brandId, JSON.stringify(rules)],
    queryFn: () => client.call(rehearseProgram, { params: { brandId }, body: { rules } }),
    staleTime: 60_000,
    retry: false,
  });
  const isLimited = query.error instanceof CallError && query.error.code === 'rate_limited';
  return (
    <Dialog
      open
      width={560}
      title={t('rehearsal.title')}
      foot={t('rehearsal.foot')}
      onClose={onClose}
      onSubmit={onSave}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="main" type="submit" busy={busy}>
            {t('settings.save')}
          </Button>
        </>
      }
    >
      <div className="affiliate-dialog" aria-live="polite">
        {isLimited ? (
          <ErrorState
            title={t('rehearsal.limited')}
            text={t('rehearsal.limitedText')}
            busy={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <LoadState what={t('rehearsal.what')} query={query}>
            <Skeleton height={48} />
            <SkeletonRows rows={3} />
          </LoadState>
        )}
        {query.data && <Effect rehearsal={query.data.rehearsal} />}
      </div>
    </Dialog>
  );
}

/** The most rows that are listed. */
const MOST = 10;

const changes = ({ before, after }: RehearsedSum) => before !== after;

function Effect({ rehearsal }: { rehearsal: Rehearsal }) {
  const { orders, moved, uncredited, kept, cut, sums, creators, movedOrders } = rehearsal;
  if (orders === 0) return <p>{t('rehearsal.noOrders')}</p>;
  const names = new Map(creators.map(({ affiliateId, creator }) => [affiliateId, affiliateName(creator)]));
  const affected = creators.filter((one) => one.ordersBefore !== one.ordersAfter || one.sums.some(changes));
  const same = moved === 0 && !sums.some(changes) && affected.length === 0;
  return (
    <>
      <p>
        {t('rehearsal.orders', { orders })}{' '}
        {same
          ? t('rehearsal.same')
          : (moved > uncredited || moved === 0) && t('rehearsal.moved', { moved: moved - uncredited })}
        {uncredited > 0 && ` ${t('rehearsal.uncredited', { count: uncredited })}`}
      </p>
      {!same && (
        <ul className="affiliate-lines">
          {sums.map((sum) => (
            <li key={sum.currency}>
              <span className="t-grow">{t('rehearsal.commission')}</span>
              <span className="t-num">
                {columnMoney(sum.before, sum.currency)} → {columnMoney(sum.after, sum.currency)}{' '}
                <strong>({signed(sum)})</strong>
              </span>
            </li>
          ))}
        </ul>
      )}
      {affected.length > 0 && (
        <ul className="affiliate-lines" aria-label={t('rehearsal.creators')}>
          {affected.slice(0, MOST).map(({ affiliateId, creator, ordersBefore, ordersAfter, sums: own }) => (
            <li key={affiliateId}>
              <span className="t-grow">
                <AffiliateWho creator={creator} />
              </span>
              {ordersBefore !== ordersAfter && (
                <span className="t-ink2 t-num">
                  {t('rehearsal.ordersChange', { ordersBefore, ordersAfter })}
                </span>
              )}
              <span className="t-num">{own.map(signed).join(', ')}</span>
            </li>
          ))}
        </ul>
      )}
      {affected.length > MOST && (
        <p className="t-12 t-ink2">{t('rehearsal.moreCreators', { count: affected.length - MOST })}</p>
      )}
      {movedOrders.length > 0 && (
        <ul className="affiliate-lines" aria-label={t('rehearsal.movedOrders')}>
          {movedOrders.slice(0, MOST).map((one) => (
            <Moved key={one.orderId} moved={one} names={names} />
          ))}
        </ul>
      )}
      {moved > MOST && <p className="t-12 t-ink2">{t('rehearsal.moreOrders', { count: moved - MOST })}</p>}
      {kept > 0 && <p className="t-12 t-ink2">{t('rehearsal.kept', { kept })}</p>}
      {cut && <p className="t-12 t-ink2">{t('rehearsal.cut')}</p>}
    </>
  );
}

/** The change with its sign, such as `−212.00 EUR`. */
const signed = ({ currency, before, after }: RehearsedSum): string =>
  after > before ? `+${columnMoney(after - before, currency)}` : columnMoney(after - before, currency);

function Moved({ moved, names }: { moved: MovedOrder; names: ReadonlyMap<string, string> }) {
  const who = (shares: readonly Share[]) =>
    shares.map(({ affiliateId }) => names.get(affiliateId) ?? '').join(', ') || t('orders.nobody');
  return (
    <li>
      <span className="t-grow">
        <span className="t-medium" dir="auto">
          {moved.name}
        </span>{' '}
        {who(moved.from.shares)} → {who(moved.to.shares)}
      </span>
      <span className="t-num">{signed(moved)}</span>
    </li>
  );
}
