import type { CampaignMetrics } from '@troupe/domain/campaigns/campaign-metrics';
import { Pill } from '@troupe/ui/content/pill';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { useFieldText } from '../../../shared/call/field-errors.ts';
import { t } from '../messages/messages.gen.ts';

const reasonName = (reason: CampaignMetrics['missing'][number]['reason']): string =>
  t(`missing.reason.${reason}`);

/** Posts of participants that aren't counted, with the rule that excludes each. */
export function MissingPosts({ missing }: { missing: CampaignMetrics['missing'] }) {
  const say = useFieldText();
  return (
    <section className="metrics-items" aria-labelledby="missing-posts">
      <h2 id="missing-posts" className="t-16">
        {t('missing.title')}
      </h2>
      {missing.length === 0 ? (
        <p className="t-ink2">{t('missing.none')}</p>
      ) : (
        <Table label={t('missing.label')} bleed density="ledger" className="metrics-table">
          <thead>
            <tr>
              <Th>{t('missing.post')}</Th>
              <Th data-wide>{t('missing.rule')}</Th>
              <Th>{t('missing.why')}</Th>
            </tr>
          </thead>
          <tbody>
            {missing.map(({ url, username, reason, text }) => (
              <Tr key={url}>
                <Td>
                  {/^https?:\/\//i.test(url) ? (
                    <a href={url} target="_blank" rel="noreferrer noopener" title={url}>
                      @{username}
                    </a>
                  ) : (
                    `@${username}`
                  )}
                </Td>
                <Td data-wide>
                  <Pill title={say(text)}>{reasonName(reason)}</Pill>
                </Td>
                <Td className="t-ink2 metrics-why">{say(text)}</Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}
