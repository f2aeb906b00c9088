import { useQuery } from '@tanstack/react-query';
import { useApiText } from '@troupe/browser/problem-language';
import { getOwnOptIn, listOwnOptIns } from '@troupe/contract/campaigns/creator-app';
import type { OptInEvent } from '@troupe/domain/campaigns/opt-in';
import { separator } from '@troupe/i18n/language';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { Ago } from '@troupe/ui/content/ago';
import { Pill } from '@troupe/ui/content/pill';
import { ErrorPage } from '@troupe/ui/feedback/error-page';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, Skeleton, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { Section } from '@troupe/ui/layout/section';
import type { ReactNode } from 'react';
import { campaignAddress } from '../../../shared/address.ts';
import { callOptions, errorText, forget, isMissing, queryClient } from '../../../shared/api.ts';
import { CampaignPicture } from '../../../shared/campaign-row.tsx';
import {
  changedFieldLabels,
  isStatus,
  type OwnOptIn,
  type OwnOptInDetail,
  statusLook,
} from '../../../shared/campaign-words.ts';
import { DocumentTitle } from '../../../shared/shell.tsx';
import { AgreementPart } from './agreement-part.tsx';
import { OfferHistory, OfferPart, openOfferOf } from './offer-part.tsx';
import { ShipmentPart } from './shipment-part.tsx';
import { StoryAccess } from './story-access.tsx';
import { WithdrawPart } from './withdraw-part.tsx';
import { WrittenAgreement } from './written-agreement.tsx';
import './opt-in-page.css';
import { t } from '../messages/messages.gen.ts';

function Waiting() {
  return (
    <Loading label={t('collab.title')}>
      <div className="opt-in">
        <Skeleton width="60%" height={28} />
        <SkeletonText lines={5} />
      </div>
    </Loading>
  );
}

const textOf = ({ kind, text }: OptInEvent) => text || (isStatus(kind) ? statusLook(kind).label : kind);

/** The history, oldest first. */
function History({ history }: { history: readonly OptInEvent[] }) {
  const written = useApiText();
  return (
    <Section title={t('collab.history')}>
      <ol className="opt-in-history">
        {history.map((event) => (
          <li key={event.id}>
            <span className="t-grow">
              {written(textOf(event))}
              {event.by && (
                <span className="t-ink2">
                  {separator()}
                  <bdi>{event.by}</bdi>
                </span>
              )}
            </span>
            <span className="t-12 t-ink2">
              <Ago at={event.created} />
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** What a status means for the creator. */
function statusText(optIn: OwnOptIn): string {
  const { status, reason, campaign, agreed, offer } = optIn;
  const { brand } = campaign;
  const open = openOfferOf(optIn);
  if (open?.side === 'brand') return t('collab.status.offer', { brand: brand.name });
  if (open && agreed) return t('collab.status.reviewing', { brand: brand.name });
  if (status === 'pending' && offer.side === 'brand')
    return t('collab.status.declinedOffer', { brand: brand.name });
  switch (status) {
    case 'pending':
      return t('collab.status.pending', { brand: brand.name });
    case 'approved':
      return t('collab.status.approved', { brand: brand.name });
    case 'rejected': {
      const text = t('collab.status.rejected', { brand: brand.name });
      return reason ? t('collab.reason', { text, reason }) : text;
    }
    case 'completed':
      return t('collab.status.completed');
    case 'withdrawn':
      return t('collab.status.withdrawn');
  }
}

interface OptInPageProps {
  optInId: string;
  /** Content and live posts; `refresh` reloads them. */
  content: (detail: OwnOptInDetail, refresh: () => void) => ReactNode;
  messages: (optIn: OwnOptIn, refresh: () => void) => ReactNode;
  payment: (optIn: OwnOptIn) => ReactNode;
  /** Products that the brand sends. */
  gifts: (detail: OwnOptInDetail) => ReactNode;
}

/** One campaign the creator takes part in: where it stands and what to do next. */
export function OptInPage({ optInId, content, messages, payment, gifts }: OptInPageProps) {
  const query = callOptions(getOwnOptIn, { params: { optInId } });
  const { data, error, isPending, refetch } = useQuery(query);
  const retry = () => void refetch();
  if (isMissing(error)) {
    return (
      <ErrorPage
        status={404}
        title={t('collab.missing')}
        subtitle={t('collab.missingText')}
        actions={<Button href="/">{t('action.goHome')}</Button>}
      />
    );
  }
  if (!data) {
    return (
      <>
        <DocumentTitle>{t('collab.title')}</DocumentTitle>
        <h1 className="t-hidden" tabIndex={-1}>
          {t('collab.title')}
        </h1>
        {isPending ? (
          <Waiting />
        ) : (
          <ErrorState title={t('collab.loadFailed')} text={errorText(error)} onRetry={retry} />
        )}
      </>
    );
  }
  const { optIn, history, offers } = data;
  const { campaign, status } = optIn;
  const look = statusLook(status);
  const changed = (next: OwnOptIn) => {
    queryClient.setQueryData(query.queryKey, { ...data, optIn: next });
    forget(listOwnOptIns);
    retry();
  };
  return (
    <article className="opt-in">
      <DocumentTitle>
        {t('byBrand', { title: campaign.brief.title, brand: campaign.brand.name })}
      </DocumentTitle>
      <header className="opt-in-head">
        <Link href="/" className="t-link opt-in-back">
          {t('account.back')}
        </Link>
        <div className="opt-in-title">
          <CampaignPicture src={campaign.coverUrl} title={campaign.brief.title} />
          <div>
            <p className="t-ink2">{campaign.brand.name}</p>
            <h1 className="t-20" tabIndex={-1}>
              {campaign.brief.title}
            </h1>
            <p className="t-12 t-ink2">{t('as', { username: optIn.username })}</p>
          </div>
        </div>
        <div className="opt-in-status" role="status">
          <Pill tone={look.tone}>{look.label}</Pill>
          <span>{statusText(optIn)}</span>
        </div>
        <Link href={campaignAddress(campaign.id)} className="t-link opt-in-back">
          {t('collab.seeBrief')}
        </Link>
      </header>
      {campaign.changed && (
        <p className="t-panel opt-in-changed" role="note">
          <strong className="t-name">{t('collab.briefChanged')}</strong>{' '}
          {t('collab.briefChangedText', { fields: changedFieldLabels(campaign.changed.fields) })}
        </p>
      )}
      <OfferPart
        key={`${optIn.offer.number} ${optIn.offer.state}`}
        optIn={optIn}
        onChange={changed}
        onStale={retry}
      />
      <StoryAccess {...data} />
      {gifts(data)}
      <ShipmentPart optIn={optIn} onChange={changed} />
      {payment(optIn)}
      {content(data, retry)}
      {messages(optIn, retry)}
      <AgreementPart optIn={optIn} />
      <WrittenAgreement optIn={optIn} />
      <OfferHistory offers={offers} brand={campaign.brand.name} />
      {optIn.answers.length > 0 && (
        <Section title={t('collab.answers')}>
          <dl className="opt-in-list">
            {optIn.answers.map(({ questionId, question, answer }) => (
              <div key={questionId}>
                <dt className="t-12 t-ink2" dir="auto">
                  {question}
                </dt>
                <dd dir="auto">{answer}</dd>
              </div>
            ))}
          </dl>
        </Section>
      )}
      <History history={history} />
      <WithdrawPart optIn={optIn} onChange={changed} />
    </article>
  );
}
