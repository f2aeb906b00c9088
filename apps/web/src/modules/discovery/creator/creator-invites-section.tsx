import { IconSend } from '@tabler/icons-react';
import type { CreatorDetails } from '@troupe/domain/discovery/creator';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { Pill } from '@troupe/ui/content/pill';
import { exactTime } from '@troupe/ui/lib/date';
import { DrawerSection } from '@troupe/ui/overlay/drawer';
import { inviteLook, inviteReason, useInvited } from '../../../shared/creator/invited.ts';
import { t } from './messages/messages.gen.ts';

interface CreatorInvitesSectionProps {
  creator: CreatorDetails;
  onInvite: (creator: CreatorDetails) => void;
}

/** The brand's invites to the creator: campaign, date and status. */
export function CreatorInvitesSection({ creator, onInvite }: CreatorInvitesSectionProps) {
  const invited = useInvited([creator]).has(creator.username);
  return (
    <DrawerSection
      title={t('invites.title')}
      aside={
        <Button
          size="row"
          icon={<IconSend size={16} />}
          disabledReason={inviteReason(creator.metaData, invited)}
          onClick={() => onInvite(creator)}
        >
          {invited ? t('invites.invited') : t('invites.invite')}
        </Button>
      }
    >
      {creator.invites.length === 0 ? (
        <p className="t-ink2">{t('invites.empty')}</p>
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
                  {t('invites.leaves', { time: exactTime(scheduledFor) })}
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
