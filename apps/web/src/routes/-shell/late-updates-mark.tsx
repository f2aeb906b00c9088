import { PartBoundary } from '@troupe/ui/feedback/missing-part';
import { lazy, Suspense } from 'react';
import { whenIdle } from '../../shared/when-idle.ts';

const UpdatesMark = lazy(() =>
  whenIdle().then(() => import('../../modules/site/product-update/updates-mark.tsx')),
);

/** How much of What's New is unread. */
export const LateUpdatesMark = () => (
  <PartBoundary>
    <Suspense>
      <UpdatesMark />
    </Suspense>
  </PartBoundary>
);
