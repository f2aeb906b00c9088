import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { CallError } from '@troupe/contract/client';
import { type Creator, type CreatorDetails, PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import { Button } from '@troupe/ui/action/button';
import { Pill } from '@troupe/ui/content/pill';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { PartBoundary } from '@troupe/ui/feedback/missing-part';
import { Loading, Skeleton, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { onDemand } from '@troupe/ui/lib/on-demand';
import { Drawer, DrawerSection } from '@troupe/ui/overlay/drawer';
import { type ReactNode, useEffect, useRef } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { categoryName } from '../../../shared/category/category-name.ts';
import { contactText, countryName, languageName } from '../../../shared/creator/creator-labels.ts';
import { ContactMark, CreatorWho } from '../../../shared/creator/creator-who.tsx';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { ContactLookup } from './contact-lookup.tsx';
import './creator-drawer.css';
import { CreatorMetrics } from './creator-metrics.tsx';
import { creatorOptions } from './creator-queries.ts';
import { CreatorRecords } from './creator-records.tsx';
import { t } from './messages/messages.gen.ts';
import { ShopSalesSection } from './shop-sales.tsx';

const CreatorHistory = onDemand<{ creator: Creator }>(
  async () => (await import('./growth/creator-history.tsx')).default,
);

const Authenticity = onDemand<{ creatorId: string }>(
  async () => (await import('./insight/authenticity.tsx')).default,
);
const Sponsorships = onDemand<{ creatorId: string }>(
  async () => (await import('./insight/sponsorships.tsx')).default,
);

interface CreatorDrawerProps {
  creatorId: string;
  /** Data from the list, shown while the rest loads. */
  known?: Creator | undefined;
  onClose: () => void;
  onPrevious?: (() => void) | null | undefined;
  onNext?: (() => void) | null | undefined;
  onShowBreakdown: () => void;
  onInvite: (creator: CreatorDetails) => void;
  /** The audience report, or the button to buy one. */
  insights: (creator: CreatorDetails) => ReactNode;
  /** Shows the audience report on its own. */
  onInsights: (creator: CreatorDetails) => void;
  /** What the creator sold for the brand. */
  sales?: (creator: CreatorDetails) => ReactNode;
  /** What the creator's content may cost. */
  price?: (creator: CreatorDetails) => ReactNode;
  /** Brand-safety flags. */
  safety?: (creator: CreatorDetails) => ReactNode;
  /** The button that saves the creator to a list. */
  saveButton: (creator: CreatorDetails) => ReactNode;
}

/** The details of one creator, next to the list it was opened from. */
export function CreatorDrawer({
  creatorId,
  known,
  onClose,
  onPrevious,
  onNext,
  ...rest
}: CreatorDrawerProps) {
  const { data, error, isFetching, refetch } = useQuery(creatorOptions(useBrandId(), creatorId));
  const creator: Creator | undefined = data ?? (known?.id === creatorId ? known : undefined);
  const gone = isGone(error);
  const shown = gone ? undefined : creator;
  return (
    <Drawer
      title={shown ? t('drawer.titleOn', { platform: PLATFORM_NAMES[shown.platform] }) : t('drawer.title')}
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
    >
      <ScrollToTop key={creatorId} />
      {gone && (
        <DrawerSection>
          <ErrorState
            title={t('drawer.missing')}
            text={t('drawer.missingText')}
            actions={<Button onClick={onClose}>{t('action.close')}</Button>}
          />
        </DrawerSection>
      )}
      {error && !gone && (
        <DrawerSection>
          <ErrorState
            title={t('drawer.loadFailed')}
            text={shown ? t('drawer.stale', { failure: errorText(error) }) : errorText(error)}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        </DrawerSection>
      )}
      {shown && (
        <>
          <CreatorHead creator={shown} />
          <CreatorMetrics creator={shown} onShowBreakdown={rest.onShowBreakdown} />
        </>
      )}
      {data && !gone && (
        <>
          <PartBoundary>
            <CreatorHistory key={data.id} creator={data} />
          </PartBoundary>
          <PartBoundary>
            <Authenticity key={data.id} creatorId={data.id} />
          </PartBoundary>
          <PartBoundary>
            <Sponsorships key={data.id} creatorId={data.id} />
          </PartBoundary>
          {rest.price?.(data)}
          {data.extraData.shop && <ShopSalesSection creator={data} shop={data.extraData.shop} />}
          {rest.sales?.(data)}
          {rest.safety?.(data)}
          <CreatorRecords creator={data} {...rest} />
        </>
      )}
      {!data && !error && <Waiting headKnown={shown !== undefined} />}
    </Drawer>
  );
}

/** An invalid ID, or a creator this brand can't see. */
const isGone = (error: unknown) =>
  error instanceof CallError && (error.status === 404 || error.status === 422 || error.status === 400);

/** Scrolls the drawer to its top. Give it the creator's ID as its key. */
function ScrollToTop() {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // Braces: newer browsers return a promise from scrolling, and an effect must not return one.
    mark.current?.closest('.t-drawer-body')?.scrollTo(0, 0);
  }, []);
  return <span ref={mark} hidden />;
}

function Waiting({ headKnown }: { headKnown: boolean }) {
  return (
    <Loading label={t('drawer.loading')}>
      {!headKnown && (
        <>
          <div className="t-drawer-section creator-drawer-waiting">
            <span className="t-row">
              <Skeleton width={56} height={56} round />
              <SkeletonText lines={2} />
            </span>
            <SkeletonText lines={2} />
          </div>
          <div className="t-drawer-section creator-drawer-waiting">
            <Skeleton width={80} />
            <span className="t-row">
              <Skeleton width={96} height={44} />
              <Skeleton width={96} height={44} />
              <Skeleton width={96} height={44} />
            </span>
          </div>
        </>
      )}
      {['insights', 'lists', 'invites'].map((part) => (
        <div key={part} className="t-drawer-section creator-drawer-waiting">
          <Skeleton width={110} />
          <Skeleton width="60%" />
        </div>
      ))}
    </Loading>
  );
}

/** Name, profile, bio, country, and state of the contact details. */
function CreatorHead({ creator }: { creator: Creator }) {
  const facts = [
    creator.country && countryName(creator.country),
    creator.language && languageName(creator.language),
    ...creator.categories.map(categoryName),
  ].filter(Boolean);
  return (
    <DrawerSection>
      <div className="creator-drawer-who">
        <CreatorWho
          creator={creator}
          size={56}
          more={creator.userId && <Pill tone="iris">{t('registered')}</Pill>}
        />
        <ContactMark state={creator.metaData} />
      </div>
      {creator.bio && (
        <p className="creator-drawer-bio" dir="auto">
          {creator.bio}
        </p>
      )}
      {facts.length > 0 && <p className="t-12 t-ink2">{facts.join(' · ')}</p>}
      <div className="creator-drawer-contact">
        <span className="t-12 t-ink3">{contactText(creator.metaData)}</span>
        <ContactLookup creator={creator} />
        <Button size="row" icon={<IconUsers size={16} />} href={`/creator-search/similar?like=${creator.id}`}>
          {shared('creator.findSimilar')}
        </Button>
      </div>
      {creator.private && <p className="t-12 t-ink3">{t('drawer.private')}</p>}
    </DrawerSection>
  );
}
