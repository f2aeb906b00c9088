import { useQuery } from '@tanstack/react-query';
import { inPageLanguage } from '@troupe/browser/problem-language';
import { createCallOptions } from '@troupe/browser/query';
import { openInvite } from '@troupe/contract/campaigns/invite';
import { createClient } from '@troupe/contract/client';
import { usageRightsText } from '@troupe/domain/billing/usage-rights-text';
import { deliverablesLabel } from '@troupe/domain/campaigns/content-kind-name';
import type { InviteBrief } from '@troupe/domain/campaigns/invite';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/platforms';
import { Button } from '@troupe/ui/action/button';
import { Pill } from '@troupe/ui/content/pill';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';
import { ErrorPage } from '@troupe/ui/feedback/error-page';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Delayed, Loading, Skeleton, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { type ReactNode, useState } from 'react';
import { campaignAddress, useRouteParam } from '../../../shared/address.ts';
import { errorText, isMissing } from '../../../shared/api.ts';
import { CampaignPicture } from '../../../shared/campaign-row.tsx';
import { closesText, offerText, tagsText, whenText } from '../../../shared/campaign-words.ts';
import { config, leaveForLogin, useSession } from '../../../shared/session.ts';
import { DocumentTitle, Shell } from '../../../shared/shell.tsx';
import './invite-page.css';
import { t } from '../messages/messages.gen.ts';

