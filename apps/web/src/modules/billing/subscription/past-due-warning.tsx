import { IconAlertTriangle } from '@tabler/icons-react';
import './past-due.css';

/** Administrators keep access and read why members of the brand have none. */
export default function PastDueWarning() {
  return (
    <aside className="past-due-warning" aria-label="Payment">
      <IconAlertTriangle size={18} />
      <p>Payment past due: members of this brand are blocked until it is settled.</p>
    </aside>
  );
}
