import { Link } from '@troupe/ui/action/link';
import { Picture } from '@troupe/ui/content/avatar';
import { CoverDrawing } from '@troupe/ui/content/cover-drawing';
import type { ReactNode } from 'react';
import './campaign-row.css';

interface CampaignPictureProps {
  src: string | null;
  /** The title, from which a missing picture is drawn, as in the dashboard. */
  title: string;
  wide?: boolean;
}

/** The cover of a campaign, or a generated one if it is missing or fails to load. */
export function CampaignPicture({ src, title, wide }: CampaignPictureProps) {
  return (
    <span className="campaign-picture" data-wide={wide || undefined}>
      <Picture src={src}>
        <CoverDrawing seed={title} />
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
      <CampaignPicture src={coverUrl} title={title} />
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
