import type { Creator } from '@troupe/domain/creator';
import { lazy, Suspense } from 'react';

const NextStepDialog = lazy(() => import('../../shared/next-step-dialog.tsx'));

export type NextStepAction = 'invite' | 'insights';

const TEXTS: Record<NextStepAction, { title: string; text: (name: string) => string }> = {
  invite: {
    title: 'Invite to campaign',
    text: (name) => `Inviting ${name} by email comes with the next step of the product.`,
  },
  insights: {
    title: 'Deep insights',
    text: (name) => `Buying the audience report of ${name} comes with the next step of the product.`,
  },
};

/** The dialog of an action that comes with the next step. */
export function NextStep(props: {
  step: { action: NextStepAction; creator: Pick<Creator, 'fullname' | 'username'> } | null;
  onClose: () => void;
}) {
  if (!props.step) return null;
  const { title, text } = TEXTS[props.step.action];
  return (
    <Suspense>
      <NextStepDialog title={title} onClose={props.onClose}>
        {text(props.step.creator.fullname || props.step.creator.username)}
      </NextStepDialog>
    </Suspense>
  );
}
