import type { OptIn } from '@troupe/domain/campaigns/opt-in';
import { lazy, Suspense, useState } from 'react';
import { useChosenRows } from '../../../shared/list/list-controls.tsx';
import { OptInBulk } from './opt-in-bulk.tsx';
import { useUsageText } from './opt-in-queries.ts';
import { OptInTable } from './opt-in-table.tsx';
import type { OptInWrites } from './use-opt-in-writes.ts';

const DeclineDialog = lazy(() => import('./decline-dialog.tsx'));

interface DecidedTableProps {
  label: string;
  optIns: readonly OptIn[];
  writes: OptInWrites;
  open?: string | undefined;
  faded?: boolean;
  onOpen: (optIn: OptIn) => void;
}

/** The table of opt-ins with decisions per row and a bulk bar. */
export function DecidedTable({ label, optIns, writes, open, faded, onOpen }: DecidedTableProps) {
  const { ids: chosenIds, choose: chooseRows, chooseOnly } = useChosenRows();
  const usage = useUsageText();
  const [declining, setDeclining] = useState<readonly OptIn[] | null>(null);
  const chosen = optIns.filter(({ id }) => chosenIds.has(id));
  const choose = (these: readonly OptIn[]) => chooseOnly(these.map(({ id }) => id));

  const decline = async (reason: string): Promise<boolean> => {
    const these = declining ?? [];
    setDeclining(null);
    const [only] = these;
    if (these.length === 1 && only) return writes.move(only, 'rejected', reason);
    const left = await writes.decide(these, 'rejected', reason);
    choose(left);
    return left.length < these.length;
  };
  return (
    <>
      <OptInTable
        label={label}
        optIns={optIns}
        chosen={chosenIds}
        busyIds={writes.busyIds}
        open={open}
        faded={faded ?? false}
        onOpen={onOpen}
        onChooseAll={(all) => choose(all ? optIns : [])}
        onSelect={(one, selected) => chooseRows([one.id], selected)}
        onApprove={(one) => void writes.move(one, 'approved')}
        onDecline={(one) => setDeclining([one])}
      />
      <OptInBulk
        chosen={chosen}
        shown={optIns.length}
        usage={usage}
        onChooseAll={() => choose(optIns)}
        onClear={() => choose([])}
        onApprove={() => void writes.decide(chosen, 'approved').then(choose)}
        onDecline={() => setDeclining(chosen)}
      />
      {declining && (
        <Suspense>
          <DeclineDialog optIns={declining} onClose={() => setDeclining(null)} onDecline={decline} />
        </Suspense>
      )}
    </>
  );
}
