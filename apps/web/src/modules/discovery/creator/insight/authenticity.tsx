import { useQuery } from '@tanstack/react-query';
import { getCreatorAuthenticity } from '@troupe/contract/discovery/creator';
import type { Authenticity } from '@troupe/domain/discovery/insight/authenticity';
import { engagementRate } from '@troupe/domain/figure-text';
import { percentText } from '@troupe/i18n/number-text';
import { Link } from '@troupe/ui/action/link';
import { LabelledFigure } from '@troupe/ui/content/figure';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { dayText, shortDayText } from '@troupe/ui/lib/date';
import { exactNumber } from '@troupe/ui/lib/format';
import { DrawerSection } from '@troupe/ui/overlay/drawer';
import type { ReactNode } from 'react';
import { useBrandId } from '../../../../shared/brand/current-brand.ts';
import { errorText } from '../../../../shared/call/error-text.ts';
import { callOptions } from '../../../../shared/call/query.ts';
import './insight.css';
import { t } from './messages/messages.gen.ts';

const utcDay = (day: string) => dayText(day, 'UTC');

/** How authentic a creator's followers and reactions seem: the score and its parts with what they are based on. */
export default function AuthenticitySection({ creatorId }: { creatorId: string }) {
  const input = { params: { brandId: useBrandId(), profileId: creatorId } };
  const { data, error, isFetching, refetch } = useQuery(callOptions(getCreatorAuthenticity, input));
  return (
    <DrawerSection title={t('authenticity')}>
      {error && !data && (
        <ErrorState
          title={t('authenticity.failed')}
          text={errorText(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!error && !data && (
        <Loading label={t('authenticity.loading')}>
          <SkeletonText lines={3} />
        </Loading>
      )}
      {data && <Score of={data} />}
    </DrawerSection>
  );
}

function Score({ of }: { of: Authenticity }) {
  const { score, known, needed, version } = of;
  return (
    <>
      {score === null ? (
        <p className="t-ink2">{t('authenticity.unknown', { known, needed })}</p>
      ) : (
        <LabelledFigure
          label={t('authenticity.score')}
          value={t('authenticity.of100', { score })}
          formula={t('authenticity.formula', { version })}
          foot={<span className="t-12 t-ink3">{t('authenticity.known', { known })}</span>}
          size={20}
        />
      )}
      <Growth of={of.growth} />
      <Engagement of={of.engagement} />
      <Comments of={of.comments} />
      <Reach of={of.reach} />
    </>
  );
}

interface PartProps {
  name: string;
  of: Pick<Authenticity['growth'], 'score' | 'why'>;
  /** What it was compared with. */
  text: string;
  /** The items, in an expandable list. */
  items?: ReactNode;
  itemsLabel?: string;
}

function Part({ name, of: { score, why }, text, items, itemsLabel }: PartProps) {
  return (
    <div className="insight-part">
      <p className="insight-part-head">
        <span className="t-name">{name}</span>
        <span className={score === null ? 't-ink3' : 't-num'}>
          {score === null ? t('authenticity.notKnown') : t('authenticity.of100', { score })}
        </span>
      </p>
      <p className="t-12 t-ink2">{why ? t(`authenticity.why.${why}`) : text}</p>
      {items && (
        <details className="insight-items">
          <summary className="t-12">{itemsLabel}</summary>
          {items}
        </details>
      )}
    </div>
  );
}

function Growth({ of }: { of: Authenticity['growth'] }) {
  return (
    <Part
      name={t('authenticity.growth')}
      of={of}
      text={t('authenticity.growthText', { changes: of.changes.length, readings: of.readings })}
      itemsLabel={t('authenticity.changes', { count: of.changes.length })}
      items={
        of.changes.length > 0 && (
          <ul className="t-12 t-ink2">
            {of.changes.map(({ from, to, fromAt, toAt }) => (
              <li key={toAt}>
                {t('authenticity.change', {
                  from: exactNumber(from),
                  to: exactNumber(to),
                  fromDay: utcDay(fromAt),
                  toDay: utcDay(toAt),
                })}
              </li>
            ))}
          </ul>
        )
      }
    />
  );
}

function Engagement({ of }: { of: Authenticity['engagement'] }) {
  const { rate, typical, followers } = of;
  return (
    <Part
      name={t('authenticity.engagement')}
      of={of}
      text={t('authenticity.engagementText', {
        rate: engagementRate(rate),
        typical: engagementRate(typical),
        followers: exactNumber(followers ?? 0),
      })}
    />
  );
}

function Comments({ of: { posts, variation, score, why } }: { of: Authenticity['comments'] }) {
  return (
    <Part
      name={t('authenticity.comments')}
      of={{ score, why }}
      text={t('authenticity.commentsText', {
        variation: percentText((variation ?? 0) * 100, 0),
        posts: posts.length,
      })}
      itemsLabel={t('authenticity.posts', { count: posts.length })}
      items={
        posts.length > 0 && (
          <ul className="t-12 t-ink2">
            {posts.map(({ url, title, published, comments }) => (
              <li key={url}>
                <Link className="t-link t-link-inline" href={url}>
                  {title.trim().slice(0, 60) || t('authenticity.untitled')}
                </Link>{' '}
                {t('authenticity.postComments', { count: comments, day: shortDayText(published) })}
              </li>
            ))}
          </ul>
        )
      }
    />
  );
}

const GROUPS: Record<string, string> = {
  '-500': '< 500',
  '500-1000': '500–1,000',
  '1000-1500': '1,000–1,500',
  '1500-': '> 1,500',
};

function Reach({ of }: { of: Authenticity['reach'] }) {
  return (
    <Part
      name={t('authenticity.reach')}
      of={of}
      text={t('authenticity.reachText', {
        share: percentText((of.hardlyReached ?? 0) * 100, 1),
        day: of.reportCreated ? dayText(of.reportCreated) : '',
      })}
      itemsLabel={t('authenticity.groups')}
      items={
        of.shares.length > 0 && (
          <ul className="t-12 t-ink2">
            {of.shares.map(({ code, weight }) => (
              <li key={code}>
                {t('authenticity.group', {
                  accounts: GROUPS[code] ?? code,
                  share: percentText(weight * 100, 1),
                })}
              </li>
            ))}
          </ul>
        )
      }
    />
  );
}
