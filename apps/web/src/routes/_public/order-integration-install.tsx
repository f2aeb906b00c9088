import { createFileRoute } from '@tanstack/react-router';
import { LaterScreen } from '../../shared/later-screen.tsx';

export const Route = createFileRoute('/_public/order-integration-install')({ component: StoreConnect });

function StoreConnect() {
  return (
    <LaterScreen title="Connect your store">
      An online store will be connected to your brand from here, so that orders show which creator they came
      from.
    </LaterScreen>
  );
}
