import { Button } from '@troupe/ui/action/button';
import { Steps } from '@troupe/ui/feedback/progress-bar';
import { PageHeader } from '@troupe/ui/layout/page-header';
import type { ReactNode } from 'react';
import './import-frame.css';
import './outcome/show-more.css';

const STEPS = ['Upload', 'Map columns', 'Check', 'Result'] as const;

/** Title and steps that all screens of an import share. */
export function ImportFrame({ step, children }: { step: (typeof STEPS)[number]; children: ReactNode }) {
  return (
    <div className="t-page import-frame">
      <PageHeader
        title="Import creators"
        crumbs={[{ label: 'Lists', href: '/creator-search/lists' }]}
        actions={<Steps label="Steps of the import" steps={STEPS} current={STEPS.indexOf(step)} />}
      />
      {children}
    </div>
  );
}

/** The bar that stays in sight at the bottom: what to know, and where to go. */
export function ImportFoot(props: { mark: ReactNode; children: ReactNode; actions: ReactNode }) {
  return (
    <div className="import-foot">
      {props.mark}
      <div className="t-grow" role="status">
        {props.children}
      </div>
      <div className="import-foot-actions">{props.actions}</div>
    </div>
  );
}

interface ShowMoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** Fetches what comes next in a list, where there is more. */
export function ShowMore({ query }: ShowMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <div className="import-more">
      <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        Show more
      </Button>
    </div>
  );
}
