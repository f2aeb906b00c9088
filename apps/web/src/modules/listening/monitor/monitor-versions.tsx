import { useQuery } from '@tanstack/react-query';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { SkeletonText } from '@troupe/ui/feedback/skeleton';
import { Section } from '@troupe/ui/layout/section';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { monitorVersionsOptions } from '../../../shared/listening/listening-queries.ts';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { t } from './messages/messages.gen.ts';

/** The versions of a query; any of them can be put into the editor again. */
export function MonitorVersions({ monitorId, onUse }: { monitorId: string; onUse: (query: string) => void }) {
  const query = useQuery(monitorVersionsOptions(useBrandId(), monitorId));
  return (
    <Section title={t('versions')}>
      <LoadState what={t('versionsWhat')} query={query}>
        <SkeletonText lines={3} />
      </LoadState>
      <ul className="listening-lines">
        {query.data?.versions.map(({ version, query: text, by, at, replay }) => (
          <li key={version}>
            <div className="t-row">
              <span className="t-grow">
                <span className="t-medium">{t('version', { version })}</span>{' '}
                <span className="t-12 t-ink2">
                  {by ?? 'Troupe'}, <Ago at={at} />
                  {replay && <>, {t('versionFound', { count: replay.found })}</>}
                </span>
              </span>
              <Button size="row" kind="quiet" onClick={() => onUse(text)}>
                {t('versionUse')}
              </Button>
            </div>
            <code dir="ltr" className="monitor-clause listening-line-text">
              {text}
            </code>
          </li>
        ))}
      </ul>
    </Section>
  );
}
