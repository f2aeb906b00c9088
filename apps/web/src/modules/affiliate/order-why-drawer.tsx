import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { getAffiliateOrder } from '@troupe/contract/affiliate/attribution';
import type { CallOutput } from '@troupe/contract/call';
import type { Commission } from '@troupe/domain/affiliate/commission';
import { commissionRate } from '@troupe/domain/figure-text';
import { columnMoney } from '@troupe/domain/money';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { Pill } from '@troupe/ui/content/pill';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { dayText } from '@troupe/ui/lib/date';
import { Drawer, DrawerSection } from '@troupe/ui/overlay/drawer';
import { lazy, Suspense, useState } from 'react';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { AffiliateWho, affiliateName } from '../../shared/creator/affiliate-who.tsx';
import { LoadState } from '../../shared/screen/screen.tsx';
import { affiliateOrderOptions } from './affiliate-queries.ts';
import './order-why.css';
import { t } from './messages/messages.gen.ts';

const DecideDialog = lazy(() => import('./decide-dialog.tsx'));

type Found = CallOutput<typeof getAffiliateOrder>;

/** Why an order was or wasn't counted: the winner, the rule, why the others lost, and what it earns. */
export default function OrderWhyDrawer({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const query = useQuery(affiliateOrderOptions(useBrandId(), orderId));
  const { data } = query;
  const [deciding, setDeciding] = useState(false);
  return (
    <Drawer title={data ? t('why.title', { order: data.order.name }) : t('why.loading')} onClose={onClose}>
      <LoadState what={t('why.what')} query={query}>
        <SkeletonRows rows={6} />
      </LoadState>
      {data && (
        <>
          <Decision found={data} onDecide={() => setDeciding(true)} />
          <Signs found={data} />
          <Earned found={data} />
          <Ledger found={data} />
          <Revisions found={data} />
          <Suspense>
            {deciding && <DecideDialog order={data.order} onClose={() => setDeciding(false)} />}
          </Suspense>
        </>
      )}
    </Drawer>
  );
}

function Decision({ found: { order, windowHours, cut }, onDecide }: { found: Found; onDecide: () => void }) {
  const { rule, credits, currency, commission, net, matures, abilities, placed, dispute, status } = order;
  return (
    <DrawerSection
      title={t('why.why')}
      aside={
        <Button size="row" disabledReason={abilities.decide.reason} onClick={onDecide}>
          {t('why.change')}
        </Button>
      }
    >
      <p>
        <Pill tone={rule === 'held' ? 'tangerine' : credits.length > 0 ? 'green' : 'neutral'}>
          {t(`rule.${rule}`)}
        </Pill>{' '}
        {t(`why.rule.${rule}`)}
      </p>
      {cut > 0 && <p className="t-ink2">{t('why.cut', { amount: columnMoney(cut, currency) })}</p>}
      {(status === 'cancelled' || status === 'test') && <p className="t-ink2">{t(`why.${status}`)}</p>}
      {dispute && <p className="t-ink2">{t(`why.dispute.${dispute}`)}</p>}
      {credits.map((credit) => (
        <div key={credit.affiliateId} className="why-credit">
          <AffiliateWho creator={credit.creator} />
          <span className="t-num">
            {credit.bp < 10_000 && <span className="t-ink2">{commissionRate(credit.bp)} </span>}
            <strong>{columnMoney(credit.commission, currency)}</strong>
          </span>
        </div>
      ))}
      <dl className="affiliate-facts">
        <dt>{t('column.placed')}</dt>
        <dd>
          <Ago at={placed} />
        </dd>
        <dt>{t('column.net')}</dt>
        <dd>{columnMoney(net, currency)}</dd>
        <dt>{t('column.rate')}</dt>
        <dd>{columnMoney(commission, currency)}</dd>
        {matures && (
          <>
            <dt>{t('why.matures')}</dt>
            <dd>{dayText(matures)}</dd>
          </>
        )}
        {windowHours !== null && (
          <>
            <dt>{t('why.windowLabel')}</dt>
            <dd>{t('why.window', { hours: windowHours, days: windowHours / 24 })}</dd>
          </>
        )}
      </dl>
    </DrawerSection>
  );
}

/** Every sign on the order: first the one that decided, then why each of the others didn't. */
function Signs({ found: { touches } }: { found: Found }) {
  const sorted = touches.toSorted(
    (one, other) => Number(other.verdict === 'won') - Number(one.verdict === 'won'),
  );
  return (
    <DrawerSection title={t('why.signs')}>
      {touches.length === 0 && <p className="t-ink2">{t('why.noSigns')}</p>}
      <ul className="why-signs">
        {sorted.map((touch) => (
          <li key={touch.id} data-won={touch.verdict === 'won' || undefined}>
            {touch.verdict === 'won' ? (
              <IconCircleCheckFilled size={18} aria-hidden="true" />
            ) : (
              <IconCircleDashed size={18} aria-hidden="true" />
            )}
            <div>
              <p>
                <span className="t-medium">{t(`touch.${touch.kind}`)}</span>{' '}
                {touch.kind === 'code'
                  ? touch.shown !== '' && <code dir="ltr">{touch.shown}</code>
                  : touch.shown !== '' && <bdi>{touch.shown}</bdi>}
                {touch.creator && <span className="t-ink2"> {affiliateName(touch.creator)}</span>}
              </p>
              <p className="t-12 t-ink2">
                {t(`verdict.${touch.verdict}`)}
                {touch.kind !== 'code' && `, ${t('why.before', { hours: touch.hoursBefore })}`}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </DrawerSection>
  );
}

/** What each line earns as the order is now: the lines of the newest entry per creator. */
function Earned({ found: { commissions, order } }: { found: Found }) {
  const newest = new Map<string, Commission>();
  for (const entry of commissions) if (entry.lines.length > 0) newest.set(entry.affiliateId, entry);
  if (newest.size === 0) return null;
  return (
    <DrawerSection title={t('why.lines')}>
      {[...newest.values()].map(({ affiliateId, creator, lines }) => (
        <Table
          key={affiliateId}
          label={newest.size > 1 ? t('why.linesOf', { name: affiliateName(creator) }) : t('why.lines')}
          density="ledger"
        >
          <thead>
            <tr>
              <Th>{t('column.product')}</Th>
              <Th numeric>{t('column.basis')}</Th>
              <Th numeric>{t('why.rateColumn')}</Th>
              <Th numeric>{t('column.rate')}</Th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, at) => (
              <Tr key={line.lineId ?? at}>
                <Td dir="auto">{line.title}</Td>
                <Td numeric>{columnMoney(line.basis, order.currency)}</Td>
                <Td numeric>
                  {commissionRate(line.rateBp)}
                  <span className="why-rate-from t-12 t-ink2">{t(`rateFrom.${line.rateFrom}`)}</span>
                </Td>
                <Td numeric>{columnMoney(line.amount, order.currency)}</Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      ))}
    </DrawerSection>
  );
}

/** Every entry of the order in the ledger; corrections are separate entries. */
function Ledger({ found: { commissions } }: { found: Found }) {
  if (commissions.length === 0) return null;
  return (
    <DrawerSection title={t('why.ledger')}>
      <ul className="affiliate-lines">
        {commissions.map((entry) => (
          <li key={entry.id}>
            <span className="t-grow">
              {t(`kind.${entry.kind}`)}
              <span className="t-12 t-ink2">
                {' '}
                {affiliateName(entry.creator)}, <Ago at={entry.created} />
                {entry.reason && `, ${entry.reason}`}
              </span>
            </span>
            <span className="t-num t-medium">{columnMoney(entry.amount, entry.currency)}</span>
          </li>
        ))}
      </ul>
    </DrawerSection>
  );
}

function Revisions({ found: { revisions } }: { found: Found }) {
  if (revisions.length < 2) return null;
  return (
    <DrawerSection title={t('why.decisions')}>
      <ul className="affiliate-lines">
        {revisions.map(({ revision, rule, by, reason, at }) => (
          <li key={revision}>
            <span className="t-grow">
              {t(`rule.${rule}`)}
              {reason && <span className="t-ink2">: {reason}</span>}
            </span>
            <span className="t-12 t-ink2">
              {by ?? t('why.rules')}, <Ago at={at} />
            </span>
          </li>
        ))}
      </ul>
    </DrawerSection>
  );
}
