import { IconDeviceTablet } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { CloseButton } from '@troupe/ui/action/icon-button';
import { useState } from 'react';
import { screenOf } from './menu-entries.tsx';
import { t } from './messages/messages.gen.ts';
import { closeSmallScreenWarning, fitsSmallScreens, isSmallScreenWarningClosed } from './small-screens.ts';
import './small-screen-warning.css';

/** On mobile widths, on screens that need more room; closed, it stays closed in this tab. */
export function SmallScreenWarning() {
  const screen = useRouterState({ select: (state) => screenOf(state.location.pathname) });
  const [closed, setClosed] = useState(isSmallScreenWarningClosed);
  if (closed || fitsSmallScreens(screen)) return null;
  return (
    <SmallScreenBand
      onClose={() => {
        closeSmallScreenWarning();
        setClosed(true);
      }}
    />
  );
}

/** The warning itself; on pages made at build time a script closes it. */
export function SmallScreenBand({ onClose }: { onClose: () => void }) {
  return (
    <aside className="small-screen-warning" aria-label={t('smallScreen.label')}>
      <IconDeviceTablet size={20} />
      <p>{t('smallScreen.text')}</p>
      <CloseButton label={t('smallScreen.close')} onClick={onClose} />
    </aside>
  );
}
