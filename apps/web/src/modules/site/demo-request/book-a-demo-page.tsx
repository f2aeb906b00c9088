import { IconCheck } from '@tabler/icons-react';
import { Button } from '@troupe/ui/action/button';
import { StageDrawing } from '@troupe/ui/content/drawings';
import { TroupeDrawing } from '@troupe/ui/content/troupe-drawing';
import { Testimonials } from '../../../shared/visitor/testimonials.tsx';
import { DemoForm } from './demo-form.tsx';
import './demo-pages.css';

const points = [
  'Find the right fit among 175,000+ creators on Instagram, TikTok and YouTube.',
  'See where every number comes from, how old it is and how it was calculated.',
  'Invite by email from your own domain, agree on terms, and chat in one inbox.',
  'Track every post and story with its metrics, and who you owe.',
] as const;

/** Where visitors ask to be shown the product. */
export function BookADemoPage() {
  return (
    <div className="demo-page">
      <div className="demo-page-head">
        <div className="demo-page-words">
          <h1 className="t-28">Book a Demo</h1>
          <p className="demo-page-lead">
            A 30-minute call with a campaign specialist. Tell us your goals, and we'll show you how to reach
            them with creators in your field.
          </p>
          <ul className="demo-points">
            {points.map((point) => (
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
      <h1 className="t-28">Demo Booked</h1>
      <p className="demo-page-lead">
        Thanks, we received your request. We'll email you to arrange a time and ask what you'd like to see
        first.
      </p>
      <div className="t-row t-wrap demo-done-ways">
        <Button kind="main" size="form" href="/pricing">
          View Pricing
        </Button>
        <Button size="form" href="/faq">
          Read the FAQ
        </Button>
      </div>
    </div>
  );
}
