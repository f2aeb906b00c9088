import { IconCheck, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteSavedSearch, listSavedSearches, saveSearch } from '@troupe/contract/discovery/creator';
import type { SavedSearch, SavedSearchScreen } from '@troupe/domain/discovery/creator-search';
import { Button } from '@troupe/ui/action/button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Link } from '@troupe/ui/action/link';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { notify } from '@troupe/ui/feedback/notify';
import { Loading, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { TextField } from '@troupe/ui/field/field';
import type { FormEvent } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { useDraft } from '../../../shared/draft.ts';
import './saved-searches.css';

/** State of the search screen that saved searches need. */
export interface SavedSearchContext {
  screen: SavedSearchScreen;
  /** The query string of the search of the moment. */
  query: string;
  /** Whether there is something worth keeping in it. */
  filtered: boolean;
  /** Whether a kept query string asks for the same as the search of the moment. */
  isCurrent: (query: string) => boolean;
  /** The address that shows a kept search. */
  hrefOf: (query: string) => string;
}

const LABELS = {
  'creator-search': {
    one: 'Search',
    many: 'Saved searches',
    name: 'Save this search as',
    list: 'Your saved searches',
    first: 'Search or filter first, then save the search here.',
  },
  'creator-list': {
    one: 'View',
    many: 'Saved views',
    name: 'Save this view as',
    list: 'Shared with your team, for every list',
    first: 'Change columns, filters or sorting first, then save the view here.',
  },
} satisfies Record<SavedSearchScreen, Record<string, string>>;

interface SavedSearchesProps extends SavedSearchContext {
  onDone: () => void;
}

/** Keeps the search of the moment by name, and shows those kept before, to apply or to remove. */
export default function SavedSearches(props: SavedSearchesProps) {
  const { screen, query, filtered, isCurrent, hrefOf, onDone } = props;
  const label = LABELS[screen];
  const brandId = useBrandId();
  const saved = useQuery(callOptions(listSavedSearches, { params: { brandId }, query: { screen } }));
  const { keep, remove } = useWrites(brandId, screen, onDone);
  const searches = saved.data?.savedSearches ?? [];
  return (
    <div className="saved-searches">
      {filtered ? (
        <NewSearch
          screen={screen}
          taken={searches.map(({ name }) => name)}
          busy={keep.isPending}
          onSave={(name, kept) => keep.mutate({ name, query }, { onSuccess: kept })}
        />
      ) : (
        <p className="t-ink2">{label.first}</p>
      )}
      {saved.error && !saved.data && (
        <ErrorState
          title={`Couldn't load ${label.many.toLowerCase()}.`}
          text={errorText(saved.error)}
          busy={saved.isFetching}
          onRetry={() => void saved.refetch()}
        />
      )}
      {saved.isPending && (
        <Loading label={`Loading ${label.many.toLowerCase()}`}>
          <SkeletonText lines={3} />
        </Loading>
      )}
      {searches.length > 0 && (
        <section aria-labelledby="saved-searches-title">
          <h2 id="saved-searches-title" className="t-12 t-ink3">
            {label.list}
          </h2>
          <ul>
            {searches.map((search) => (
              <li key={search.id}>
                <Link
                  className="t-link t-ellipsis"
                  href={hrefOf(search.query)}
                  aria-current={isCurrent(search.query) ? 'page' : undefined}
                  onClick={onDone}
                >
                  {search.name}
                </Link>
                {isCurrent(search.query) && <IconCheck size={16} aria-hidden="true" />}
                <span className="t-grow" />
                <IconButton
                  label={`Remove ${search.name}`}
                  icon={<IconTrash size={16} />}
                  size="row"
                  onClick={() => remove.mutate(search)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function NewSearch(props: {
  screen: SavedSearchScreen;
  taken: string[];
  busy: boolean;
  onSave: (name: string, kept: () => void) => void;
}) {
  const { screen, taken, busy, onSave } = props;
  const draftName = screen === 'creator-search' ? 'saved-search' : `saved-search.${screen}`;
  const { text: typed, change, discard } = useDraft(draftName, '');
  const name = typed.trim();
  const replaced = taken.find((other) => other.toLowerCase() === name.toLowerCase());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name !== '' && !busy) onSave(name, discard);
  };
  return (
    <form onSubmit={submit}>
      <TextField
        label={LABELS[screen].name}
        autoFocus
        maxLength={120}
        value={typed}
        help={replaced ? `Replaces ${replaced}` : undefined}
        onChange={(event) => change(event.target.value)}
      />
      <Button
        kind="main"
        type="submit"
        busy={busy}
        disabledReason={name === '' ? 'Enter a name first' : undefined}
      >
        Save
      </Button>
    </form>
  );
}

function useWrites(brandId: string, screen: SavedSearchScreen, onKept: () => void) {
  const queryClient = useQueryClient();
  const put = (body: { name: string; query: string }) =>
    client.call(
      saveSearch,
      { params: { brandId }, body: { ...body, screen } },
      { idempotencyKey: crypto.randomUUID() },
    );
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['saved-search'] });
  const onError = (error: Error) => notify.failure(errorText(error));
  const keep = useMutation({
    mutationFn: put,
    onSuccess: ({ name }) => {
      notify.success(`${LABELS[screen].one} saved as ${name}.`);
      onKept();
    },
    onError,
    onSettled: refresh,
  });
  /** Outlives the panel: the notice with Undo is still there when it has closed. */
  const restore = async ({ name, query }: SavedSearch) => {
    try {
      await put({ name, query });
      notify.success(`${name} restored.`);
    } catch (error) {
      onError(error as Error);
    }
    await refresh();
  };
  const remove = useMutation({
    mutationFn: ({ id }: SavedSearch) =>
      client.call(deleteSavedSearch, { params: { brandId, savedSearchId: id } }),
    onSuccess: (_answer, search) =>
      notify.success(`${search.name} has been removed.`, {
        action: { label: 'Undo', onClick: () => void restore(search) },
      }),
    onError,
    onSettled: refresh,
  });
  return { keep, remove };
}
