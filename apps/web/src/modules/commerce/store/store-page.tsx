import { IconArrowRight, IconBuildingStore } from '@tabler/icons-react';
import { Button } from '@troupe/ui/action/button';
import { TroupeDrawing } from '@troupe/ui/content/troupe-drawing';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { linkTarget } from '../../../shared/links.ts';
import { t } from './messages/messages.gen.ts';
import type { StorePageTexts } from './run-store-page.ts';
import './store-connect.css';
import { StoreFacts } from './store-facts.tsx';

/**
 * The page where store owners arrive from their platform: what connecting does, and the button to continue.
 * `runStorePage` hydrates it, in the app and on the plain visitor page.
 */
export function StorePage() {
  return (
    <div className="store-connect" data-texts={JSON.stringify(pageTexts())}>
      <div className="store-connect-words">
        <h1 className="t-28">{t('title')}</h1>
        <p className="store-connect-sub">{t('sub')}</p>
        <p className="store-connect-shop" hidden>
          <IconBuildingStore size={20} />
          <span className="t-medium" dir="ltr" />
        </p>
        <div className="store-connect-notice" hidden>
          <ErrorState title="" text=" " />
        </div>
        <div className="store-connect-ways">
          <Button
            kind="main"
            size="form"
            className="store-connect-start"
            iconRight={<IconArrowRight size={16} />}
          >
            {t('start')}
          </Button>
          <Button size="form" className="store-connect-app" href={linkTarget('storeApp')}>
            {t('openApp')}
          </Button>
        </div>
        <p className="t-12 t-ink3">{t('approval')}</p>
      </div>
      <div className="store-connect-drawing">
        <TroupeDrawing width={320} />
      </div>
      <StoreFacts />
    </div>
  );
}

/** Texts of the page's script, which can't read messages. */
const pageTexts = (): StorePageTexts => ({
  notFinished: t('say.notFinished'),
  denied: t('say.denied'),
  deniedAllow: t('say.deniedAllow'),
  deniedAgain: t('say.deniedAgain'),
  notVerified: t('say.notVerified'),
  blocked: t('say.blocked'),
  invalidUrl: t('say.invalidUrl'),
  invalidUrlHelp: t('say.invalidUrlHelp'),
  badLink: t('say.badLink'),
  notChecked: t('say.notChecked'),
  otherBrowser: t('say.otherBrowser'),
  noStorage: t('say.noStorage'),
});
