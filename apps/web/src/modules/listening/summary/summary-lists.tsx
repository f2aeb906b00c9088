import type { ListeningSummary } from '@troupe/domain/listening/listening-summary';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { compactCount, exactNumber, formats } from '@troupe/ui/lib/format';
import type { ReactNode } from 'react';
import { authorName } from '../../../shared/listening/listening-labels.ts';
import { SourceIcon } from '../../../shared/listening/source-mark.tsx';
import { t } from './messages/messages.gen.ts';

const decimal = (value: number) =>
  new Intl.NumberFormat(formats().locale, { maximumFractionDigits: 1 }).format(value);

function Panel({ title, help, children }: { title: string; help?: string; children: ReactNode }) {
  return (
    <section className="t-panel listening-summary-list" aria-label={title}>
      <h3>{title}</h3>
      {help && <p className="t-12 t-ink2">{help}</p>}
      {children}
    </section>
  );
}

/** Topics, authors and links of a period. Each leads to its mentions. */
export function SummaryLists({ summary }: { summary: ListeningSummary }) {
  const { topics, topicPosts, authors, links } = summary;
  return (
    <div className="listening-summary-columns">
      {topics.length > 0 && (
        <Panel title={t('topics')} help={t('topicsHelp', { count: topicPosts.read })}>
          <Table label={t('topics')} density="ledger">
            <thead>
              <tr>
                <Th>{t('column.phrase')}</Th>
                <Th numeric>{t('column.posts')}</Th>
                <Th numeric>{t('column.before')}</Th>
                <Th numeric>{t('column.negative')}</Th>
              </tr>
            </thead>
            <tbody>
              {topics.map(({ phrase, posts, before, negative }) => (
                <Tr key={phrase}>
                  <Td>
                    <a className="t-link" href={`/social-listening?text=${encodeURIComponent(phrase)}`}>
                      {phrase}
                    </a>
                  </Td>
                  <Td numeric>{exactNumber(posts)}</Td>
                  <Td numeric>{exactNumber(before)}</Td>
                  <Td numeric>{exactNumber(negative)}</Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        </Panel>
      )}
      {authors.length > 0 && (
        <Panel title={t('authors')} help={t('influenceHelp')}>
          <Table label={t('authors')} density="ledger">
            <thead>
              <tr>
                <Th>{t('column.author')}</Th>
                <Th numeric>{t('mentions')}</Th>
                <Th numeric>{t('column.followers')}</Th>
                <Th numeric>{t('column.influence')}</Th>
              </tr>
            </thead>
            <tbody>
              {authors.map((author) => (
                <Tr key={author.id}>
                  <Td>
                    <span className="t-row">
                      <SourceIcon kind={author.source} />
                      <a className="t-link" href={`/social-listening?author=${author.id}&who=${author.id}`}>
                        {authorName(author)}
                      </a>
                    </span>
                  </Td>
                  <Td numeric>{exactNumber(author.mentions)}</Td>
                  <Td numeric>{compactCount(author.followers)}</Td>
                  <Td numeric>{decimal(author.influence)}</Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        </Panel>
      )}
      {links.length > 0 && (
        <Panel title={t('links')}>
          <Table label={t('links')} density="ledger">
            <thead>
              <tr>
                <Th>{t('column.link')}</Th>
                <Th numeric>{t('mentions')}</Th>
                <Th numeric>{t('column.authors')}</Th>
              </tr>
            </thead>
            <tbody>
              {links.map(({ url, mentions, authors: count }) => (
                <Tr key={url}>
                  <Td className="listening-summary-link">
                    {/^https?:\/\//i.test(url) ? (
                      <a className="t-link" href={url} target="_blank" rel="noreferrer noopener" title={url}>
                        {url.replace(/^https?:\/\/(?:www\.)?/i, '')}
                      </a>
                    ) : (
                      url
                    )}
                  </Td>
                  <Td numeric>{exactNumber(mentions)}</Td>
                  <Td numeric>{exactNumber(count)}</Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        </Panel>
      )}
    </div>
  );
}
