import { IconBookmarkPlus, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { addToCreatorList } from '@troupe/contract/creator-list';
import { Button } from '@troupe/ui/button';
import { ErrorState } from '@troupe/ui/error-state';
import { TextField } from '@troupe/ui/field';
import { counted } from '@troupe/ui/lib/format';
import { notify } from '@troupe/ui/notify';
import { PickList } from '@troupe/ui/pick-list';
import { Popover } from '@troupe/ui/popover';
import { type FormEvent, useState } from 'react';
import { client } from '../../shared/client.ts';
import { useBrandId } from '../../shared/current-brand.ts';
import { errorText } from '../../shared/error-text.ts';
import { allListsOptions } from '../../shared/recruitment-frame.tsx';
import { useListWrites } from './creator-list-queries.ts';
import './save-to-list.css';

interface SaveToListProps {
  /** Who is saved: their profile ids. */
  creatorIds: readonly string[];
  /** Ids of lists that hold the one creator already. */
  on?: readonly string[];
  label?: string;
  kind?: 'main' | 'second' | 'quiet';
  size?: 'row' | 'md';
  onSaved?: () => void;
}

/** A button that puts creators on one of the brand's lists, or on a new one. */
export function SaveToList({ creatorIds, on, label = 'Save to list', kind, size, onSaved }: SaveToListProps) {
  return (
    <Popover
      label={label}
      width={300}
      trigger={
        <Button kind={kind ?? 'second'} size={size ?? 'md'} icon={<IconBookmarkPlus size={16} />}>
          {label}
        </Button>
      }
    >
      {(close) => (
        <ChooseList
          creatorIds={creatorIds}
          on={on ?? []}
          onDone={() => {
            close();
            onSaved?.();
          }}
        />
      )}
    </Popover>
  );
}

interface ChooseListProps {
  creatorIds: readonly string[];
  on: readonly string[];
  onDone: () => void;
}

function ChooseList({ creatorIds, on, onDone }: ChooseListProps) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const writes = useListWrites();
  const lists = useQuery(allListsOptions(brandId));
  const [naming, setNaming] = useState(false);
  const [title, setTitle] = useState('');
  const [busy, setBusy] = useState(false);

  async function save(list: { id: string; title: string }) {
    if (busy) return;
    setBusy(true);
    try {
      const { added, already } = await client.call(addToCreatorList, {
        params: { brandId, id: list.id },
        body: { socialProfileIds: [...creatorIds] },
      });
      notify.success(savedText(list.title, added, already), {
        action: { label: 'Open list', href: `/creator-search/lists?list=${list.id}` },
      });
      void queryClient.invalidateQueries({ queryKey: ['creator-list'] });
      void queryClient.invalidateQueries({ queryKey: ['creator'] });
      onDone();
    } catch (error) {
      notify.failure(errorText(error));
    } finally {
      setBusy(false);
    }
  }

  async function create(event: FormEvent) {
    event.preventDefault();
    if (busy || title.trim() === '') return;
    try {
      await save(await writes.create.mutateAsync({ title: title.trim(), description: '' }));
    } catch (error) {
      notify.failure(errorText(error));
    }
  }

  if (lists.error && !lists.data) {
    return <ErrorState title="The lists could not be loaded." onRetry={() => void lists.refetch()} />;
  }
  const all = lists.data?.lists ?? [];
  return (
    <div className="save-to-list">
      {all.length > 0 && !naming && (
        <PickList
          label="Lists"
          searchable
          placeholder="Find a list"
          options={all.map((list) => ({ value: list.id, label: list.title, hint: list.itemCount }))}
          value={on}
          onChange={([id]) => {
            const list = all.find((each) => each.id === id);
            if (list) void save(list);
            else onDone();
          }}
        />
      )}
      {naming || (all.length === 0 && lists.data) ? (
        <form className="save-to-list-new" onSubmit={create}>
          <TextField
            label="New list"
            autoFocus
            maxLength={200}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
          <Button
            kind="main"
            type="submit"
            busy={busy || writes.create.isPending}
            disabledReason={title.trim() === '' ? 'Write a title first' : undefined}
          >
            Create and save
          </Button>
        </form>
      ) : (
        <Button kind="quiet" icon={<IconPlus size={16} />} onClick={() => setNaming(true)}>
          New list
        </Button>
      )}
    </div>
  );
}

function savedText(title: string, added: number, already: number): string {
  if (added === 0) return already === 1 ? `Already on ${title}.` : `All ${already} are already on ${title}.`;
  const rest = already > 0 ? `, ${already} already there` : '';
  return `${counted(added, 'creator')} saved to ${title}${rest}.`;
}
