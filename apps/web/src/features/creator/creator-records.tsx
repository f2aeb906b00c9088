import { IconChartDonut3, IconList, IconSend } from '@tabler/icons-react';
import type { CreatorDetails } from '@troupe/domain/creator';
import { Button } from '@troupe/ui/button';
import { DrawerSection } from '@troupe/ui/drawer';
import { dayText, exactTime } from '@troupe/ui/lib/date';
import { Link } from '@troupe/ui/link';
import type { ReactNode } from 'react';
import { inviteBarrier } from '../../shared/creator/contact-text.ts';

interface CreatorRecordsProps {
  creator: CreatorDetails;
  onInvite: (creator: CreatorDetails) => void;
  onInsights: (creator: CreatorDetails) => void;
  saveButton: (creator: CreatorDetails) => ReactNode;
}

/** What the brand did with the creator: deep insights, lists and campaign invites. */
export function CreatorRecords({ creator, onInvite, onInsights, saveButton }: CreatorRecordsProps) {
  return (
    <>
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
        {creator.creatorListItems.length === 0 ? (
          <p className="t-ink2">Not on a list yet.</p>
        ) : (
          <ul className="creator-drawer-rows">
            {creator.creatorListItems.map(({ id, savedDate, creatorList }) => (
              <li key={id}>
                <IconList size={16} aria-hidden="true" />
                <Link
                  className="creator-drawer-row-name"
                  href={`/creator-search/lists?list=${creatorList.id}`}
                >
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
      <DrawerSection
        title="Campaign invites"
        aside={
          <Button
            size="row"
            icon={<IconSend size={16} />}
            disabledReason={inviteBarrier(creator.metaData)}
            onClick={() => onInvite(creator)}
          >
            Invite
          </Button>
        }
      >
        {creator.invites.length === 0 ? (
          <p className="t-ink2">No invites found.</p>
        ) : (
          <ul className="creator-drawer-rows">
            {creator.invites.map(({ id, savedDate, metaData }) => (
              <li key={id}>
                <IconSend size={16} aria-hidden="true" />
                <span className="creator-drawer-row-name">{metaData.campaignTitle}</span>
                <time className="t-12 t-ink2" dateTime={savedDate}>
                  {exactTime(savedDate)}
                </time>
              </li>
            ))}
          </ul>
        )}
      </DrawerSection>
    </>
  );
}
