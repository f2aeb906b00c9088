import { createFileRoute } from '@tanstack/react-router';
import { LaterScreen } from '../../shared/later-screen.tsx';

export const Route = createFileRoute('/_public/book-a-demo')({ component: BookADemo });

function BookADemo() {
  return (
    <LaterScreen
      title="Book a Demo"
      documentTitle="Book a Demo | Brands"
      back={{ href: '/pricing', label: 'See Pricing' }}
    >
      A form to ask for a guided tour through 175,000+ creators will be here.
    </LaterScreen>
  );
}
