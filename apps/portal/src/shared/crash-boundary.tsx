import { Button } from '@troupe/ui/button';
import { ErrorPage } from '@troupe/ui/error-page';
import { Component, type ReactNode } from 'react';

/** What breaks while the app is drawn ends in a page with a way on instead of a blank one. */
export class CrashBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <ErrorPage
        full
        status={500}
        title="This page broke."
        subtitle="Load it again. If that does not help, log out and in."
        actions={
          <>
            <Button kind="main" onClick={() => location.reload()}>
              Reload
            </Button>
            <Button href="/logout">Log Out</Button>
          </>
        }
      />
    );
  }
}
