import { Delayed } from '@troupe/ui/feedback/delayed';
import { Spinner } from '@troupe/ui/feedback/spinner';
import { SLOW_MS } from '@troupe/ui/lib/connection';
import './waiting.css';

/**
 * A ring in the middle of the page, shown only when waiting takes longer than 300 ms; much later a line says that it
 * goes on.
 */
export function Waiting({ label }: { label: string }) {
  return (
    <div className="waiting" role="status" aria-busy="true">
      <Delayed>
        <Spinner />
        <span className="t-hidden">{label}</span>
      </Delayed>
      <Delayed wait={SLOW_MS}>
        <p className="t-12">Still loading. The connection or the server is slow.</p>
      </Delayed>
    </div>
  );
}
