import { Logo } from '@troupe/ui/content/logo';
import { ConnectionLine } from '@troupe/ui/feedback/connection-line';
import { ColorSchemeSwitch } from '@troupe/ui/field/color-scheme-switch';
import { SkipLink } from '@troupe/ui/layout/skip-link';
import type { ReactNode } from 'react';
import { config } from './page-config.ts';
import './shell.css';

/** Header and foot around a screen. */
export function Shell({ person, children }: { person?: ReactNode; children: ReactNode }) {
  return (
    <div className="shell">
      <SkipLink />
      <header className="shell-head">
        <a className="shell-logo" href="/" aria-label="Troupe, home">
          <Logo />
        </a>
        {person}
      </header>
      <ConnectionLine />
      <main id="main" className="shell-main" tabIndex={-1}>
        {children}
      </main>
      <footer className="shell-foot t-12">
        <p className="t-ink2">
          Work for a brand?{' '}
          <a className="t-link shell-foot-link" href={config.webOrigin}>
            Go to the brand dashboard
          </a>
        </p>
        <ColorSchemeSwitch compact />
      </footer>
    </div>
  );
}
