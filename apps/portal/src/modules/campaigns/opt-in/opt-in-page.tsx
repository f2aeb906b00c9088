import { useQuery } from '@tanstack/react-query';
import { getOwnOptIn, listOwnOptIns } from '@troupe/contract/campaigns/creator-app';
import type { OptInEvent } from '@troupe/domain/campaigns/opt-in';
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
  changedWords,
  type OwnOptIn,
  type OwnOptInDetail,
  STATUS_LOOKS,
} from '../../../shared/campaign-words.ts';
import { DocumentTitle } from '../../../shared/shell.tsx';
import { AgreementPart } from './agreement-part.tsx';
import { OfferHistory, OfferPart, openOfferOf } from './offer-part.tsx';
import { ShipmentPart } from './shipment-part.tsx';
import { WithdrawPart } from './withdraw-part.tsx';
import './opt-in-page.css';

function Waiting() {
  return (
    <Loading label="Loading">
      <div className="opt-in">
        <Skeleton width="60%" height={28} />
        <SkeletonText lines={5} />
      </div>
    </Loading>
  );
}

const textOf = ({ kind, text }: OptInEvent) =>
  text || STATUS_LOOKS[kind as keyof typeof STATUS_LOOKS]?.label || kind;

/** What has happened, oldest first. */
function History({ history }: { history: readonly OptInEvent[] }) {
  return (
    <Section title="History">
      <ol className="opt-in-history">
        {history.map((event) => (
          <li key={event.id}>
            <span className="t-grow">
              {textOf(event)}
              {event.by && <span className="t-ink2">, {event.by}</span>}
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
  const because = reason ? ` Reason: ${reason}` : '';
  const open = openOfferOf(optIn);
  if (open?.side === 'brand') return `${brand.name} sent you an offer. Accept, decline or counter it.`;
  if (open && agreed) return `${brand.name} is reviewing your offer.`;
  if (status === 'pending' && offer.side === 'brand')
    return `You declined ${brand.name}’s offer, or they withdrew it. Your own terms still stand.`;
  switch (status) {
    case 'pending':
      return `${brand.name} is reviewing your application.`;
    case 'approved':
      return `You and ${brand.name} agreed. You're part of this campaign.`;
    case 'rejected':
      return `${brand.name} chose other creators this time.${because}`;
    case 'completed':
      return 'This collaboration is completed.';
    case 'withdrawn':
      return 'You withdrew from this campaign.';
  }
}

interface OptInPageProps {
  optInId: string;
  /** Content and live posts; `refresh` reads them anew. */
  content: (detail: OwnOptInDetail, refresh: () => void) => ReactNode;
  messages: (optIn: OwnOptIn, refresh: () => void) => ReactNode;
  payment: (optIn: OwnOptIn) => ReactNode;
}

/** One campaign the creator takes part in: where it stands and what to do next. */
export function OptInPage({ optInId, content, messages, payment }: OptInPageProps) {
  const query = callOptions(getOwnOptIn, { params: { optInId } });
  const { data, error, isPending, refetch } = useQuery(query);
  const retry = () => void refetch();
  if (isMissing(error)) {
    return (
      <ErrorPage
        status={404}
        title="We can't find this collaboration."
        subtitle="Check the URL, or log in with the account you opted in with."
        actions={<Button href="/">Go Home</Button>}
      />
    );
  }
  if (!data) {
    return (
      <>
        <DocumentTitle>Opt-in</DocumentTitle>
        <h1 className="t-hidden" tabIndex={-1}>
          Opt-in
        </h1>
        {isPending ? (
          <Waiting />
        ) : (
          <ErrorState title="Couldn't load your opt-in." text={errorText(error)} onRetry={retry} />
        )}
      </>
    );
  }
  const { optIn, history, offers } = data;
  const { campaign, status } = optIn;
  const look = STATUS_LOOKS[status];
  const changed = (next: OwnOptIn) => {
    queryClient.setQueryData(query.queryKey, { ...data, optIn: next });
    forget(listOwnOptIns);
    retry();
  };
  return (
    <article className="opt-in">
      <DocumentTitle>{`${campaign.brief.title}, by ${campaign.brand.name}`}</DocumentTitle>
      <header className="opt-in-head">
        <Link href="/" className="t-link opt-in-back">
          Home
        </Link>
        <div className="opt-in-title">
          <CampaignPicture src={campaign.coverUrl} />
          <div>
            <p className="t-ink2">{campaign.brand.name}</p>
            <h1 className="t-20" tabIndex={-1}>
              {campaign.brief.title}
            </h1>
            <p className="t-12 t-ink2">As @{optIn.username}</p>
          </div>
        </div>
        <div className="opt-in-status" role="status">
          <Pill tone={look.tone}>{look.label}</Pill>
          <span>{statusText(optIn)}</span>
        </div>
        <Link href={campaignAddress(campaign.id)} className="t-link opt-in-back">
          See the brief
        </Link>
      </header>
      {campaign.changed && (
        <p className="t-panel opt-in-changed" role="note">
          <strong className="t-name">The brief changed since you opted in:</strong>{' '}
          {changedWords(campaign.changed.fields)}. Your terms below stay as they are.
        </p>
      )}
      <OfferPart
        key={`${optIn.offer.number} ${optIn.offer.state}`}
        optIn={optIn}
        onChange={changed}
        onStale={retry}
      />
      <ShipmentPart optIn={optIn} onChange={changed} />
      {payment(optIn)}
      {content(data, retry)}
      {messages(optIn, retry)}
      <AgreementPart optIn={optIn} />
      <OfferHistory offers={offers} brand={campaign.brand.name} />
      {optIn.answers.length > 0 && (
        <Section title="Your answers">
          <dl className="opt-in-list">
            {optIn.answers.map(({ questionId, question, answer }) => (
              <div key={questionId}>
                <dt className="t-12 t-ink2">{question}</dt>
                <dd>{answer}</dd>
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
