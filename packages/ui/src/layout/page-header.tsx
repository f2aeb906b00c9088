import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from '../action/link.tsx';
import { t } from '../dashboard/messages/messages.gen.ts';
import './page-header.css';

interface PageHeaderProps {
  title: ReactNode;
  /** Breadcrumbs, the parent last. */
  crumbs?: readonly { label: string; href: string }[];
  subtitle?: ReactNode;
  /** Next to the title: a pill, a mark. */
  aside?: ReactNode;
  /** Before the title: a picture. */
  media?: ReactNode;
  actions?: ReactNode;
}

/** Breadcrumbs, title and actions of a screen. */
export function PageHeader({ title, crumbs = [], subtitle, aside, media, actions }: PageHeaderProps) {
  return (
    <header className="t-page-header">
      {media}
      <div className="t-grow">
        <div className="t-page-title">
          {crumbs.length > 0 && (
            <nav aria-label={t('breadcrumbs')} className="t-crumbs">
              {crumbs.map((crumb) => (
                <span key={crumb.href} className="t-crumb">
                  <Link href={crumb.href}>{crumb.label}</Link>
                  <IconChevronRight size={15} />
                </span>
              ))}
            </nav>
          )}
          <h1 className="t-20">{title}</h1>
          {aside}
        </div>
        {subtitle && <div className="t-page-subtitle">{subtitle}</div>}
      </div>
      {actions && <div className="t-page-actions">{actions}</div>}
    </header>
  );
}
