import { IconArrowRight, IconBuildingStore } from '@tabler/icons-react';
import { Button } from '@troupe/ui/action/button';
import { TroupeDrawing } from '@troupe/ui/content/troupe-drawing';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { linkTarget } from '../../../shared/links.ts';
import './store-connect.css';
import { StoreFacts } from './store-facts.tsx';

/**
 * The page where store owners arrive from their platform: what connecting does, and the button to continue.
 * `runStorePage` hydrates it, in the app and on the plain visitor page.
 */
export function StorePage() {
  return (
    <div className="store-connect">
      <div className="store-connect-words">
        <h1 className="t-28">Connect your Shopify store</h1>
        <p className="store-connect-sub">See which creator drove each sale, next to their content.</p>
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
            Get Started
          </Button>
          <Button size="form" className="store-connect-app" href={linkTarget('storeApp')}>
            Open the app page
          </Button>
        </div>
        <p className="t-12 t-ink3">
          Your store asks for your approval first. No data is read until you approve.
        </p>
      </div>
      <div className="store-connect-drawing">
        <TroupeDrawing width={320} />
      </div>
      <StoreFacts />
    </div>
  );
}
