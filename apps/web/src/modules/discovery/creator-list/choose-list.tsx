import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { addToCreatorList } from '@troupe/contract/discovery/creator-list';
import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { notify } from '@troupe/ui/feedback/notify';
import { Loading, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { TextField } from '@troupe/ui/field/field';
import { PickList } from '@troupe/ui/field/pick-list';
import { counted } from '@troupe/ui/lib/format';
import { type FormEvent, useRef, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { useDraft } from '../../../shared/draft.ts';
import { allListsOptions } from '../../../shared/screen/recruitment-frame.tsx';
import { useListWrites } from './creator-list-queries.ts';
import './choose-list.css';

interface ChooseListProps {
  creatorIds: readonly string[];
  /** Ids of lists that hold the one creator already. */
  on: readonly string[];
  /** `saved` is false when nothing was done. */
  onDone: (saved: boolean) => void;
}

/** The brand's lists to choose from, and the way to a new one. */
export default function ChooseList({ creatorIds, on, onDone }: ChooseListProps) {
  const lists = useQuery(allListsOptions(useBrandId()));
  const { save, create, busy } = useSaving(creatorIds, onDone);
  const [naming, setNaming] = useState(false);
  if (lists.error && !lists.data) {
    return (
      <div className="choose-list">
        <ErrorState
          title="Couldn't load the lists."
          text={errorText(lists.error)}
          busy={lists.isFetching}
          onRetry={() => void lists.refetch()}
        />
      </div>
    );
  }
  if (!lists.data) {
    return (
      <div className="choose-list">
        <Loading label="Loading the lists">
          <SkeletonText lines={3} />
        </Loading>
      </div>
    );
  }
  const all = lists.data.lists;
  if (naming || all.length === 0) {
    return <NewList taken={all.map(({ title }) => title)} busy={busy} onCreate={create} />;
  }
  return (
    <PickList
      label="Lists"
      searchable
      placeholder="Find a list"
      options={all.map((list) => ({
        value: list.id,
        label: list.title,
        hint: on.includes(list.id) ? 'On it' : counted(list.itemCount, 'creator'),
      }))}
      value={[]}
      onChange={([id]) => {
        const list = all.find((each) => each.id === id);
        if (list) void save(list);
      }}
      foot={
        <Button kind="quiet" size="row" icon={<IconPlus size={16} />} onClick={() => setNaming(true)}>
          New list
        </Button>
      }
    />
  );
}

function NewList(props: { taken: string[]; busy: boolean; onCreate: (title: string) => Promise<boolean> }) {
  const { taken, busy, onCreate } = props;
  const { text: title, change, discard } = useDraft('choose-list', '');
  const name = title.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name !== '') void onCreate(name).then((done) => done && discard());
  };
  return (
    <form className="choose-list" onSubmit={submit}>
      <TextField
        label="New list"
        autoFocus
        maxLength={200}
        value={title}
        help={taken.includes(name) ? 'A list with this title already exists' : undefined}
        onChange={(event) => change(event.target.value)}
      />
      <Button
        kind="main"
        type="submit"
        busy={busy}
        disabledReason={name === '' ? 'Enter a title first' : undefined}
      >
        Create and save
      </Button>
    </form>
  );
}

/** Puts the creators on a list, once at a time, and says what came of it. */
function useSaving(creatorIds: readonly string[], onDone: (saved: boolean) => void) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const writes = useListWrites();
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  // A list that was made but not yet filled is filled by the next attempt instead of being made again.
  const made = useRef<{ id: string; title: string } | null>(null);

  /** @returns whether it has been done */
  async function once(work: () => Promise<void>): Promise<boolean> {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    try {
      await work();
      return true;
    } catch (error) {
      notify.failure(errorText(error));
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  async function add(list: { id: string; title: string }) {
    const { added, already } = await client.call(addToCreatorList, {
      params: { brandId, id: list.id },
      body: { socialProfileIds: [...creatorIds] },
    });
    notify.success(savedText(list.title, added, already), {
      action: { label: 'Open list', href: `/creator-search/lists?list=${list.id}` },
    });
    void queryClient.invalidateQueries({ queryKey: ['creator-list'] });
    void queryClient.invalidateQueries({ queryKey: ['creator'] });
    onDone(true);
  }

  return {
    busy,
    save: (list: { id: string; title: string }) => once(() => add(list)),
    create: (title: string) =>
      once(async () => {
        if (made.current?.title !== title) {
          made.current = await writes.create.mutateAsync({ title, description: '' });
        }
        await add(made.current);
      }),
  };
}

function savedText(title: string, added: number, already: number): string {
  if (added === 0) return already === 1 ? `Already on ${title}.` : `All ${already} are already on ${title}.`;
  const rest = already > 0 ? `, ${already} already there` : '';
  return `${counted(added, 'creator')} saved to ${title}${rest}.`;
}
