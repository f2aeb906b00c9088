import { IconChartDonut3, IconExternalLink, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { CallError } from '@troupe/contract/client';
import { type CreatorDetails, PLATFORM_NAMES, type ShopSales } from '@troupe/domain/creator';
import { Ago } from '@troupe/ui/ago';
import { Button } from '@troupe/ui/button';
import { Drawer, DrawerSection } from '@troupe/ui/drawer';
import { ErrorState } from '@troupe/ui/error-state';
import { LabelledFigure } from '@troupe/ui/figure';
import { dayText, exactTime } from '@troupe/ui/lib/date';
import { exactNumber, money } from '@troupe/ui/lib/format';
import { Link } from '@troupe/ui/link';
import { Pill } from '@troupe/ui/pill';
import { Loading, Skeleton, SkeletonText } from '@troupe/ui/skeleton';
import { SourceMark } from '@troupe/ui/source-mark';
import type { ReactNode } from 'react';
import { ContactMark, contactText } from '../../shared/creator/contact-mark.tsx';
import { figureOf } from '../../shared/creator/creator-figures.tsx';
import { CreatorWho } from '../../shared/creator/creator-who.tsx';
import { countryName, languageName, sourceOf } from '../../shared/creator/creator-words.ts';
import { useBrandId } from '../../shared/current-brand.ts';
import { errorText } from '../../shared/error-text.ts';
import './creator-drawer.css';
import { creatorOptions } from './creator-queries.ts';

interface CreatorDrawerProps {
  creatorId: string;
  onClose: () => void;
  onPrevious?: (() => void) | null | undefined;
  onNext?: (() => void) | null | undefined;
  onShowBreakdown: () => void;
  onInvite: (creator: CreatorDetails) => void;
  onInsights: (creator: CreatorDetails) => void;
  /** The button that saves the creator to a list. */
  saveButton: (creator: CreatorDetails) => ReactNode;
}

/** Everything known of one creator, beside the list it was opened from. */
export function CreatorDrawer({ creatorId, onClose, onPrevious, onNext, ...rest }: CreatorDrawerProps) {
  const { data, error, isFetching, refetch } = useQuery(creatorOptions(useBrandId(), creatorId));
  const title = data ? `${PLATFORM_NAMES[data.platform]} Profile Details` : 'Profile Details';
  return (
    <Drawer title={title} onClose={onClose} onPrevious={onPrevious} onNext={onNext}>
      {data && <Details creator={data} {...rest} />}
      {error && !data && (
        <DrawerSection>
          <ErrorState
            title={
              error instanceof CallError && error.status === 404
                ? 'This creator is not here.'
                : 'The creator could not be loaded.'
            }
            text={errorText(error)}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        </DrawerSection>
      )}
      {!data && !error && (
        <DrawerSection>
          <Loading label="Loading the creator">
            <Skeleton width={220} height={48} />
            <SkeletonText lines={4} />
          </Loading>
        </DrawerSection>
      )}
    </Drawer>
  );
}

type DetailsProps = Pick<CreatorDrawerProps, 'onShowBreakdown' | 'onInvite' | 'onInsights' | 'saveButton'> & {
  creator: CreatorDetails;
};

function Details({ creator, onShowBreakdown, onInvite, onInsights, saveButton }: DetailsProps) {
  const facts = [
    creator.country && countryName(creator.country),
    creator.language && languageName(creator.language),
    ...creator.categories,
  ].filter(Boolean);
  return (
    <>
      <DrawerSection>
        <div className="creator-drawer-who">
          <CreatorWho
            creator={creator}
            size={56}
            more={creator.userId && <Pill tone="iris">Registered with us</Pill>}
          />
          <ContactMark state={creator.metaData} />
        </div>
        {creator.bio && (
          <p className="creator-drawer-bio" dir="auto">
            {creator.bio}
          </p>
        )}
        {facts.length > 0 && <p className="t-12 t-ink2">{facts.join(' · ')}</p>}
        <p className="t-12 t-ink3">{contactText(creator.metaData)}</p>
      </DrawerSection>
      <Metrics creator={creator} onShowBreakdown={onShowBreakdown} />
      {creator.extraData.shop && <Sales creator={creator} shop={creator.extraData.shop} />}
      <DrawerSection
        title="Deep insights"
        aside={
          <Button size="row" icon={<IconChartDonut3 size={16} />} onClick={() => onInsights(creator)}>
            Get deep insights
          </Button>
        }
      >
        <p className="t-ink2">No data yet.</p>
      </DrawerSection>
      <DrawerSection title="Lists" aside={saveButton(creator)}>
        {creator.creatorListItems.length === 0 && <p className="t-ink2">Not on a list yet.</p>}
        <ul className="creator-drawer-rows">
          {creator.creatorListItems.map(({ id, savedDate, creatorList }) => (
            <li key={id}>
              <Link className="t-link t-ellipsis" href={`/creator-search/lists?list=${creatorList.id}`}>
                {creatorList.title}
              </Link>
              <span className="t-12 t-ink3" title={exactTime(savedDate)}>
                {dayText(savedDate)}
              </span>
            </li>
          ))}
        </ul>
      </DrawerSection>
      <DrawerSection
        title="Campaign invites"
        aside={
          <Button size="row" icon={<IconSend size={16} />} onClick={() => onInvite(creator)}>
            Invite
          </Button>
        }
      >
        {creator.invites.length === 0 && <p className="t-ink2">No invites found.</p>}
        <ul className="creator-drawer-rows">
          {creator.invites.map(({ id, savedDate, metaData }) => (
            <li key={id}>
              <span className="t-ellipsis">{metaData.campaignTitle}</span>
              <span className="t-12 t-ink3">{exactTime(savedDate)}</span>
            </li>
          ))}
        </ul>
      </DrawerSection>
    </>
  );
}

function Metrics({ creator, onShowBreakdown }: { creator: CreatorDetails; onShowBreakdown: () => void }) {
  const shown = (['followerCount', 'engagement', 'avgViews'] as const).filter(
    (name) => name === 'followerCount' || (creator[name] !== null && creator[name] !== 0),
  );
  return (
    <DrawerSection
      title="Metrics"
      aside={
        <span className="t-12 t-ink2">
          Last updated{' '}
          {creator.updated ? (
            <span title={exactTime(creator.updated)}>{dayText(creator.updated)}</span>
          ) : (
            'N/A'
          )}
        </span>
      }
    >
      <div className="creator-drawer-metrics">
        {shown.map((name) => {
          const source = sourceOf(creator, name);
          return (
            <LabelledFigure
              key={name}
              {...figureOf(creator, name, onShowBreakdown)}
              size={20}
              foot={
                source ? (
                  <SourceMark
                    kind={source.kind}
                    name={PLATFORM_NAMES[creator.platform]}
                    readAt={source.readAt}
                  />
                ) : undefined
              }
            />
          );
        })}
      </div>
      <Button size="row" onClick={onShowBreakdown}>
        Engagement breakdown
      </Button>
    </DrawerSection>
  );
}

function Sales({ creator, shop }: { creator: CreatorDetails; shop: ShopSales }) {
  return (
    <DrawerSection title="Sales" aside={<span className="t-12 t-ink2">Last month</span>}>
      <div className="creator-drawer-metrics">
        <LabelledFigure
          label="Units sold"
          value={exactNumber(shop.units_sold)}
          size={20}
          window="The last month"
        />
        <LabelledFigure
          label="GMV"
          value={money(shop.avg_gmv_revenue, shop.currency)}
          size={20}
          window="The last month"
          formula="Value of all goods sold"
        />
      </div>
      {creator.partnerCenterUrl && (
        <a className="t-link" href={creator.partnerCenterUrl} target="_blank" rel="noreferrer noopener">
          Open in the partner center <IconExternalLink size={14} />
        </a>
      )}
      {creator.updated && (
        <p className="t-12 t-ink3">
          Read <Ago at={creator.updated} />
        </p>
      )}
    </DrawerSection>
  );
}
