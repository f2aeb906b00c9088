import { IconSend } from '@tabler/icons-react';
import type { CreatorDetails } from '@troupe/domain/creator';
import { Button } from '@troupe/ui/button';
import { DrawerSection } from '@troupe/ui/drawer';
import { exactTime } from '@troupe/ui/lib/date';
import { inviteBarrier } from '../../shared/creator/contact-text.ts';

interface CreatorInvitesSectionProps {
  creator: CreatorDetails;
  onInvite: (creator: CreatorDetails) => void;
}

/** The campaigns the brand invited the creator to, and when. */
export function CreatorInvitesSection({ creator, onInvite }: CreatorInvitesSectionProps) {
  return (
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
  );
}
