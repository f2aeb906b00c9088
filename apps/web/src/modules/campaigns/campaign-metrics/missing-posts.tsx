import type { CampaignMetrics } from '@troupe/domain/campaigns/campaign-metrics';
import { Pill } from '@troupe/ui/content/pill';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';

const REASONS: Record<CampaignMetrics['missing'][number]['reason'], string> = {
  window: 'Window',
  tag: 'Tag',
  handle: 'Handle',
  permission: 'Permission',
};

/** Posts of people who take part that do not count, and the rule that keeps each of them out. */
export function MissingPosts({ missing }: { missing: CampaignMetrics['missing'] }) {
  return (
    <section className="metrics-items" aria-labelledby="missing-posts">
      <h2 id="missing-posts" className="t-16">
        Why is this post missing?
      </h2>
      {missing.length === 0 ? (
        <p className="t-ink2">All posts from creators in this campaign are counted.</p>
      ) : (
        <Table label="Posts that aren't counted" bleed density="ledger" className="metrics-table">
          <thead>
            <tr>
              <Th>Post</Th>
              <Th>Rule</Th>
              <Th>Why</Th>
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
                <Td>
                  <Pill title={text}>{REASONS[reason]}</Pill>
                </Td>
                <Td className="t-ink2 metrics-why">{text}</Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}
