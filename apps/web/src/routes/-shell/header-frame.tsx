import { IconMenu2 } from '@tabler/icons-react';
import { Button } from '@troupe/ui/action/button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Link } from '@troupe/ui/action/link';
import { Logo } from '@troupe/ui/content/logo';
import type { ReactNode } from 'react';
import { headerLinks, leadsTo, linkTarget } from '../../shared/links.ts';
import { t as shared } from '../../shared/messages/messages.gen.ts';
import { openPanel } from '../../shared/panels.ts';
import { t } from './messages/messages.gen.ts';
import './header.css';

interface HeaderFrameProps {
  path: string;
  /** Opens the menu of phones, where that is not the app's panel. */
  menuButton?: ReactNode;
  /** Aligned right. */
  children: ReactNode;
}

/** The header of every page: the menu of phones, logo and links. */
export function HeaderFrame({ path, menuButton, children }: HeaderFrameProps) {
  return (
    <header className="header">
      <div className="header-menu-button">
        {menuButton ?? (
          <IconButton
            label={t('menu')}
            icon={<IconMenu2 size={22} />}
            aria-haspopup="dialog"
            noTooltip
            onClick={() => openPanel('mobile-menu')}
          />
        )}
      </div>
      <Link href="/" className="header-logo" aria-label={t('home.link')}>
        <Logo />
      </Link>
      <nav aria-label="Troupe" className="header-links">
        {headerLinks().map(({ name, label }) => {
          const current = leadsTo(name, path) && name !== 'collaborationHub';
          return (
            <Link key={name} href={linkTarget(name)} aria-current={current ? 'page' : undefined}>
              {label}
            </Link>
          );
        })}
      </nav>
      <div className="header-right">{children}</div>
    </header>
  );
}

/** What visitors find at the right of the header. */
export function WaysIn() {
  return (
    <div className="header-ways-in">
      <Button kind="quiet" href="/login">
        {shared('action.logIn')}
      </Button>
      <Button href="/signup">{t('action.signUp')}</Button>
      <Button href="/book-a-demo">{t('action.requestDemo')}</Button>
    </div>
  );
}
