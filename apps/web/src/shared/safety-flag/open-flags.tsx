import { useQueries } from '@tanstack/react-query';
import { Button } from '@troupe/ui/action/button';
import { Pill } from '@troupe/ui/content/pill';
import { Scrollable } from '@troupe/ui/layout/scrollable';
import { Popover } from '@troupe/ui/overlay/popover';
import { useBrandId } from '../brand/current-brand.ts';
import { t } from './messages/messages.gen.ts';
import { openFlagsOptions } from './safety-flag-queries.ts';
import { categoryName } from './safety-labels.ts';
import { SafetyQuote } from './safety-quote.tsx';

/** Creators that one request asks about, so that its URL stays short. */
const AT_ONCE = 100;
/** Flags that the panel shows. */
const SHOWN = 10;

interface OpenFlagsProps {
  /** Creators, or all of a list. */
  of: { creatorIds: readonly string[] } | { listId: string };
}

/** "2 open flags" with a way to look; nothing without open flags. */
export function OpenFlags({ of }: OpenFlagsProps) {
  const brandId = useBrandId();
  const asked = 'listId' in of ? [of] : chunks(of.creatorIds).map((creatorId) => ({ creatorId }));
  const answers = useQueries({ queries: asked.map((filter) => openFlagsOptions(brandId, filter)) });
  const total = answers.reduce((sum, { data }) => sum + (data?.total ?? 0), 0);
  if (total === 0) return null;
  const flags = answers.flatMap(({ data }) => data?.flags ?? []).slice(0, SHOWN);
  return (
    <div className="safety-flag-head">
      <Pill tone="tangerine">{t('openFlags', { count: total })}</Pill>
      <Popover label={t('title')} width={360} trigger={<Button size="row">{t('look')}</Button>}>
        <Scrollable className="safety-flag-list" aria-label={t('title')}>
          {flags.map(({ id, category, creator, evidence }) => (
            <article key={id} className="safety-flag">
              <strong className="t-medium">
                {categoryName(category)} · <bdi>@{creator.username}</bdi>
              </strong>
              {evidence[0] && <SafetyQuote parts={evidence[0].parts} />}
            </article>
          ))}
          {total > flags.length && (
            <p className="t-12 t-ink3">{t('more', { count: total - flags.length })}</p>
          )}
        </Scrollable>
      </Popover>
    </div>
  );
}

const chunks = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, at) =>
    ids.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  );
