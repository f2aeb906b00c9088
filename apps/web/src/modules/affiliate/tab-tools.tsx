import { Button } from '@troupe/ui/action/button';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { SelectField } from '@troupe/ui/field/field';
import type { ReactNode } from 'react';
import { FindField } from '../../shared/list/list-controls.tsx';
import type { AffiliateAddress, TabProps } from './affiliate-address.ts';
import { CreatorFilter } from './creator-filter.tsx';
import { t } from './messages/messages.gen.ts';

/** Clears every filter of a list and goes back to its first page. */
export const NO_FILTER = {
  search: undefined,
  state: undefined,
  creator: undefined,
  campaign: undefined,
  from: undefined,
  to: undefined,
  page: undefined,
} satisfies Partial<AffiliateAddress>;

interface TabToolsProps extends TabProps {
  /** Label of the search field; a list without one can't be searched. */
  searchLabel?: string;
  /** Whether search results are loading. */
  busy?: boolean;
  /** The states that the list can be filtered by. */
  states: readonly { value: string; label: string }[];
  stateLabel?: string;
  allStates?: string;
  /** Whether the list can be filtered by creator. */
  byCreator?: boolean;
  /** More filters, then actions. */
  children?: ReactNode;
}

/** The toolbar above a list on the affiliate screen: search field, filters and actions. */
export function TabTools({
  address,
  onChange,
  searchLabel,
  busy = false,
  states,
  stateLabel = t('list.state'),
  allStates = t('list.allStates'),
  byCreator = false,
  children,
}: TabToolsProps) {
  return (
    <div className="affiliate-tools">
      {searchLabel !== undefined && (
        <FindField
          label={searchLabel}
          value={address.search}
          busy={busy}
          onChange={(search) => onChange({ search, page: undefined })}
        />
      )}
      <SelectField
        label={stateLabel}
        hideLabel
        value={address.state ?? ''}
        onChange={(event) => onChange({ state: event.target.value || undefined, page: undefined })}
        options={[{ value: '', label: allStates }, ...states]}
      />
      {byCreator && (
        <CreatorFilter
          value={address.creator}
          onChange={(creator) => onChange({ creator, page: undefined })}
        />
      )}
      {children}
    </div>
  );
}

interface EmptyTabProps extends TabProps {
  /** Title and text without filters, and the action that adds the first entry. */
  emptyTitle: string;
  emptyText: string;
  action?: ReactNode;
  /** Title when nothing matches the filters. */
  noMatchTitle: string;
}

/** An empty list on the affiliate screen: how to fill it, or a button to clear its filters. */
export function EmptyTab({ address, onChange, emptyTitle, emptyText, action, noMatchTitle }: EmptyTabProps) {
  const isFiltered = Object.entries(address).some(
    ([key, value]) => key !== 'page' && key in NO_FILTER && value !== undefined,
  );
  return isFiltered ? (
    <EmptyState
      title={noMatchTitle}
      drawing="seats"
      actions={<Button onClick={() => onChange(NO_FILTER)}>{t('list.clear')}</Button>}
    />
  ) : (
    <EmptyState title={emptyTitle} text={emptyText} drawing="seats" actions={action} />
  );
}
