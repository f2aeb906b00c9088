import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { Button } from '@troupe/ui/button';
import { keyNames } from '@troupe/ui/hooks';
import { IconButton } from '@troupe/ui/icon-button';
import { KeyHint } from '@troupe/ui/key-hint';
import { Link } from '@troupe/ui/link';
import { Logo } from '@troupe/ui/logo';
import { UserMenu } from '../../features/user/user-menu.tsx';
import { headerLinks, linkTarget } from '../../shared/links.ts';
import { openPanel } from '../../shared/panels.ts';
import { LateBell } from './after-start.tsx';
import './header.css';

/** Logo and links; signed in the search and the user menu, else the ways in. */
export function Header({ signedIn, searchable }: { signedIn: boolean; searchable: boolean }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <header className="header">
      <div className="header-menu-button">
        <IconButton
          label="Menu"
          icon={<IconMenu2 size={22} />}
          aria-haspopup="dialog"
          noTooltip
          onClick={() => openPanel('mobile-menu')}
        />
      </div>
      <Link href="/" className="header-logo" aria-label="Troupe, home">
        <Logo />
      </Link>
      <nav aria-label="Troupe" className="header-links">
        {headerLinks.map(({ name, label }) => {
          const href = linkTarget(name);
          const current = path === href && name !== 'collaborationHub';
          return (
            <Link key={name} href={href} aria-current={current ? 'page' : undefined}>
              {label}
            </Link>
          );
        })}
      </nav>
      <div className="header-right">
        {searchable && (
          <>
            <button
              type="button"
              className="header-search"
              aria-haspopup="dialog"
              aria-keyshortcuts="Control+K Meta+K"
              onClick={() => openPanel('palette')}
            >
              <IconSearch size={16} />
              <span className="t-grow">Search or jump to</span>
              <KeyHint keys={keyNames('mod+k')} />
            </button>
            <div className="header-search-small">
              <IconButton
                label="Search or jump to"
                icon={<IconSearch size={20} />}
                aria-haspopup="dialog"
                onClick={() => openPanel('palette')}
              />
            </div>
          </>
        )}
        {signedIn ? (
          <>
            {searchable && <LateBell />}
            <UserMenu />
          </>
        ) : (
          <div className="header-ways-in">
            <Button kind="quiet" href="/login">
              Log In
            </Button>
            <Button href="/signup">Sign Up</Button>
            <Button href="/book-a-demo">Request Demo</Button>
          </div>
        )}
      </div>
    </header>
  );
}
