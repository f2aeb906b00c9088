import type { Creator } from '@troupe/domain/creator';
import { lazy, Suspense } from 'react';

const NextStepDialog = lazy(() => import('../../shared/next-step-dialog.tsx'));

export type NextStepAction = 'insights';

type Named = Pick<Creator, 'fullname' | 'username'>;

const TEXTS: Record<NextStepAction, { title: string; text: (who: string, many: boolean) => string }> = {
  insights: {
    title: 'Deep insights',
    text: (who, many) =>
      `Buying the audience ${many ? 'reports' : 'report'} of ${who} comes with the next step of the product.`,
  },
};

/** The dialog of an action that comes with the next step, for one creator or for several. */
export function NextStep(props: {
  step: { action: NextStepAction; creator: Named | readonly Named[] } | null;
  onClose: () => void;
}) {
  if (!props.step) return null;
  const { title, text } = TEXTS[props.step.action];
  const named = [props.step.creator].flat() as Named[];
  const [first] = named;
  if (!first) return null;
  const many = named.length > 1;
  return (
    <Suspense>
      <NextStepDialog title={title} onClose={props.onClose}>
        {text(many ? `these ${named.length} creators` : first.fullname || first.username, many)}
      </NextStepDialog>
    </Suspense>
  );
}
