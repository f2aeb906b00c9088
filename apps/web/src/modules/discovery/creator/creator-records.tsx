import { IconArrowsMaximize, IconList } from '@tabler/icons-react';
import type { CreatorDetails } from '@troupe/domain/discovery/creator';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Link } from '@troupe/ui/action/link';
import { dayText, exactTime } from '@troupe/ui/lib/date';
import { DrawerSection } from '@troupe/ui/overlay/drawer';
import type { ReactNode } from 'react';
import { CreditBalance } from '../../../shared/brand/credit.tsx';
import { CreatorInvitesSection } from './creator-invites-section.tsx';
import { t } from './messages/messages.gen.ts';

interface CreatorRecordsProps {
  creator: CreatorDetails;
  onInvite: (creator: CreatorDetails) => void;
  insights: (creator: CreatorDetails) => ReactNode;
  onInsights: (creator: CreatorDetails) => void;
  saveButton: (creator: CreatorDetails) => ReactNode;
}

/** The brand's records of the creator: deep insights, lists and campaign invites. */
export function CreatorRecords({ creator, onInvite, insights, onInsights, saveButton }: CreatorRecordsProps) {
  return (
    <>
      <CreatorInsightsSection creator={creator} insights={insights} onInsights={onInsights} />
      <CreatorListsSection creator={creator} saveButton={saveButton} />
      <CreatorInvitesSection creator={creator} onInvite={onInvite} />
    </>
  );
}

interface CreatorInsightsSectionProps {
  creator: CreatorDetails;
  /** The audience report, or the button to buy one. */
  insights: (creator: CreatorDetails) => ReactNode;
  /** Shows it on its own. */
  onInsights: (creator: CreatorDetails) => void;
}

/** The audience report of the creator. */
function CreatorInsightsSection({ creator, insights, onInsights }: CreatorInsightsSectionProps) {
  return (
    <DrawerSection
      title={t('insights.title')}
      aside={
        <span className="t-row">
          <CreditBalance />
          <IconButton
            size="row"
            label={t('insights.expand')}
            icon={<IconArrowsMaximize size={16} />}
            onClick={() => onInsights(creator)}
          />
        </span>
      }
    >
      {insights(creator)}
    </DrawerSection>
  );
}

interface CreatorListsSectionProps {
  creator: CreatorDetails;
  saveButton: (creator: CreatorDetails) => ReactNode;
}

/** The brand's lists that contain the creator. */
function CreatorListsSection({ creator, saveButton }: CreatorListsSectionProps) {
  return (
    <DrawerSection title={t('lists.title')} aside={saveButton(creator)}>
      {creator.creatorListItems.length === 0 ? (
        <p className="t-ink2">{t('lists.empty')}</p>
      ) : (
        <ul className="creator-drawer-rows">
          {creator.creatorListItems.map(({ id, savedDate, creatorList }) => (
            <li key={id}>
              <IconList size={16} aria-hidden="true" />
              <Link className="creator-drawer-row-name" href={`/creator-search/lists?list=${creatorList.id}`}>
                {creatorList.title}
              </Link>
              <time className="t-12 t-ink2" dateTime={savedDate} title={exactTime(savedDate)}>
                {dayText(savedDate)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </DrawerSection>
  );
}
