import { ReactQueryDevtoolsPanel } from '@tanstack/react-query-devtools/production';
import './query-tools.css';

/** For administrators: what the page has asked the API, and how fresh the answers are. */
export default function QueryTools({ onClose }: { onClose: () => void }) {
  return (
    <section className="query-tools" aria-label="Query tools">
      <ReactQueryDevtoolsPanel onClose={onClose} style={{ height: '100%' }} />
    </section>
  );
}
