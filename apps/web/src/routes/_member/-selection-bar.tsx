import { IconChartDonut3, IconDownload, IconSend } from '@tabler/icons-react';
import type { CreatorResult } from '@troupe/domain/discovery/creator-search';
import { BulkBar, Cost } from '@troupe/ui/action/bulk-bar';
import { Button } from '@troupe/ui/action/button';
import { counted } from '@troupe/ui/lib/format';
import { SaveToList } from '../../modules/discovery/creator-list/save-to-list.tsx';

interface SelectionBarProps {
  selected: ReadonlyMap<string, CreatorResult>;
  onClear: () => void;
  onInvite: (creators: CreatorResult[]) => void;
  onInsights: (creators: CreatorResult[]) => void;
}

/** What can be done with the creators chosen in the search; they may come from several searches. */
export function SelectionBar({ selected, onClear, onInvite, onInsights }: SelectionBarProps) {
  const chosen = [...selected.values()];
  const download = async () => {
    const { exportCreators } = await import('../../modules/discovery/creator/search/creator-export.ts');
    exportCreators(chosen, new Date());
  };
  return (
    <BulkBar count={selected.size} onClear={onClear}>
      <SaveToList creatorIds={[...selected.keys()]} kind="main" label="Add to list" onSaved={onClear} />
      <Button kind="quiet" icon={<IconSend size={16} />} onClick={() => onInvite(chosen)}>
        Invite
      </Button>
      <Button kind="quiet" icon={<IconChartDonut3 size={16} />} onClick={() => onInsights(chosen)}>
        Get Deep Insights <Cost>{counted(selected.size, 'credit')}</Cost>
      </Button>
      <Button kind="quiet" icon={<IconDownload size={16} />} onClick={() => void download()}>
        Export
      </Button>
    </BulkBar>
  );
}
