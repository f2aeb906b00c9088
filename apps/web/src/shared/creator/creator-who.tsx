import { IconExternalLink } from '@tabler/icons-react';
import type { Creator } from '@troupe/domain/discovery/creator';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import { Avatar } from '@troupe/ui/content/avatar';
import { PlatformIcon, VerifiedMark } from '@troupe/ui/content/platform-icon';
import type { ReactNode } from 'react';
import './creator.css';
import { creatorName, handleWord, hasHandle } from './creator-words.ts';

interface CreatorWhoProps {
  creator: Creator;
  size?: number;
  /** After the handle: where the creator lives, a tag. */
  more?: ReactNode;
  /** On one line, for tables. */
  inline?: boolean;
}

/** Avatar, full name, verified badge, platform and the link to the profile. */
export function CreatorWho({ creator, size = 36, more, inline }: CreatorWhoProps) {
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
        </div>
        <div className="creator-who-handle t-ink2">
          <PlatformIcon platform={creator.platform} label={PLATFORM_NAMES[creator.platform]} />
          <a
            href={creator.profileUrl}
            target="_blank"
            rel="noreferrer noopener"
            className="creator-who-link"
            title={`${handled ? 'Open the profile' : 'Look for this name'} on ${PLATFORM_NAMES[creator.platform]}`}
          >
            <span className="t-ellipsis">{handleWord(creator.username)}</span>
            <IconExternalLink size={12} aria-hidden="true" />
            <span className="t-hidden"> ({handled ? 'opens the profile' : 'looks for this name'})</span>
          </a>
          {more}
        </div>
      </div>
    </div>
  );
}
