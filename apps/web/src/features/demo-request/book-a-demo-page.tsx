import { IconCheck } from '@tabler/icons-react';
import { TroupeDrawing } from '@troupe/ui/drawings';
import { Testimonials } from '../../shared/testimonials.tsx';
import { DemoForm } from './demo-form.tsx';
import './demo-pages.css';

const points = [
  'Find who fits among 175,000+ creators on Instagram, TikTok and YouTube.',
  'Ask every number where it comes from, how old it is and how it was made.',
  'Invite by mail from your own domain, agree, and talk in one inbox.',
  'Follow posts and stories of a campaign with their figures, and what is due to whom.',
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
