import { IconDeviceTablet } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { CloseButton } from '@troupe/ui/icon-button';
import { useState } from 'react';
import { screenOf } from './menu-entries.ts';
import './small-screen-warning.css';

const KEY = 'troupe.small-screen-warning';
const fitting = new Set(['pricing', 'welcome', 'account', 'profile', 'social-listening', 'analytics']);

/** On mobile widths, on screens that want more room; closed it stays closed in this tab. */
export function SmallScreenWarning() {
  const screen = useRouterState({ select: (state) => screenOf(state.location.pathname) });
  const [closed, setClosed] = useState(() => sessionStorage.getItem(KEY) === 'closed');
  if (closed || fitting.has(screen)) return null;
  return (
    <aside className="small-screen-warning" aria-label="Screen size">
      <IconDeviceTablet size={20} />
      <p>The dashboard is not optimized for small screens. Try a tablet or desktop.</p>
      <CloseButton
        label="Close the warning"
        onClick={() => {
          sessionStorage.setItem(KEY, 'closed');
          setClosed(true);
        }}
      />
    </aside>
  );
}
