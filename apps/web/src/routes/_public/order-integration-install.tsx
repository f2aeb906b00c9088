import { createFileRoute } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { runStorePage } from '../../modules/commerce/store/run-store-page.ts';
import { StorePage } from '../../modules/commerce/store/store-page.tsx';
import { DocumentTitle } from '../../shared/screen/screen.tsx';

export const Route = createFileRoute('/_public/order-integration-install')({ component: StoreConnect });

function StoreConnect() {
  const navigate = Route.useNavigate();
  return (
    <StoreConnectScreen
      onKept={() => void navigate({ to: '/', replace: true })}
      onRead={() => void navigate({ search: {}, replace: true })}
    />
  );
}

interface StoreConnectScreenProps {
  /** What the store handed over is kept: on to the dashboard. */
  onKept: () => void;
  /** It was read: nothing of it stays in the address. */
  onRead: () => void;
}

/** The page where owners of a store arrive, inside the app. */
function StoreConnectScreen({ onKept, onRead }: StoreConnectScreenProps) {
  const place = useRef<HTMLDivElement>(null);
  const kept = useEffectEvent(onKept);
  const read = useEffectEvent(onRead);
  useEffect(() => {
    if (place.current) return runStorePage(place.current, { onKept: () => kept(), onRead: () => read() });
  }, []);
  return (
    <div ref={place}>
      <DocumentTitle>Connect your Shopify store</DocumentTitle>
      <StorePage />
    </div>
  );
}
