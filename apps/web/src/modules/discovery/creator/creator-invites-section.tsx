import { IconSend } from '@tabler/icons-react';
import type { CreatorDetails } from '@troupe/domain/discovery/creator';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { Pill } from '@troupe/ui/content/pill';
import { exactTime } from '@troupe/ui/lib/date';
import { DrawerSection } from '@troupe/ui/overlay/drawer';
import { inviteLook, inviteReason, useInvited } from '../../../shared/creator/invited.ts';

interface CreatorInvitesSectionProps {
  creator: CreatorDetails;
  onInvite: (creator: CreatorDetails) => void;
}

/** The campaigns the brand invited the creator to, when, and what became of it. */
export function CreatorInvitesSection({ creator, onInvite }: CreatorInvitesSectionProps) {
  const invited = useInvited([creator]).has(creator.username);
  return (
    <DrawerSection
      title="Campaign invites"
      aside={
        <Button
          size="row"
          icon={<IconSend size={16} />}
          disabledReason={inviteReason(creator.metaData, invited)}
          onClick={() => onInvite(creator)}
        >
          {invited ? 'Invited' : 'Invite'}
        </Button>
      }
    >
      {creator.invites.length === 0 ? (
        <p className="t-ink2">No invites found.</p>
      ) : (
        <ul className="creator-drawer-rows">
          {creator.invites.map(({ id, savedDate, scheduledFor, status, metaData }) => (
            <li key={id}>
              <IconSend size={16} aria-hidden="true" />
              <Link
                className="creator-drawer-row-name"
                href={`/creator-search/invites?q=${encodeURIComponent(creator.username)}`}
              >
                {metaData.campaignTitle}
              </Link>
              <Pill tone={inviteLook(status).tone}>{inviteLook(status).label}</Pill>
              {status === 'scheduled' && scheduledFor ? (
                <time className="t-12 t-ink2" dateTime={scheduledFor}>
                  leaves {exactTime(scheduledFor)}
                </time>
              ) : (
                <time className="t-12 t-ink2" dateTime={savedDate}>
                  {exactTime(savedDate)}
                </time>
              )}
            </li>
          ))}
        </ul>
      )}
    </DrawerSection>
  );
}
