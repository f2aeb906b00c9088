import { IconCheck } from '@tabler/icons-react';
import { Button } from '@troupe/ui/action/button';
import { StageDrawing } from '@troupe/ui/content/drawings';
import { TroupeDrawing } from '@troupe/ui/content/troupe-drawing';
import { Testimonials } from '../../../shared/visitor/testimonials.tsx';
import { DemoForm } from './demo-form.tsx';
import './demo-pages.css';
import { t } from './messages/messages.gen.ts';

const points = () => [t('point.creators'), t('point.numbers'), t('point.invites'), t('point.tracking')];

/** Where visitors ask to be shown the product. */
export function BookADemoPage() {
  return (
    <div className="demo-page">
      <div className="demo-page-head">
        <div className="demo-page-words">
          <h1 className="t-28">{t('page.title')}</h1>
          <p className="demo-page-lead">{t('page.lead')}</p>
          <ul className="demo-points">
            {points().map((point) => (
              <li key={point}>
                <IconCheck size={18} aria-hidden="true" />
                <span>{point}</span>
              </li>
            ))}
          </ul>
          <TroupeDrawing width={340} />
        </div>
        <div className="demo-card">
          <DemoForm />
        </div>
      </div>
      <Testimonials />
    </div>
  );
}

/** After a request for a demo. */
export function DemoConfirmationPage() {
  return (
    <div className="demo-done">
      <StageDrawing width={300} />
      <h1 className="t-28">{t('done.title')}</h1>
      <p className="demo-page-lead">{t('done.lead')}</p>
      <div className="t-row t-wrap demo-done-ways">
        <Button kind="main" size="form" href="/pricing">
          {t('done.pricing')}
        </Button>
        <Button size="form" href="/faq">
          {t('done.faq')}
        </Button>
      </div>
    </div>
  );
}
