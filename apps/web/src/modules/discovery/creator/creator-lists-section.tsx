import { IconList } from '@tabler/icons-react';
import type { CreatorDetails } from '@troupe/domain/discovery/creator';
import { Link } from '@troupe/ui/action/link';
import { dayText, exactTime } from '@troupe/ui/lib/date';
import { DrawerSection } from '@troupe/ui/overlay/drawer';
import type { ReactNode } from 'react';

interface CreatorListsSectionProps {
  creator: CreatorDetails;
  saveButton: (creator: CreatorDetails) => ReactNode;
}

/** The lists of the brand that the creator stands on. */
export function CreatorListsSection({ creator, saveButton }: CreatorListsSectionProps) {
  return (
    <DrawerSection title="Lists" aside={saveButton(creator)}>
      {creator.creatorListItems.length === 0 ? (
        <p className="t-ink2">Not on a list yet.</p>
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
