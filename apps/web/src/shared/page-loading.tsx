import { Delayed } from '@troupe/ui/delayed';
import { Spinner } from '@troupe/ui/spinner';
import './page-loading.css';

/** A ring in the middle, shown only when waiting takes longer than 300 ms. */
export function PageLoading({ label = 'Loading', whole = false }: { label?: string; whole?: boolean }) {
  return (
    <div className="page-loading" data-whole={whole || undefined} role="status" aria-busy="true">
      <Delayed>
        <Spinner />
        <span className="t-hidden">{label}</span>
      </Delayed>
    </div>
  );
}
