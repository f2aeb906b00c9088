import { Button } from '@troupe/ui/action/button';
import { StageDrawing } from '@troupe/ui/content/drawings';
import './demo-pages.css';

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