// The link alone says who reads it: no session is looked up, and none has to be renewed. Each visit reads it once.
const inviteOptions = createCallOptions(
  createClient({ baseUrl: config.apiUrl, token: () => null, translate: inPageLanguage }),
  () => ({
    staleTime: Number.POSITIVE_INFINITY,
  }),
);

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="invite-fact">
      <dt className="t-12 t-ink2">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Brand({ name, website }: { name: string; website: string }) {
  if (!/^https?:\/\//i.test(website)) return name;
  return (
    <>
      {name}
      <a className="t-link invite-website" href={website} target="_blank" rel="noopener noreferrer">
        {website.replace(/^https?:\/\//i, '').replace(/\/$/, '')}
      </a>
    </>
  );
}

/** Leads to the campaign, through the login host for signed-out visitors. */
function TakePart({ campaignId, token, email }: { campaignId: string; token: string; email: string }) {
  const session = useSession();
  const [leaving, setLeaving] = useState<'login' | 'create' | null>(null);
  const [unreachable, setUnreachable] = useState(false);
  const there = campaignAddress(campaignId, token);
  const leave = async (way: 'login' | 'create') => {
    setLeaving(way);
    setUnreachable(false);
    await leaveForLogin(way === 'create', there, email).catch(() => setUnreachable(true));
    // Also reached when the browser shows this page again from its cache.
    setLeaving(null);
  };
  if (session.status === 'open') {
    return (
      <Button kind="main" size="form" full href={there}>
        {t('invite.join')}
      </Button>
    );
  }
  return (
    <div className="invite-ways">
      {unreachable && <ErrorState title={t('invite.notLoggedIn')} text={t('invite.unreachable')} />}
      <Button kind="main" size="form" full busy={leaving === 'create'} onClick={() => leave('create')}>
        {t('invite.join')}
      </Button>
      <Button size="form" full busy={leaving === 'login'} onClick={() => leave('login')}>
        {t('invite.logIn')}
      </Button>
      <p className="t-12 t-ink2">{t('invite.joinHelp')}</p>
    </div>
  );
}

function Brief({ brief, token }: { brief: InviteBrief; token: string }) {
  const { brandName, brandWebsite, creatorName, campaign } = brief;
  const tags = tagsText(campaign);
  const disclosure = campaign.disclosure.trim();
  return (
    <article className="invite">
      <DocumentTitle>{t('byBrand', { title: campaign.title, brand: brandName })}</DocumentTitle>
      <header className="invite-head">
        <p className="t-ink2">{t('invite.greeting', { name: creatorName })}</p>
        <h1 className="t-28">{t('invite.headline', { brand: brandName })}</h1>
      </header>
      <section className="t-panel invite-panel" aria-labelledby="invite-campaign">
        <div className="invite-cover">
          <CampaignPicture src={campaign.coverUrl} title={campaign.title} wide />
        </div>
        <div className="invite-title">
          <h2 className="t-20" id="invite-campaign">
            {campaign.title}
          </h2>
          {campaign.open ? <Pill tone="green">{t('invite.open')}</Pill> : <Pill>{t('invite.closed')}</Pill>}
        </div>
        {campaign.description && (
          <p className="invite-words" dir="auto">
            {campaign.description}
          </p>
        )}
        <dl className="invite-facts">
          <Fact name={t('invite.brand')}>
            <Brand name={brandName} website={brandWebsite} />
          </Fact>
          {campaign.socialChannels.length > 0 && (
            <Fact name={t('brief.where')}>
              <ul className="invite-channels">
                {campaign.socialChannels.map((platform) => (
                  <li key={platform} className="t-row">
                    <PlatformIcon platform={platform} /> {PLATFORM_NAMES[platform]}
                  </li>
                ))}
              </ul>
            </Fact>
          )}
          <Fact name={t('brief.youGet')}>
            {offerText(campaign) || t('invite.products')}
            {campaign.product?.name && <span className="t-ink2">, {campaign.product.name}</span>}
          </Fact>
          {campaign.deliverables.length > 0 && (
            <Fact name={t('brief.youMake')}>{deliverablesLabel(campaign.deliverables)}</Fact>
          )}
          {whenText(campaign) && <Fact name={t('brief.when')}>{whenText(campaign)}</Fact>}
          {campaign.usageRights && (
            <Fact name={t('brief.usageRights')}>{usageRightsText(campaign.usageRights)}</Fact>
          )}
          {tags && <Fact name={t('brief.tags')}>{tags}</Fact>}
          {disclosure && <Fact name={t('brief.label')}>{disclosure}</Fact>}
          {campaign.open && closesText(campaign.closes) && (
            <Fact name={t('invite.deadline')}>{closesText(campaign.closes)}</Fact>
          )}
        </dl>
      </section>
      {campaign.open && <TakePart campaignId={campaign.id} token={token} email={brief.email} />}
      <section className="invite-next" aria-labelledby="invite-next">
        <h2 className="t-16" id="invite-next">
          {t('invite.next')}
        </h2>
        {campaign.open ? (
          <p>{t('invite.nextOpen')}</p>
        ) : (
          <p>{t('invite.nextClosed', { brand: brandName })}</p>
        )}
      </section>
    </article>
  );
}

function Waiting() {
  return (
    <Delayed>
      <div className="invite">
        <Loading label={t('invite.loading')}>
          <div className="invite-head">
            <Skeleton width={120} height={16} />
            <Skeleton width="80%" height={32} />
          </div>
          <div className="t-panel invite-panel">
            <Skeleton width="50%" height={24} />
            <SkeletonText lines={4} />
          </div>
        </Loading>
      </div>
    </Delayed>
  );
}

/** `/invite/TOKEN`: the personal link of an invite. Reading it tells the brand that it was seen. */
export function InvitePage() {
  const token = useRouteParam('token');
  const { data, error, isPending, refetch } = useQuery(inviteOptions(openInvite, { params: { token } }));
  if (data) {
    return (
      <Shell>
        <Brief brief={data} token={token} />
      </Shell>
    );
  }
  return (
    <Shell>
      <DocumentTitle>{t('invite.title')}</DocumentTitle>
      {isPending && <Waiting />}
      {isMissing(error) && (
        <ErrorPage
          status={404}
          title={t('invite.missing')}
          subtitle={t('invite.missingText')}
          actions={<Button href="/">{t('action.goHome')}</Button>}
        />
      )}
      {error && !isMissing(error) && (
        <div className="invite">
          <h1 className="t-hidden">{t('invite.title')}</h1>
          <ErrorState title={t('invite.loadFailed')} text={errorText(error)} onRetry={() => void refetch()} />
        </div>
      )}
    </Shell>
  );
}
