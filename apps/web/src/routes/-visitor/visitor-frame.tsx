import { IconMenu2, IconX } from '@tabler/icons-react';
import { LANGUAGE_TAGS, LANGUAGES, language } from '@troupe/i18n/language';
import { Logo } from '@troupe/ui/content/logo';
import { SkipLink } from '@troupe/ui/layout/visually-hidden';
import type { ReactNode } from 'react';
import { HeaderFrame, WaysIn } from '../-shell/header-frame.tsx';
import { screenOf, TroupeRows, WaysInRows } from '../-shell/menu-entries.tsx';
import { t } from '../-shell/messages/messages.gen.ts';
import { SiteFooter } from '../-shell/site-footer.tsx';
import { SmallScreenBand } from '../-shell/small-screen-warning.tsx';
import { fitsSmallScreens } from '../-shell/small-screens.ts';
import '../-shell/shell.css';
import './visitor-menu.css';

const MENU = 'visitor-menu';

/** A page for visitors, made at build time: header, sheet and footer as plain HTML that works without scripts. */
export function VisitorFrame({ path, children }: { path: string; children: ReactNode }) {
  return (
    <div className="shell" data-menu="none">
      <SkipLink />
      <HeaderFrame path={path} menuButton={<MenuButton />}>
        <WaysIn />
      </HeaderFrame>
      <div className="sheet">
        {!fitsSmallScreens(screenOf(path)) && <SmallScreenBand onClose={ignore} />}
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <SiteFooter>
          <LanguageLinks />
        </SiteFooter>
      </div>
      <VisitorMenu />
    </div>
  );
}

const MenuButton = () => (
  <button
    type="button"
    className="t-icon-button"
    data-size="md"
    data-look="ghost"
    aria-label={t('menu')}
    popoverTarget={MENU}
  >
    <IconMenu2 size={22} />
  </button>
);

const ignore = () => {};

/** The menu of phones: the browser opens and closes it. */
function VisitorMenu() {
  return (
    <div id={MENU} popover="auto" className="visitor-menu" role="dialog" aria-label={t('menu')}>
      <div className="visitor-menu-head">
        <Logo />
        <span className="t-grow" />
        <button
          type="button"
          className="t-icon-button"
          aria-label={t('menu.close')}
          popoverTarget={MENU}
          popoverTargetAction="hide"
        >
          <IconX size={18} />
        </button>
      </div>
      <nav aria-label={t('menu.troupe')}>
        <ul className="menu-entries">
          <TroupeRows onGo={ignore} />
        </ul>
      </nav>
      <nav aria-label={t('menu.you')}>
        <ul className="menu-entries">
          <WaysInRows onGo={ignore} />
        </ul>
      </nav>
    </div>
  );
}

/** The page in every language, as links that work without scripts; the web server keeps the choice in a cookie. */
function LanguageLinks() {
  return (
    <nav className="site-footer-languages" aria-label={t('footer.languages')}>
      <ul>
        {LANGUAGE_TAGS.map((tag) => (
          <li key={tag}>
            <a
              href={`?language=${tag}`}
              hrefLang={tag}
              lang={tag}
              dir={LANGUAGES[tag].dir}
              aria-current={tag === language() ? 'true' : undefined}
            >
              {LANGUAGES[tag].name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
