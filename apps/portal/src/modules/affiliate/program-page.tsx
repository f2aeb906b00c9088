import { useQuery } from '@tanstack/react-query';
import {
  acceptAffiliateTerms,
  declineAffiliateTerms,
  leaveAffiliateProgram,
  listOwnAffiliates,
} from '@troupe/contract/affiliate/affiliate';
import type { OwnAffiliate } from '@troupe/domain/affiliate/affiliate';
import type { CommissionTerms } from '@troupe/domain/affiliate/affiliate-program';
import { PROCESSING_FEE_PERCENT } from '@troupe/domain/campaigns/payable';
import { commissionRate } from '@troupe/domain/figure-text';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { Pill } from '@troupe/ui/content/pill';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Section } from '@troupe/ui/layout/section';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { useState } from 'react';
import { callOptions, client, errorText, forget } from '../../shared/api.ts';
import { DocumentTitle } from '../../shared/shell.tsx';
import { t } from './messages/messages.gen.ts';
import { OwnEarnings } from './own-earnings.tsx';
import { OwnLinks } from './own-links.tsx';
import { OwnOrders } from './own-orders.tsx';
import './program.css';

/** One affiliate program: its terms, the creator's links, orders, next payout and statements. */
export function ProgramPage({ affiliateId }: { affiliateId: string }) {
  const { data, error, refetch } = useQuery(callOptions(listOwnAffiliates, {}));
  const program = data?.affiliates.find(({ id }) => id === affiliateId);
  return (
    <div className="program">
      <DocumentTitle>{program?.brand.name ?? t('list.title')}</DocumentTitle>
      <div>
        <Link href="/" className="t-link program-back">
          {t('back')}
        </Link>
        <h1 className="t-28" tabIndex={-1}>
          {program?.brand.name ?? t('list.title')}
        </h1>
        {program && (
          <Pill tone={program.state === 'active' ? 'green' : 'neutral'}>{t(`state.${program.state}`)}</Pill>
        )}
      </div>
      {!data && !error && (
        <Loading label={t('loading')}>
          <SkeletonRows rows={4} />
        </Loading>
      )}
      {error && !data && (
        <ErrorState title={t('loadFailed')} text={errorText(error)} onRetry={() => void refetch()} />
      )}
      {data && !program && <EmptyState title={t('missing')} drawing="seats" />}
      {program && <Parts program={program} />}
    </div>
  );
}

function Parts({ program }: { program: OwnAffiliate }) {
  const { state, offered, terms } = program;
  return (
    <>
      {offered && <Offered program={program} terms={offered} />}
      {state !== 'invited' && (
        <>
          <OwnLinks program={program} />
          <OwnEarnings affiliateId={program.id} />
          <OwnOrders program={program} />
          {terms && (
            <Section title={t('terms.title')}>
              <Terms program={program} terms={terms} />
              <Leave program={program} />
            </Section>
          )}
        </>
      )}
    </>
  );
}

function Terms({ program, terms }: { program: OwnAffiliate; terms: CommissionTerms }) {
  return (
    <dl className="program-facts">
      <dt>{t('terms.rate')}</dt>
      <dd>{commissionRate(terms.rateBp)}</dd>
      {terms.newBuyersOnly ? (
        <>
          <dt>{t('terms.buyers')}</dt>
          <dd>{t('terms.newOnly')}</dd>
        </>
      ) : (
        terms.repeatRateBp !== null && (
          <>
            <dt>{t('terms.repeatRate')}</dt>
            <dd>{commissionRate(terms.repeatRateBp)}</dd>
          </>
        )
      )}
      <dt>{t('terms.window')}</dt>
      <dd>{t('terms.days', { count: Math.round(program.windowHours / 24) })}</dd>
      <dt>{t('terms.hold')}</dt>
      <dd>{t('terms.days', { count: terms.holdDays })}</dd>
      <dt>{t('terms.processing')}</dt>
      <dd>{t('terms.processingShare', { percent: PROCESSING_FEE_PERCENT })}</dd>
    </dl>
  );
}

/** Terms that wait for an answer: an invitation, or a change. */
function Offered({ program, terms }: { program: OwnAffiliate; terms: CommissionTerms }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const answer = async (call: typeof acceptAffiliateTerms | typeof declineAffiliateTerms) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await client.call(call, {
        params: { affiliateId: program.id },
        body: { version: program.version },
      });
    } catch (error) {
      setFailure(errorText(error));
    }
    forget(listOwnAffiliates);
    setBusy(false);
  };
  const invited = program.state === 'invited';
  const { accept, decline } = program.abilities;
  return (
    <Section title={invited ? t('offer.invited', { brand: program.brand.name }) : t('offer.changed')}>
      <div className="program-part">
        <p className="t-ink2">{invited ? t('offer.invitedText') : t('offer.changedText')}</p>
        <Terms program={program} terms={terms} />
        {failure && <ErrorState title={t('offer.failed')} text={failure} />}
        <div className="program-actions">
          <Button
            kind="main"
            size="form"
            busy={busy}
            disabledReason={accept.reason}
            onClick={() => void answer(acceptAffiliateTerms)}
          >
            {t('offer.accept')}
          </Button>
          <Button
            size="form"
            disabledReason={decline.reason}
            onClick={() => void answer(declineAffiliateTerms)}
          >
            {t('offer.decline')}
          </Button>
        </div>
      </div>
    </Section>
  );
}

function Leave({ program }: { program: OwnAffiliate }) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (!program.abilities.leave.allowed) return null;
  const leave = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await client.call(leaveAffiliateProgram, { params: { affiliateId: program.id } });
      setOpen(false);
    } catch (error) {
      setFailure(errorText(error));
    }
    forget(listOwnAffiliates);
    setBusy(false);
  };
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {t('leave.action')}
      </Button>
      <ConfirmDialog
        open={open}
        danger
        title={t('leave.title', { brand: program.brand.name })}
        text={failure ?? t('leave.text')}
        confirm={t('leave.action')}
        cancel={t('cancel')}
        busy={busy}
        onClose={() => setOpen(false)}
        onConfirm={() => void leave()}
      />
    </>
  );
}
