import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '@troupe/contract/call';
import type { listCampaignHistory } from '@troupe/contract/campaigns/campaign';
import type { CampaignBrief } from '@troupe/domain/campaigns/campaign-brief';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { useMayLoadMore } from '@troupe/ui/lib/first-screen';
import { listed } from '@troupe/ui/lib/format';
import { Children, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import './campaign-history.css';
import { t } from '../messages/messages.gen.ts';
import { fieldName, valueText } from './campaign-labels.ts';
import { historyOptions } from './campaign-queries.ts';

type Entry = CallOutput<typeof listCampaignHistory>['entries'][number];

const FIRST = 6;
const MOVES = ['publish', 'paused', 'completed', 'archived'] as const;

const nameOf = (field: string) => fieldName(field as keyof CampaignBrief);

/** `Published`, `Restored as a draft`. */
function statusText({ before, after }: Entry): string {
  if (after.status === 'draft')
    return t(before.status === undefined ? 'history.created' : 'history.restored');
  const move = MOVES.find((one) => one === after.status);
  return move ? t(`history.status.${move}`) : t('history.statusChanged');
}

/** A campaign's history: what changed, by whom and when. */
export function CampaignHistory({ campaignId, currency }: { campaignId: string; currency: string }) {
  // Below the opt-ins, which come first.
  const query = useQuery({ ...historyOptions(useBrandId(), campaignId), enabled: useMayLoadMore() });
  const [all, setAll] = useState(false);
  const entries = query.data?.entries;
  return (
    <section className="t-panel campaign-history" aria-labelledby="campaign-history">
      <h2 id="campaign-history">{t('history.title')}</h2>
      {query.error && !entries && (
        <ErrorState
          title={t('history.loadFailed')}
          text={errorText(query.error)}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {!entries && !query.error && (
        <Loading label={t('history.loading')}>
          <SkeletonText lines={3} />
        </Loading>
      )}
      {entries?.length === 0 && <p className="t-ink2">{t('history.none')}</p>}
      {entries && entries.length > 0 && (
        <ol className="campaign-changes">
          {entries.slice(0, all ? undefined : FIRST).map((entry) => (
            <li key={entry.id}>
              <Change entry={entry} currency={currency} />
              <span className="t-12 t-ink3">
                {entry.by ? (
                  Children.toArray(
                    t.rich('optIn.by', { name: entry.by, ago: () => <Ago at={entry.created} /> }),
                  )
                ) : (
                  <Ago at={entry.created} />
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
      {entries && entries.length > FIRST && !all && (
        <div>
          <Button kind="quiet" size="row" onClick={() => setAll(true)}>
            {t('history.showAll', { count: entries.length })}
          </Button>
        </div>
      )}
    </section>
  );
}

function Change({ entry, currency }: { entry: Entry; currency: string }) {
  if (entry.kind === 'status') {
    return <span className="t-medium">{statusText(entry)}</span>;
  }
  return (
    <>
      <span className="t-medium">{t('history.changed', { fields: listed(entry.fields.map(nameOf)) })}</span>
      {entry.fields.map((field) => (
        <span key={field} className="campaign-change t-12">
          <span className="t-ink3">{nameOf(field)}</span>
          <span>
            <del>{valueText(field, entry.before[field], currency)}</del>
            <span className="t-hidden"> {t('history.isNow')} </span>
            <ins>{valueText(field, entry.after[field], currency)}</ins>
          </span>
        </span>
      ))}
    </>
  );
}
