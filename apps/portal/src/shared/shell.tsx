import { Logo } from '@troupe/ui/content/logo';
import { ConnectionLine } from '@troupe/ui/feedback/connection-line';
import { ScreenLoading } from '@troupe/ui/feedback/skeleton';
import { ColorSchemeSwitch } from '@troupe/ui/field/color-scheme-switch';
import { SkipLink } from '@troupe/ui/layout/visually-hidden';
import { Children, type ReactNode } from 'react';
import { LanguagePicker } from './language-picker.tsx';
import { config } from './session.ts';
import './shell.css';
import { t } from './messages/messages.gen.ts';

/** Header and foot around a screen. */
export function Shell({ person, children }: { person?: ReactNode; children: ReactNode }) {
  return (
    <div className="shell">
      <SkipLink />
      <header className="shell-head">
        <a className="shell-logo" href="/" aria-label={t('home.label')}>
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
          {Children.toArray(
            t.rich('brand.question', {
              link: (words: ReactNode[]) => (
                <a className="t-link shell-foot-link" href={config.webOrigin}>
                  {words}
                </a>
              ),
            }),
          )}
        </p>
        <div className="t-row">
          <LanguagePicker />
          <ColorSchemeSwitch compact />
        </div>
      </footer>
    </div>
  );
}

/**
 * A spinner in the middle of the page, shown only when waiting takes longer than 300 ms; much later a line says that
 * the screen is still loading.
 */
export function Waiting({ label }: { label: string }) {
  return (
    <div className="waiting" role="status" aria-busy="true">
      <ScreenLoading label={label} />
    </div>
  );
}

/** The title of the window while the screen that holds it is shown. */
export function DocumentTitle({ children }: { children: string }) {
  return <title>{`${children} - Troupe`}</title>;
}
