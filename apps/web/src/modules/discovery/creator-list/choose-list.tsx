import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { addToCreatorList } from '@troupe/contract/discovery/creator-list';
import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { notify } from '@troupe/ui/feedback/notify';
import { Loading, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { TextField } from '@troupe/ui/field/field';
import { PickList } from '@troupe/ui/field/pick-list';
import { type FormEvent, useRef, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { useDraft } from '../../../shared/draft.ts';
import { allListsOptions } from '../../../shared/screen/recruitment-frame.tsx';
import { useListWrites } from './creator-list-queries.ts';
import { t } from './messages/messages.gen.ts';
import './choose-list.css';

interface ChooseListProps {
  creatorIds: readonly string[];
  /** Ids of lists that hold the one creator already. */
  on: readonly string[];
  /** `saved` is false if nothing was saved. */
  onDone: (saved: boolean) => void;
}

/** The brand's lists to choose from, or a new one. */
export default function ChooseList({ creatorIds, on, onDone }: ChooseListProps) {
  const lists = useQuery(allListsOptions(useBrandId()));
  const { save, create, busy } = useSaving(creatorIds, onDone);
  const [naming, setNaming] = useState(false);
  if (lists.error && !lists.data) {
    return (
      <div className="choose-list">
        <ErrorState
          title={t('choose.loadFailed')}
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
        <Loading label={t('choose.loading')}>
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
      label={t('choose.label')}
      searchable
      placeholder={t('list.find')}
      options={all.map((list) => ({
        value: list.id,
        label: list.title,
        hint: on.includes(list.id) ? t('choose.onIt') : t('choose.count', { count: list.itemCount }),
      }))}
      value={[]}
      onChange={([id]) => {
        const list = all.find((each) => each.id === id);
        if (list) void save(list);
      }}
      foot={
        <Button kind="quiet" size="row" icon={<IconPlus size={16} />} onClick={() => setNaming(true)}>
          {t('list.new')}
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
        label={t('list.new')}
        autoFocus
        maxLength={200}
        value={title}
        help={taken.includes(name) ? t('choose.taken') : undefined}
        onChange={(event) => change(event.target.value)}
      />
      <Button
        kind="main"
        type="submit"
        busy={busy}
        disabledReason={name === '' ? t('choose.enterTitle') : undefined}
      >
        {t('choose.create')}
      </Button>
    </form>
  );
}

/** Saves the creators to a list, one save at a time, and shows the result. */
function useSaving(creatorIds: readonly string[], onDone: (saved: boolean) => void) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const writes = useListWrites();
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  // If adding to a new list failed, the next attempt fills that list instead of creating another.
  const made = useRef<{ id: string; title: string } | null>(null);

  /** @returns whether it succeeded */
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
      action: { label: t('list.open'), href: `/creator-search/lists?list=${list.id}` },
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
  if (added === 0)
    return already === 1
      ? t('choose.alreadyOn', { list: title })
      : t('choose.allAlreadyOn', { count: already, list: title });
  return already > 0
    ? t('choose.savedSome', { count: added, list: title, already })
    : t('choose.saved', { count: added, list: title });
}
