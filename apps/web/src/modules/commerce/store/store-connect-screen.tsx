import { useEffect, useRef } from 'react';
import { DocumentTitle } from '../../../shared/screen/document-title.tsx';
import { runStorePage } from './run-store-page.ts';
import { StorePage } from './store-page.tsx';

interface StoreConnectScreenProps {
  /** What the store handed over is kept: on to the dashboard. */
  onKept: () => void;
  /** It was read: nothing of it stays in the address. */
  onRead: () => void;
}

/** The page where owners of a store arrive, inside the app. */
export function StoreConnectScreen({ onKept, onRead }: StoreConnectScreenProps) {
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a visit; where it leads does not change
  useEffect(() => {
    if (place.current) return runStorePage(place.current, { onKept, onRead });
  }, []);
  return (
    <div ref={place}>
      <DocumentTitle>Connect your Shopify store</DocumentTitle>
      <StorePage />
    </div>
  );
}
