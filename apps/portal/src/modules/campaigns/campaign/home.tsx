import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  listClaimedProfiles,
  listOpenCampaigns,
  listOwnOptIns,
} from '@troupe/contract/campaigns/creator-app';
import type { User } from '@troupe/domain/account/user';
import { money } from '@troupe/domain/money';
import { Button } from '@troupe/ui/action/button';
import { Pill } from '@troupe/ui/content/pill';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { dayText } from '@troupe/ui/lib/date';
import type { ReactNode } from 'react';
import { campaignAddress } from '../../../shared/address.ts';
import { callOptions, client, errorText } from '../../../shared/api.ts';
import { CampaignRow } from '../../../shared/campaign-row.tsx';
import {
  closesText,
  type OpenCampaign,
  type OwnOptIn,
  offerText,
  statusLook,
} from '../../../shared/campaign-words.ts';
import { DocumentTitle } from '../../../shared/shell.tsx';
import './home.css';
import { t } from '../messages/messages.gen.ts';

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="home-group" aria-label={title}>
      <h2 className="t-20">{title}</h2>
      {children}
    </section>
  );
}

interface UnansweredProps {
  error: Error | null;
  refetch: () => unknown;
  what: 'campaigns' | 'own';
}

/** A list that is loading, or couldn't be loaded. */
function Unanswered({ error, refetch, what }: UnansweredProps) {
  if (!error) {
    return (
      <Loading label={t(`home.loading.${what}`)}>
        <SkeletonRows rows={3} />
      </Loading>
    );
  }
  return (
    <ErrorState title={t(`home.loadFailed.${what}`)} text={errorText(error)} onRetry={() => void refetch()} />
  );
}

/** The campaigns that are open to the creator, page after page. */
const openCampaigns = infiniteQueryOptions({
  queryKey: [listOpenCampaigns.noun, listOpenCampaigns.name],
  initialPageParam: 1,
  queryFn: ({ pageParam: page, signal }) => client.call(listOpenCampaigns, { query: { page } }, { signal }),
  getNextPageParam: ({ pages }, all) => (all.length < pages ? all.length + 1 : undefined),
});

function Campaign({ campaign }: { campaign: OpenCampaign }) {
  const { id, brief, brand, coverUrl, open, status } = campaign;
  const closed = status === 'paused' ? t('home.paused') : t('home.closed');
  return (
    <CampaignRow
      href={campaignAddress(id)}
      coverUrl={coverUrl}
      title={brief.title}
      brand={brand.name}
      text={offerText(brief)}
      aside={open ? closesText(brief.closes) : <Pill>{closed}</Pill>}
    />
  );
}

/** What the creator has to do next in an opt-in, if anything. */
function nextOf({ status, shipment, agreement, offer, unreadMessageCount }: OwnOptIn): string | null {
  const answers = status === 'pending' || status === 'approved' || status === 'completed';
  if (answers && offer.state === 'offered' && offer.side === 'brand')
    return offer.terms.fee
      ? t('home.next.offerOf', { amount: money(offer.terms.fee, offer.terms.currency) })
      : t('home.next.offer');
  if (unreadMessageCount > 0) return t('home.next.messages', { count: unreadMessageCount });
  if (status !== 'approved') return null;
  if (shipment.state === 'asked') return t('home.next.address');
  return agreement.liveDue ? t('home.next.live', { date: dayText(agreement.liveDue) }) : null;
}

function TakesPart({ optIn }: { optIn: OwnOptIn }) {
  const { campaign, status, username } = optIn;
  const look = statusLook(status);
  const next = nextOf(optIn);
  return (
    <CampaignRow
      href={`/opt-ins/${optIn.id}`}
      coverUrl={campaign.coverUrl}
      title={campaign.brief.title}
      brand={campaign.brand.name}
      text={t('as', { username })}
      aside={
        <>
          {campaign.changed && <Pill tone="tangerine">{t('home.next.briefChanged')}</Pill>}
          {next && <Pill tone="tangerine">{next}</Pill>}
          <Pill tone={look.tone}>{look.label}</Pill>
        </>
      }
    />
  );
}

/** What a creator finds after logging in: invitations, open campaigns, and what they take part in. */
export function Home({ user, name, programs }: { user: User; name: string; programs: ReactNode }) {
  const campaigns = useInfiniteQuery(openCampaigns);
  const own = useQuery(callOptions(listOwnOptIns, {}));
  const profiles = useQuery(callOptions(listClaimedProfiles, {}));
  const listed = campaigns.data?.pages.flatMap((page) => page.campaigns) ?? [];
  // A new campaign moves others to the next page.
  const fresh = [...new Map(listed.map((one) => [one.id, one])).values()].filter(
    ({ optInId }) => optInId === null,
  );
  const invitations = fresh.filter(({ invited }) => invited);
  const open = fresh.filter(({ invited }) => !invited);
  const unclaimed = profiles.data ? !profiles.data.profiles.some(({ state }) => state === 'claimed') : false;
  const optIns = own.data?.optIns;

  return (
    <div className="home">
      <DocumentTitle>{t('home.title')}</DocumentTitle>
      <div>
        <h1 className="t-28" tabIndex={-1}>
          {t('home.greeting', { name: user.firstName || name })}
        </h1>
        <p className="t-ink2 home-person">
          {name === user.email
            ? t('home.loggedIn', { name })
            : t('home.loggedInEmail', { name, email: user.email })}
        </p>
      </div>
      {unclaimed && (
        <div className="t-panel home-claim">
          <p className="t-name">{t('home.claimTitle')}</p>
          <p className="t-ink2">{t('home.claimText')}</p>
          <Button kind="main" href="/account">
            {t('home.claimAction')}
          </Button>
        </div>
      )}
      {invitations.length > 0 && (
        <Group title={t('home.invitations')}>
          <ul className="campaign-rows">
            {invitations.map((one) => (
              <Campaign key={one.id} campaign={one} />
            ))}
          </ul>
        </Group>
      )}
      {!campaigns.data ? (
        <Group title={t('home.open')}>
          <Unanswered error={campaigns.error} refetch={campaigns.refetch} what="campaigns" />
        </Group>
      ) : (
        (open.length > 0 || (!unclaimed && invitations.length === 0)) && (
          <Group title={t('home.open')}>
            {open.length === 0 ? (
              <EmptyState drawing="none" title={t('home.noOpen')} text={t('home.noOpenText')} />
            ) : (
              <ul className="campaign-rows">
                {open.map((one) => (
                  <Campaign key={one.id} campaign={one} />
                ))}
              </ul>
            )}
            {campaigns.isFetchNextPageError && (
              <ErrorState title={t('home.moreFailed')} text={errorText(campaigns.error)} />
            )}
            {campaigns.hasNextPage && (
              <Button onClick={() => void campaigns.fetchNextPage()} busy={campaigns.isFetchingNextPage}>
                {t('home.showMore')}
              </Button>
            )}
          </Group>
        )
      )}
      {programs}
      <Group title={t('home.collaborations')}>
        {!optIns ? (
          <Unanswered error={own.error} refetch={own.refetch} what="own" />
        ) : optIns.length === 0 ? (
          <EmptyState
            drawing="seats"
            title={t('home.noCollaborations')}
            text={t('home.noCollaborationsText')}
          />
        ) : (
          <ul className="campaign-rows">
            {optIns.map((one) => (
              <TakesPart key={one.id} optIn={one} />
            ))}
          </ul>
        )}
      </Group>
    </div>
  );
}
