import { useQuery } from '@tanstack/react-query';
import { useApiText } from '@troupe/browser/problem-language';
import { CallError } from '@troupe/contract/client';
import type { Offer } from '@troupe/domain/campaigns/agreement';
import type { OptIn } from '@troupe/domain/campaigns/opt-in';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { Avatar } from '@troupe/ui/content/avatar';
import { Pill } from '@troupe/ui/content/pill';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { Drawer, DrawerSection } from '@troupe/ui/overlay/drawer';
import { Children, type ReactNode, useEffect } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { CreatorFigures } from '../../../shared/creator/creator-figures.tsx';
import { creatorName } from '../../../shared/creator/creator-labels.ts';
import { AgreementSection } from './agreement-section.tsx';
import './opt-in-drawer.css';
import { joined } from '@troupe/i18n/language';
import { t } from '../messages/messages.gen.ts';
import { OptInDecision } from './opt-in-decision.tsx';
import { askText, offerSummary, standingLook } from './opt-in-labels.ts';
import { optInOptions, REFRESH_MS } from './opt-in-queries.ts';
import { RatingSection } from './rating-section.tsx';
import { ShipmentSection } from './shipment-section.tsx';
import type { OptInWrites } from './use-opt-in-writes.ts';
import { WrittenAgreement } from './written-agreement.tsx';

interface OptInDrawerProps {
  optInId: string;
  /** The opt-in as the list has it, shown until the rest is loaded. */
  known: OptIn | undefined;
  writes: OptInWrites;
  /** The gifts for an opt-in. */
  gifts: (optInId: string) => ReactNode;
  onClose: () => void;
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
}

const isGone = (error: unknown) =>
  error instanceof CallError && (error.status === 404 || error.status === 422);

/** Everything about one opt-in. Opening it marks it as seen. */
export default function OptInDrawer({ optInId, known, writes, gifts, ...ways }: OptInDrawerProps) {
  const { data, error, isFetching, refetch } = useQuery({
    ...optInOptions(useBrandId(), optInId),
    refetchInterval: REFRESH_MS,
  });
  const optIn = data?.optIn ?? known;
  const unseen = optIn?.unseen ?? false;
  const { see } = writes;
  useEffect(() => {
    if (unseen) void see([optInId]);
  }, [unseen, optInId, see]);
  const gone = isGone(error);
  const apiText = useApiText();
  const creator = optIn?.socialProfile;
  const name = creator ? creatorName(creator) : t('optIn.title');
  return (
    <Drawer
      title={name}
      subtitle={creator ? joined([`@${creator.username}`, PLATFORM_NAMES[creator.platform]]) : undefined}
      media={creator && <Avatar name={name} src={creator.profilePicUrl} size={32} />}
      {...ways}
    >
      {error && (
        <DrawerSection>
          <ErrorState
            title={gone ? t('optIn.missing') : t('optIn.loadFailed')}
            text={gone ? t('optIn.missingText') : errorText(error)}
            busy={isFetching}
            {...(gone
              ? { actions: <Button onClick={ways.onClose}>{t('action.close')}</Button> }
              : { onRetry: () => void refetch() })}
          />
        </DrawerSection>
      )}
      {optIn && !gone && <Parts optIn={optIn} offers={data?.offers ?? []} writes={writes} gifts={gifts} />}
      {data && !gone && (
        <DrawerSection title={t('optIn.history')}>
          <ol className="opt-in-history">
            {[...data.history].reverse().map((event) => (
              <li key={event.id}>
                <span className="opt-in-words">{apiText(event.text)}</span>
                <span className="t-12 t-ink2">
                  {event.by ? (
                    Children.toArray(
                      t.rich('optIn.by', { name: event.by, ago: () => <Ago at={event.created} /> }),
                    )
                  ) : (
                    <Ago at={event.created} />
                  )}
                </span>
              </li>
            ))}
          </ol>
        </DrawerSection>
      )}
      {!optIn && !error && (
        <Loading label={t('optIn.loading')}>
          <div className="t-drawer-section">
            <SkeletonText lines={4} />
          </div>
          <div className="t-drawer-section">
            <SkeletonText lines={3} />
          </div>
        </Loading>
      )}
    </Drawer>
  );
}

interface PartsProps extends Pick<OptInDrawerProps, 'writes' | 'gifts'> {
  optIn: OptIn;
  offers: readonly Offer[];
}

function Parts({ optIn, offers, writes, gifts }: PartsProps) {
  const { status, reason, created, answers, pitch, socialProfile } = optIn;
  const look = standingLook(optIn);
  const working = status === 'approved' || status === 'completed';
  return (
    <>
      <DrawerSection>
        <div className="t-row t-wrap">
          <Pill tone={look.tone}>{look.label}</Pill>
          <span className="t-12 t-ink2">
            {Children.toArray(t.rich('optIn.optedIn', { ago: () => <Ago at={created} /> }))}
          </span>
        </div>
        {reason && <p className="opt-in-words">{reason}</p>}
        <div className="opt-in-figures">
          <CreatorFigures creator={socialProfile} />
        </div>
        <OptInDecision optIn={optIn} writes={writes} />
      </DrawerSection>
      <DrawerSection title={t('optIn.application')}>
        <dl className="opt-in-facts">
          <dt>{t('optIn.delivers')}</dt>
          <dd>{offerSummary(optIn)}</dd>
          <dt>{t('optIn.asks')}</dt>
          <dd>{askText(optIn)}</dd>
        </dl>
        {pitch && (
          <p className="opt-in-words" dir="auto">
            {pitch}
          </p>
        )}
        {answers.length > 0 && (
          <dl className="opt-in-answers">
            {answers.map(({ questionId, question, answer }) => (
              <div key={questionId}>
                <dt>{question}</dt>
                <dd className="opt-in-words" dir="auto">
                  {answer || t('optIn.noAnswer')}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </DrawerSection>
      {status !== 'rejected' && status !== 'withdrawn' && (
        <AgreementSection key={`agreement-${optIn.id}`} optIn={optIn} offers={offers} writes={writes} />
      )}
      {working && optIn.agreed && <WrittenAgreement key={`written-${optIn.id}`} optIn={optIn} />}
      {working && <ShipmentSection key={`shipment-${optIn.id}`} optIn={optIn} writes={writes} />}
      {working && gifts(optIn.id)}
      {working && <RatingSection key={`rating-${optIn.id}`} optIn={optIn} writes={writes} />}
    </>
  );
}
