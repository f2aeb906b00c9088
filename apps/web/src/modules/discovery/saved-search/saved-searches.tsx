import { IconCheck, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallOutput } from '@troupe/contract/call';
import { deleteSavedSearch, listSavedSearches, saveSearch } from '@troupe/contract/discovery/creator';
import { listSearchAlerts, setSearchAlert } from '@troupe/contract/discovery/search-alert';
import type { SavedSearch, SavedSearchScreen } from '@troupe/domain/discovery/creator-search';
import { Button } from '@troupe/ui/action/button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Link } from '@troupe/ui/action/link';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { notify } from '@troupe/ui/feedback/notify';
import { Loading, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { Checkbox } from '@troupe/ui/field/choice';
import { TextField } from '@troupe/ui/field/field';
import { type FormEvent, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { useDraft } from '../../../shared/draft.ts';
import { t } from './messages/messages.gen.ts';
import { SearchAlertButton } from './search-alert-button.tsx';
import './saved-searches.css';

/** State of the search screen that saved searches need. */
export interface SavedSearchContext {
  screen: SavedSearchScreen;
  /** The query string of the current search. */
  query: string;
  /** Whether it has anything to save. */
  filtered: boolean;
  /** Whether a saved query string is the current search. */
  isCurrent: (query: string) => boolean;
  /** Returns the URL of a saved search. */
  hrefOf: (query: string) => string;
}

interface SavedSearchesProps extends SavedSearchContext {
  onDone: () => void;
}

/** Saves the current search by name, and lists those saved before, to apply or remove. */
export default function SavedSearches(props: SavedSearchesProps) {
  const { screen, query, filtered, isCurrent, hrefOf, onDone } = props;
  const brandId = useBrandId();
  const saved = useQuery(callOptions(listSavedSearches, { params: { brandId }, query: { screen } }));
  const { keep, remove } = useWrites(brandId, screen, onDone);
  const searches = saved.data?.savedSearches ?? [];
  return (
    <div className="saved-searches">
      {filtered ? (
        <NewSearch
          screen={screen}
          taken={searches}
          busy={keep.isPending}
          onSave={(name, personal, kept) => keep.mutate({ name, query, personal }, { onSuccess: kept })}
        />
      ) : (
        <p className="t-ink2">{t(`first.${screen}`)}</p>
      )}
      {saved.error && !saved.data && (
        <ErrorState
          title={t(`loadFailed.${screen}`)}
          text={errorText(saved.error)}
          busy={saved.isFetching}
          onRetry={() => void saved.refetch()}
        />
      )}
      {saved.isPending && (
        <Loading label={t(`loading.${screen}`)}>
          <SkeletonText lines={3} />
        </Loading>
      )}
      {[false, true].map((personal) => {
        const some = searches.filter((search) => search.personal === personal);
        const titleId = personal ? 'personal-searches-title' : 'saved-searches-title';
        if (some.length === 0) return null;
        return (
          <section key={titleId} aria-labelledby={titleId}>
            <h2 id={titleId} className="t-12 t-ink3">
              {personal ? t('personal') : t(`own.${screen}`)}
            </h2>
            <ul>
              {some.map((search) => (
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
                  {screen === 'creator-search' && <SearchAlertButton search={search} />}
                  <IconButton
                    label={t('remove', { name: search.name })}
                    icon={<IconTrash size={16} />}
                    size="row"
                    onClick={() => remove.mutate(search)}
                  />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

function NewSearch(props: {
  screen: SavedSearchScreen;
  taken: readonly SavedSearch[];
  busy: boolean;
  onSave: (name: string, personal: boolean, kept: () => void) => void;
}) {
  const { screen, taken, busy, onSave } = props;
  const draftName = screen === 'creator-search' ? 'saved-search' : `saved-search.${screen}`;
  const { text: typed, change, discard } = useDraft(draftName, '');
  const name = typed.trim();
  const [personal, setPersonal] = useState(false);
  const replaced = taken.find(
    (other) => other.personal === personal && other.name.toLowerCase() === name.toLowerCase(),
  )?.name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name !== '' && !busy) onSave(name, personal, discard);
  };
  return (
    <form onSubmit={submit}>
      <TextField
        label={t(`name.${screen}`)}
        autoFocus
        maxLength={120}
        value={typed}
        help={replaced ? t('replaces', { name: replaced }) : undefined}
        onChange={(event) => change(event.target.value)}
      />
      {screen === 'creator-list' && (
        <Checkbox
          label={t('onlyMe')}
          checked={personal}
          onChange={({ target }) => setPersonal(target.checked)}
        />
      )}
      <Button kind="main" type="submit" busy={busy} disabledReason={name === '' ? t('enterName') : undefined}>
        {t('action.save')}
      </Button>
    </form>
  );
}

function useWrites(brandId: string, screen: SavedSearchScreen, onKept: () => void) {
  const queryClient = useQueryClient();
  const put = (body: { name: string; query: string; personal: boolean }) =>
    client.call(
      saveSearch,
      { params: { brandId }, body: { ...body, screen } },
      { idempotencyKey: crypto.randomUUID() },
    );
  const alerts = callOptions(listSearchAlerts, { params: { brandId } }).queryKey;
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['saved-search'] });
  const onError = (error: Error) => notify.failure(errorText(error));
  const keep = useMutation({
    mutationFn: put,
    onSuccess: ({ name }) => {
      notify.success(t(`saved.${screen}`, { name }));
      onKept();
    },
    onError,
    onSettled: refresh,
  });
  /** Outlives the panel: the notice with Undo is still there after it has closed. */
  const restore = async ({ name, query, personal }: SavedSearch, alerted: boolean) => {
    try {
      const { id } = await put({ name, query, personal });
      if (alerted)
        await client.call(setSearchAlert, { params: { brandId, savedSearchId: id }, body: { on: true } });
      notify.success(t('restored', { name }));
    } catch (error) {
      onError(error as Error);
    }
    await refresh();
    if (alerted) await queryClient.invalidateQueries({ queryKey: alerts });
  };
  const remove = useMutation({
    mutationFn: ({ id }: SavedSearch) =>
      client.call(deleteSavedSearch, { params: { brandId, savedSearchId: id } }),
    onSuccess: (_answer, search) => {
      // Deleting a search deletes its alert.
      const known = queryClient.getQueryData<CallOutput<typeof listSearchAlerts>>(alerts)?.alerts;
      const alerted = known?.some(({ savedSearchId, mine }) => savedSearchId === search.id && mine) ?? false;
      notify.success(t('removed', { name: search.name }), {
        action: { label: t('action.undo'), onClick: () => void restore(search, alerted) },
      });
    },
    onError,
    onSettled: refresh,
  });
  return { keep, remove };
}
