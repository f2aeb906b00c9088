import { IconCheck } from '@tabler/icons-react';
import type { DomainRecord, EmailDomain } from '@troupe/domain/outreach/email-domain';
import { CopyButton } from '@troupe/ui/action/copy-button';
import { Pill } from '@troupe/ui/content/pill';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { Children, Fragment, type ReactNode } from 'react';
import { t } from '../messages/messages.gen.ts';
import { purposeOf, recordLook } from './domain-labels.ts';

/** The DNS records to publish, each with its value at the last check. */
export function DomainRecords({ domain }: { domain: EmailDomain }) {
  return (
    <Table label={t('records.label')} bleed className="domain-records">
      <thead>
        <tr>
          <Th>{t('records.for')}</Th>
          <Th>{t('records.type')}</Th>
          <Th>{t('records.name')}</Th>
          <Th>{t('records.value')}</Th>
          <Th>{t('records.status')}</Th>
        </tr>
      </thead>
      <tbody>
        {domain.records.map((record) => (
          <Fragment key={`${record.purpose} ${record.name}`}>
            <Record record={record} />
            {(record.problem || (record.status !== 'verified' && record.found.length > 0)) && (
              <tr className="domain-problem">
                <td colSpan={5}>
                  {record.problem && <p>{record.problem}</p>}
                  {record.status !== 'verified' && record.found.length > 0 && (
                    <p className="t-12 t-ink3">
                      {Children.toArray(
                        t.rich('records.current', {
                          value: record.found.join(' · '),
                          code: (words: ReactNode[]) => <code>{words}</code>,
                        }),
                      )}
                    </p>
                  )}
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </Table>
  );
}

function Record({ record }: { record: DomainRecord }) {
  const { purpose, type, name, value, priority, status } = record;
  const { name: what, text } = purposeOf(purpose);
  const look = recordLook(status);
  return (
    <Tr>
      <Td className="domain-purpose">
        <span className="t-medium">{what}</span> <span className="t-12 t-ink3">{text}</span>
      </Td>
      <Td>
        <Pill>{type}</Pill>
        {priority !== null && <span className="t-12 t-ink3"> {t('records.priority', { priority })}</span>}
      </Td>
      <Td className="domain-name">
        <Copied text={name} label={t('records.copyName', { record: what })} />
      </Td>
      <Td className="domain-value">
        <Copied text={value} label={t('records.copyValue', { record: what })} />
      </Td>
      <Td>
        <Pill
          tone={look.tone}
          icon={status === 'verified' ? <IconCheck size={14} /> : undefined}
          dot={status === 'failed' || status === 'broken'}
        >
          {look.label}
        </Pill>
      </Td>
    </Tr>
  );
}

function Copied({ text, label }: { text: string; label: string }) {
  return (
    <span className="domain-text">
      <code title={text}>{text}</code>
      <CopyButton text={text} label={label} />
    </span>
  );
}
