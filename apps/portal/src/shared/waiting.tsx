import { Delayed } from '@troupe/ui/delayed';
import { Spinner } from '@troupe/ui/spinner';
import './waiting.css';

/** A ring in the middle of the page, shown only when waiting takes longer than 300 ms. */
export function Waiting({ label }: { label: string }) {
  return (
    <div className="waiting" role="status" aria-busy="true">
      <Delayed>
        <Spinner />
        <span className="t-hidden">{label}</span>
      </Delayed>
    </div>
  );
}
