import { IconLogout, IconPlugConnected, IconSettings, IconUserCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { CloseButton } from '@troupe/ui/action/icon-button';
import { Link } from '@troupe/ui/action/link';
import { Logo } from '@troupe/ui/content/logo';
import { Overlay } from '@troupe/ui/overlay/overlay';
import { BrandBlock } from '../../modules/account/brand/brand-block.tsx';
import { meOptions } from '../../shared/brand/current-brand.ts';
import { t as shared } from '../../shared/messages/messages.gen.ts';
import { useSession } from '../../shared/session/session.ts';
import { TroupeRows, WaysInRows } from './menu-entries.tsx';
import { t } from './messages/messages.gen.ts';
import { MenuEntries } from './side-menu.tsx';
import './mobile-menu.css';

/** Up to 767 px: what header and side menu hold, and Sign Out. */
export default function MobileMenu({ onClose }: { onClose: () => void }) {
  const signedIn = useSession().status !== 'none';
  const me = useQuery({ ...meOptions, enabled: signedIn }).data;
  const member = me?.role === 'administrator' || (me?.brandProfiles.length ?? 0) > 0;
  return (
    <Overlay onClose={onClose} position="right" backCloses className="mobile-menu" aria-label={t('menu')}>
      <div className="mobile-menu-head">
        <Logo />
        <span className="t-grow" />
        <CloseButton label={t('menu.close')} onClick={onClose} />
      </div>
      {member && <BrandBlock />}
      {member && (
        <nav aria-label={t('menu.main')}>
          <MenuEntries onGo={onClose} />
        </nav>
      )}
      <nav aria-label="Troupe">
        <ul className="menu-entries" data-line={member || undefined}>
          <TroupeRows onGo={onClose} />
        </ul>
      </nav>
      <nav aria-label={t('menu.you')}>
        <ul className="menu-entries" data-line>
          {signedIn ? (
            <SignedIn member={member} administrator={me?.role === 'administrator'} onClose={onClose} />
          ) : (
            <WaysInRows onGo={onClose} />
          )}
        </ul>
      </nav>
    </Overlay>
  );
}

interface SignedInProps {
  member: boolean;
  administrator: boolean;
  onClose: () => void;
}

function SignedIn({ member, administrator, onClose }: SignedInProps) {
  return (
    <>
      {administrator && (
        <li>
          <Link href="/admin" className="side-menu-row" onClick={onClose}>
            <IconPlugConnected size={18} />
            {shared('admin')}
          </Link>
        </li>
      )}
      {!member && (
        <>
          <li>
            <Link href="/profile" className="side-menu-row" onClick={onClose}>
              <IconUserCircle size={18} />
              {t('menu.profile')}
            </Link>
          </li>
          <li>
            <Link href="/account" className="side-menu-row" onClick={onClose}>
              <IconSettings size={18} />
              {shared('account')}
            </Link>
          </li>
        </>
      )}
      <li>
        <Link href="/logout" className="side-menu-row" onClick={onClose}>
          <IconLogout size={18} />
          {shared('action.signOut')}
        </Link>
      </li>
    </>
  );
}
