import { Component, lazy, type ReactNode, Suspense } from 'react';

const CrashDialog = lazy(() => import('./crash-dialog.tsx'));

interface State {
  error: unknown;
  failed: boolean;
}

/** Wraps the dashboard: what breaks while it is drawn ends in a dialog instead of a blank page. */
export class CrashBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null, failed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <Suspense>
        <CrashDialog error={this.state.error} />
      </Suspense>
    );
  }
}
