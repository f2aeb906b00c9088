import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '@troupe/contract/call';
import type { listCampaignHistory } from '@troupe/contract/campaigns/campaign';
import type { CampaignBrief } from '@troupe/domain/campaigns/campaign-brief';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { listed } from '@troupe/ui/lib/format';
import { useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import './campaign-history.css';
import { FIELD_NAMES, valueText } from './campaign-labels.ts';
import { historyOptions } from './campaign-queries.ts';

type Entry = CallOutput<typeof listCampaignHistory>['entries'][number];

const FIRST = 6;
const MOVES: Record<string, string> = {
  publish: 'Published',
  paused: 'Paused',
  completed: 'Completed',
  archived: 'Archived',
};

const nameOf = (field: string) => FIELD_NAMES[field as keyof CampaignBrief] ?? field;

/** A campaign's history: what changed, by whom and when. */
export function CampaignHistory({ campaignId, currency }: { campaignId: string; currency: string }) {
  const query = useQuery(historyOptions(useBrandId(), campaignId));
  const [all, setAll] = useState(false);
  const entries = query.data?.entries;
  return (
    <section className="t-panel campaign-history" aria-labelledby="campaign-history">
      <h2 id="campaign-history">Change history</h2>
      {query.error && !entries && (
        <ErrorState
          title="Couldn't load change history."
          text={errorText(query.error)}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {!entries && !query.error && (
        <Loading label="Loading change history">
          <SkeletonText lines={3} />
        </Loading>
      )}
      {entries?.length === 0 && <p className="t-ink2">No changes yet.</p>}
      {entries && entries.length > 0 && (
        <ol className="campaign-changes">
          {entries.slice(0, all ? undefined : FIRST).map((entry) => (
            <li key={entry.id}>
              <Change entry={entry} currency={currency} />
              <span className="t-12 t-ink3">
                {entry.by && `${entry.by}, `}
                <Ago at={entry.created} />
              </span>
            </li>
          ))}
        </ol>
      )}
      {entries && entries.length > FIRST && !all && (
        <div>
          <Button kind="quiet" size="row" onClick={() => setAll(true)}>
            Show all {entries.length}
          </Button>
        </div>
      )}
    </section>
  );
}

function Change({ entry, currency }: { entry: Entry; currency: string }) {
  if (entry.kind === 'status') {
    const { status } = entry.after;
    const restored = status === 'draft' && entry.before.status !== undefined;
    const words = status === 'draft' ? (restored ? 'Restored as a draft' : 'Created') : MOVES[String(status)];
    return <span className="t-medium">{words ?? 'Status changed'}</span>;
  }
  return (
    <>
      <span className="t-medium">{listed(entry.fields.map(nameOf))} changed</span>
      {entry.fields.map((field) => (
        <span key={field} className="campaign-change t-12">
          <span className="t-ink3">{nameOf(field)}</span>
          <span>
            <del>{valueText(field, entry.before[field], currency)}</del>
            <span className="t-hidden"> is now </span>
            <ins>{valueText(field, entry.after[field], currency)}</ins>
          </span>
        </span>
      ))}
    </>
  );
}
