import type { ReactNode } from 'react';
import type { Drawing } from '../content/drawings.tsx';
import { LateDrawing } from './empty-state.tsx';
import './error-page.css';

interface ErrorPageProps {
  /** 403, 404 and 500 have their own illustration; other statuses use that of 500. */
  status: number;
  title: string;
  subtitle: ReactNode;
  actions?: ReactNode;
  /** For support: status, request, time. */
  detail?: ReactNode;
  /** Fills the window, without the shell. */
  full?: boolean;
}

const drawingOf = (status: number): Drawing => {
  if (status === 403) return 'curtain';
  return status === 404 ? 'no-such-page' : 'lamp';
};

/** Replaces a screen that couldn't be shown. */
export function ErrorPage({ status, title, subtitle, actions, detail, full }: ErrorPageProps) {
  const Place = full ? 'main' : 'div';
  return (
    <Place className="t-error-page" data-full={full || undefined}>
      <LateDrawing drawing={drawingOf(status)} width={400} />
      <div>
        <h1 className="t-20">{title}</h1>
        <p className="t-ink2">{subtitle}</p>
      </div>
      {actions && <div className="t-error-page-actions">{actions}</div>}
      {detail && <p className="t-12 t-ink3">{detail}</p>}
    </Place>
  );
}
