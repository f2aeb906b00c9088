import { IconSpeakerphone } from '@tabler/icons-react';
import { Link } from '@troupe/ui/action/link';
import { Picture } from '@troupe/ui/content/avatar';
import type { ReactNode } from 'react';
import './campaign-row.css';

/** The picture of a campaign; a quiet sign where there is none or it cannot be shown. */
export function CampaignPicture({ src, wide }: { src: string | null; wide?: boolean }) {
  return (
    <span className="campaign-picture" data-wide={wide || undefined}>
      <Picture src={src}>
        <IconSpeakerphone size={wide ? 40 : 22} aria-hidden="true" />
      </Picture>
    </span>
  );
}

interface CampaignRowProps {
  href: string;
  coverUrl: string | null;
  title: string;
  brand: string;
  /** What it offers, or what comes next. */
  text: ReactNode;
  aside?: ReactNode;
}

/** A campaign in a list: all of it leads there. */
export function CampaignRow({ href, coverUrl, title, brand, text, aside }: CampaignRowProps) {
  return (
    <li className="campaign-row">
      <CampaignPicture src={coverUrl} />
      <div className="campaign-row-words">
        <Link className="campaign-row-link t-name" href={href}>
          {title}
        </Link>
        <span className="t-ink2">{brand}</span>
        <span className="t-12 t-ink2">{text}</span>
      </div>
      {aside && <div className="campaign-row-aside t-12 t-ink2">{aside}</div>}
    </li>
  );
}
