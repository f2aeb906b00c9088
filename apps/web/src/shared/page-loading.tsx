import { Spinner } from '@troupe/ui/spinner';
import { useEffect, useState } from 'react';
import './page-loading.css';

/** A ring in the middle, shown only when waiting takes longer than 300 ms. */
export function PageLoading({ label = 'Loading', whole = false }: { label?: string; whole?: boolean }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="page-loading" data-whole={whole || undefined} role="status" aria-busy="true">
      {shown && (
        <>
          <Spinner />
          <span className="t-hidden">{label}</span>
        </>
      )}
    </div>
  );
}
