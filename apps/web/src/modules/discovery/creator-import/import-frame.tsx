import { Button } from '@troupe/ui/action/button';
import { Steps } from '@troupe/ui/feedback/progress-bar';
import { PageHeader } from '@troupe/ui/layout/page-header';
import type { ReactNode } from 'react';
import { t } from './messages/messages.gen.ts';
import './import-frame.css';
import './outcome/show-more.css';

const STEPS = ['upload', 'map', 'check', 'result'] as const;

/** Title and steps that all screens of an import share. */
export function ImportFrame({ step, children }: { step: (typeof STEPS)[number]; children: ReactNode }) {
  return (
    <div className="t-page import-frame">
      <PageHeader
        title={t('frame.title')}
        crumbs={[{ label: t('frame.lists'), href: '/creator-search/lists' }]}
        actions={
          <Steps
            label={t('frame.steps')}
            steps={STEPS.map((name) => t(`step.${name}`))}
            current={STEPS.indexOf(step)}
          />
        }
      />
      {children}
    </div>
  );
}

/** The bar at the bottom: a note and the next actions. */
export function ImportFoot(props: { mark: ReactNode; children: ReactNode; actions: ReactNode }) {
  return (
    <div className="import-foot" data-action-bar>
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

/** Loads the next page of a list, if there is one. */
export function ShowMore({ query }: ShowMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <div className="import-more">
      <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t('action.more')}
      </Button>
    </div>
  );
}
