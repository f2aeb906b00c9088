import { Component, lazy, type ReactNode, Suspense } from 'react';
import { isMissingPart } from '../lib/app-version.ts';
import { t } from '../messages/messages.gen.ts';
import { MissingPart } from './missing-part.tsx';

const loadDialog = () => import('./crash-dialog.tsx');
// If even the dialog can't be loaded, show the text and a link.
const CrashDialog = lazy(() => loadDialog().catch(() => ({ default: PlainCrash })));

/** Preloads the dialog: after a crash it may be too late. */
export const fetchCrashDialog = (): void => void loadDialog().catch(() => {});

function PlainCrash({ text }: { text: string }) {
  return (
    <div role="alertdialog" aria-labelledby="crash-title" className="t-error-page">
      <h1 id="crash-title" className="t-20">
        {t('crash.title')}
      </h1>
      <p className="t-ink2">
        {text} {t('crash.kept')}
      </p>
      <p>
        <a className="t-link" href="/">
          {t('action.goHome')}
        </a>
      </p>
    </div>
  );
}

/** Replaces a part that crashed while rendering. */
export function Crashed({ error }: { error: unknown }) {
  if (isMissingPart(error)) return <MissingPart />;
  return (
    <Suspense>
      <CrashDialog text={t('crash.text')} />
    </Suspense>
  );
}

interface CrashBoundaryProps {
  /** What to keep around it, such as a header with a link home. */
  frame?: (trouble: ReactNode) => ReactNode;
  children: ReactNode;
}

interface State {
  error: unknown;
  failed: boolean;
}

/** Wraps an app: render errors show a dialog instead of a blank page. */
export class CrashBoundary extends Component<CrashBoundaryProps, State> {
  override state: State = { error: null, failed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true };
  }

  override render(): ReactNode {
    const { frame, children } = this.props;
    if (!this.state.failed) return children;
    const trouble = <Crashed error={this.state.error} />;
    return frame ? frame(trouble) : trouble;
  }
}
