import { isFlagOn } from '../../shared/brand/flags.ts';
import { config } from '../../shared/config.ts';
import './new-dashboard-notice.css';

/** Says that this dashboard ends, where the flag is on; leads to the new one where the deployment names it. */
export function NewDashboardNotice() {
  if (!isFlagOn('new-brand-dash')) return null;
  const { newDashboard } = config.links;
  return (
    <aside className="new-dashboard-notice" aria-label="New dashboard">
      This dashboard is ending in September 2025.
      {newDashboard && (
        <>
          {' '}
          <a className="t-link" href={newDashboard}>
            Switch to the new dashboard.
          </a>
        </>
      )}
    </aside>
  );
}
