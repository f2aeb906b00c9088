import { isFlagOn } from '../../shared/flags.ts';
import { linkTarget } from '../../shared/links.ts';
import './new-dashboard-notice.css';

/** Says that this dashboard ends, where the flag is on. */
export function NewDashboardNotice() {
  if (!isFlagOn('new-brand-dash')) return null;
  return (
    <aside className="new-dashboard-notice" aria-label="New dashboard">
      This dashboard is ending in September 2025.{' '}
      <a className="t-link" href={linkTarget('newDashboard')}>
        Switch to the new dashboard.
      </a>
    </aside>
  );
}
