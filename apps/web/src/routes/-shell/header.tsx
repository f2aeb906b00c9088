import { IconSearch } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { KeyHint, keyNames } from '@troupe/ui/action/hotkey';
import { IconButton } from '@troupe/ui/action/icon-button';
import { memo } from 'react';
import { UserMenu } from '../../modules/account/user/user-menu.tsx';
import { openPanel } from '../../shared/panels.ts';
import { LateBell, LateCredits } from './after-start.tsx';
import { HeaderFrame, WaysIn } from './header-frame.tsx';
import { t } from './messages/messages.gen.ts';

interface HeaderProps {
  signedIn: boolean;
  searchable: boolean;
}

/** Logo and links; signed in the search and the user menu, else the ways in. */
export function Header(props: HeaderProps) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <HeaderFrame path={path}>
      <HeaderRight {...props} />
    </HeaderFrame>
  );
}

// Memoized: the path only decides which link is marked as current.
const HeaderRight = memo(function HeaderRight({ signedIn, searchable }: HeaderProps) {
  return (
    <>
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
            <span className="t-grow">{t('search.label')}</span>
            <KeyHint keys={keyNames('mod+k')} />
          </button>
          <div className="header-search-small">
            <IconButton
              label={t('search.label')}
              icon={<IconSearch size={20} />}
              aria-haspopup="dialog"
              onClick={() => openPanel('palette')}
            />
          </div>
        </>
      )}
      {signedIn ? (
        <>
          {searchable && <LateCredits />}
          {searchable && <LateBell />}
          <UserMenu />
        </>
      ) : (
        <WaysIn />
      )}
    </>
  );
});
