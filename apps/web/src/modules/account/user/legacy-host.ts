const KEPT = new Set(['campaigns', 'analytics', 'inbox', 'social-listening', 'affiliate']);

interface Visit {
  /** The address that is open. */
  at: URL;
  /** The old and the new dashboard; without both there is no legacy host. */
  legacyDashboard?: string | undefined;
  newDashboard?: string | undefined;
  /** In the admin group, by the token or by the account. */
  administrator: boolean;
}

/**
 * Returns the redirect target on the legacy host: the new dashboard, on the same screen if it is one of the five
 * that keep their address, else at its root. Null for administrators and on every other host.
 */
export function legacyTarget({ at, legacyDashboard, newDashboard, administrator }: Visit): string | null {
  if (administrator || !legacyDashboard || !newDashboard) return null;
  if (new URL(legacyDashboard).host !== at.host) return null;
  const keeps = KEPT.has(at.pathname.split('/')[1] ?? '');
  return new URL(keeps ? at.pathname + at.search : '/', newDashboard).href;
}
