import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteSavedSearch, listSavedSearches, saveSearch } from '@troupe/contract/creator';
import type { SavedSearch } from '@troupe/domain/creator-search';
import { Button } from '@troupe/ui/button';
import { ErrorState } from '@troupe/ui/error-state';
import { TextField } from '@troupe/ui/field';
import { IconButton } from '@troupe/ui/icon-button';
import { Link } from '@troupe/ui/link';
import { notify } from '@troupe/ui/notify';
import { Popover } from '@troupe/ui/popover';
import { type FormEvent, useState } from 'react';
import { client } from '../../shared/client.ts';
import { useBrandId } from '../../shared/current-brand.ts';
import { errorText } from '../../shared/error-text.ts';
import { callOptions } from '../../shared/query.ts';
import './saved-search-menu.css';

/** The button that keeps the search of the moment by name, and leads to those kept before. `query` is its address. */
export function SavedSearchMenu({ query }: { query: string }) {
  return (
    <Popover
      label="Saved searches"
      width={320}
      align="end"
      trigger={<Button icon={<IconBookmark size={16} />}>Save search</Button>}
    >
      {(close) => <SavedSearches query={query} onDone={close} />}
    </Popover>
  );
}

function SavedSearches({ query, onDone }: { query: string; onDone: () => void }) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const saved = useQuery(callOptions(listSavedSearches, { params: { brandId } }));
  const [name, setName] = useState('');
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['saved-search'] });
  const keep = useMutation({
    mutationFn: (body: { name: string; query: string }) =>
      client.call(saveSearch, { params: { brandId }, body }, { idempotencyKey: crypto.randomUUID() }),
    onSuccess: ({ name: kept }) => {
      notify.success(`The search is saved as ${kept}.`);
      onDone();
    },
    onError: (error) => notify.failure(errorText(error)),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: ({ id }: SavedSearch) =>
      client.call(deleteSavedSearch, { params: { brandId, savedSearchId: id } }),
    onSuccess: (_answer, search) =>
      notify.success(`${search.name} has been removed.`, {
        action: { label: 'Undo', onClick: () => keep.mutate({ name: search.name, query: search.query }) },
      }),
    onError: (error) => notify.failure(errorText(error)),
    onSettled: refresh,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() && !keep.isPending) keep.mutate({ name: name.trim(), query });
  };
  const searches = saved.data?.savedSearches ?? [];
  return (
    <div className="saved-searches">
      <form onSubmit={submit}>
        <TextField
          label="Save this search as"
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button
          kind="main"
          type="submit"
          busy={keep.isPending}
          disabledReason={name.trim() ? undefined : 'Write a name first'}
        >
          Save
        </Button>
      </form>
      {saved.error && !saved.data && (
        <ErrorState title="The saved searches could not be loaded." onRetry={() => void saved.refetch()} />
      )}
      {searches.length > 0 && (
        <>
          <h3 className="t-12 t-ink3">Saved before</h3>
          <ul>
            {searches.map((search) => (
              <li key={search.id}>
                <Link className="t-link t-ellipsis" href={`/creator-search?${search.query}`} onClick={onDone}>
                  {search.name}
                </Link>
                <IconButton
                  label={`Remove ${search.name}`}
                  icon={<IconTrash size={16} />}
                  size="row"
                  onClick={() => remove.mutate(search)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
