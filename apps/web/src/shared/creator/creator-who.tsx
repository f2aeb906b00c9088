import { IconAlertTriangle, IconExternalLink, IconMailCheck, IconMailQuestion } from '@tabler/icons-react';
import { type ContactState, type Creator, PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import { Avatar } from '@troupe/ui/content/avatar';
import { PlatformIcon, VerifiedMark } from '@troupe/ui/content/platform-icon';
import { Tooltip } from '@troupe/ui/overlay/tooltip';
import type { ReactNode } from 'react';
import { t } from '../messages/messages.gen.ts';
import { contactText, creatorName, handleWord, hasHandle } from './creator-labels.ts';
import './creator.css';

interface CreatorWhoProps {
  creator: Creator;
  size?: number;
  /** After the handle: where the creator lives, a tag. */
  more?: ReactNode;
  /** After the name. */
  mark?: ReactNode;
  /** On one line, for tables. */
  inline?: boolean;
}

/** Avatar, full name, verified badge, platform and the link to the profile. */
export function CreatorWho({ creator, size = 36, more, mark, inline }: CreatorWhoProps) {
  const name = creatorName(creator);
  const handled = hasHandle(creator.username);
  return (
    <div className="creator-who" data-inline={inline || undefined}>
      <Avatar name={name} src={creator.profilePicUrl} size={size} />
      <div className="creator-who-text">
        <div className="creator-who-name">
          <span className="t-name t-ellipsis" dir="auto">
            {name}
          </span>
          {creator.verified && <VerifiedMark />}
          {mark}
        </div>
        <div className="creator-who-handle t-ink2">
          <PlatformIcon platform={creator.platform} label={PLATFORM_NAMES[creator.platform]} />
          <a
            href={creator.profileUrl}
            target="_blank"
            rel="noreferrer noopener"
            className="creator-who-link"
            title={t('creator.openProfile', {
              hasHandle: handled ? 'yes' : 'no',
              platform: PLATFORM_NAMES[creator.platform],
            })}
          >
            <span className="t-ellipsis">{handleWord(creator.username)}</span>
            <IconExternalLink size={12} aria-hidden="true" />
            <span className="t-hidden">
              {' '}
              ({handled ? t('creator.opensProfile') : t('creator.looksForName')})
            </span>
          </a>
          {more}
        </div>
      </div>
    </div>
  );
}

/** Whether the contact details are fetched, failed or were never asked for; the words show on hover and focus. */
export function ContactMark({ state }: { state: ContactState }) {
  const text = contactText(state);
  const kind = state.contactsError ? 'error' : state.contactsFetched ? 'fetched' : 'none';
  const Icon = kind === 'fetched' ? IconMailCheck : kind === 'error' ? IconAlertTriangle : IconMailQuestion;
  return (
    <Tooltip text={text}>
      <button type="button" className="contact-mark" data-kind={kind} aria-label={text}>
        <Icon size={18} />
      </button>
    </Tooltip>
  );
}
