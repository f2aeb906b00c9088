import { CloseButton } from '@troupe/ui/icon-button';
import { Logo } from '@troupe/ui/logo';
import { Overlay } from '@troupe/ui/overlay';
import './mobile-menu.css';
import { TroupeRows, WaysInRows } from './menu-rows.tsx';

/** The menu of phones on a page that stands by itself. */
export default function VisitorMenu({ onClose }: { onClose: () => void }) {
  return (
    <Overlay onClose={onClose} position="right" className="mobile-menu" aria-label="Menu">
      <div className="mobile-menu-head">
        <Logo />
        <span className="t-grow" />
        <CloseButton label="Close the menu" onClick={onClose} />
      </div>
      <nav aria-label="Troupe">
        <ul className="menu-entries">
          <TroupeRows onGo={onClose} />
        </ul>
      </nav>
      <nav aria-label="You">
        <ul className="menu-entries" data-line>
          <WaysInRows onGo={onClose} />
        </ul>
      </nav>
    </Overlay>
  );
}
