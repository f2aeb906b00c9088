import { useQuery } from '@tanstack/react-query';
import { getCreatorSponsorships } from '@troupe/contract/discovery/creator';
import type { Sponsor, Sponsorships } from '@troupe/domain/discovery/insight/sponsorship';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { Pill } from '@troupe/ui/content/pill';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { dayText, shortDayText } from '@troupe/ui/lib/date';
import { DrawerSection } from '@troupe/ui/overlay/drawer';
import { useState } from 'react';
import { useBrandId } from '../../../../shared/brand/current-brand.ts';
import { errorText } from '../../../../shared/call/error-text.ts';
import { callOptions } from '../../../../shared/call/query.ts';
import { SafetyQuote } from '../../../../shared/safety-flag/safety-quote.tsx';
import './insight.css';
import { t } from './messages/messages.gen.ts';

const SHOWN = 5;

/** The brands that a creator named in the last 90 days, with their posts. */
export default function SponsorshipsSection({ creatorId }: { creatorId: string }) {
  const input = { params: { brandId: useBrandId(), profileId: creatorId } };
  const { data, error, isFetching, refetch } = useQuery(callOptions(getCreatorSponsorships, input));
  return (
    <DrawerSection title={t('sponsorships')}>
      {error && !data && (
        <ErrorState
          title={t('sponsorships.failed')}
          text={errorText(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!error && !data && (
        <Loading label={t('sponsorships.loading')}>
          <SkeletonText lines={3} />
        </Loading>
      )}
      {data && <Sponsors of={data} />}
    </DrawerSection>
  );
}

function Sponsors({ of }: { of: Sponsorships }) {
  const [all, setAll] = useState(false);
  const { sponsors, posts, withoutText, creators, read } = of;
  const shown = all ? sponsors : sponsors.slice(0, SHOWN);
  return (
    <>
      {sponsors.length === 0 && (
        <p className="t-ink2">{posts === 0 ? t('sponsorships.noPosts') : t('sponsorships.none')}</p>
      )}
      {shown.map((sponsor) => (
        <OneSponsor key={`${sponsor.kind} ${sponsor.name}`} sponsor={sponsor} />
      ))}
      {sponsors.length > shown.length && (
        <p>
          <Button size="row" onClick={() => setAll(true)}>
            {t('sponsorships.showAll', { count: sponsors.length })}
          </Button>
        </p>
      )}
      {sponsors.some(({ kind }) => kind === 'competitor') && (
        <p className="t-12">
          <Link className="t-link" href="/creator-search?safetyCategory=competitor">
            {t('sponsorships.competitors')}
          </Link>
        </p>
      )}
      <p className="t-12 t-ink2">
        {t('sponsorships.basis', { posts, withoutText })}{' '}
        {creators > 0 && `${t('sponsorships.creators', { count: creators })} `}
        {read ? t('sponsorships.read', { day: dayText(read) }) : t('sponsorships.neverRead')}
      </p>
    </>
  );
}

function OneSponsor({ sponsor: { name, kind, postCount, labeledCount, posts } }: { sponsor: Sponsor }) {
  return (
    <div className="insight-part">
      <p className="insight-part-head">
        <span className="t-name t-ellipsis" dir="auto">
          {name}
        </span>
        <span className="t-row">
          {kind !== 'account' && (
            <Pill tone={kind === 'own' ? 'iris' : 'tangerine'}>{t(`sponsorships.kind.${kind}`)}</Pill>
          )}
          {labeledCount > 0 && <Pill>{t('sponsorships.labeled', { count: labeledCount })}</Pill>}
        </span>
      </p>
      <details className="insight-items">
        <summary className="t-12">{t('sponsorships.posts', { count: postCount })}</summary>
        <ul>
          {posts.map(({ url, published, labeled, parts }) => (
            <li key={url}>
              <SafetyQuote parts={parts} />
              <p className="t-12 t-ink3">
                {shortDayText(published)}
                {labeled && ` · ${t('sponsorships.adLabel')}`}
                {' · '}
                <Link className="t-link t-link-inline" href={url}>
                  {t('sponsorships.open')}
                </Link>
              </p>
            </li>
          ))}
        </ul>
        {postCount > posts.length && (
          <p className="t-12 t-ink3">{t('sponsorships.more', { count: postCount - posts.length })}</p>
        )}
      </details>
    </div>
  );
}
