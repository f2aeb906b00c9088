import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@troupe/ui/action/link';
import { Ago } from '@troupe/ui/content/ago';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { SelectField } from '@troupe/ui/field/field';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { PageNav } from '../../../shared/list/list-pages.tsx';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { longMonth } from './usage-labels.ts';
import { collaborationsOptions } from './usage-queries.ts';
import './usage.css';
import { t } from '../messages/messages.gen.ts';

interface CollaborationsDialogProps {
  month: string;
  /** Those to choose from. */
  months: readonly string[];
  onMonth: (month: string) => void;
  onClose: () => void;
}

/** The opt-ins behind the count of a month, each leading to its campaign. */
export default function CollaborationsDialog(props: CollaborationsDialogProps) {
  const { month, months, onMonth, onClose } = props;
  const [page, setPage] = useState(1);
  const query = useQuery({
    ...collaborationsOptions(useBrandId(), month, page),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  return (
    <Dialog open title={t('usage.collaborations')} width={560} onClose={onClose}>
      <div className="usage-items">
        <SelectField
          label={t('usage.month')}
          value={month}
          options={months.toReversed().map((value) => ({ value, label: longMonth(value) }))}
          help={t('usage.monthHelp')}
          onChange={(event) => {
            setPage(1);
            onMonth(event.target.value);
          }}
        />
        <LoadState what={t('usage.collaborationsWhat')} query={query}>
          <SkeletonRows rows={4} />
        </LoadState>
        {data?.total === 0 && <p className="t-ink2">{t('usage.noneIn', { month: longMonth(month) })}</p>}
        {data && data.total > 0 && (
          <>
            <Table label={t('usage.listIn', { month: longMonth(month) })} density="ledger">
              <thead>
                <tr>
                  <Th>{t('optIns.creator')}</Th>
                  <Th>{t('invite.campaign')}</Th>
                  <Th numeric>{t('usage.approved')}</Th>
                </tr>
              </thead>
              <tbody>
                {data.collaborations.map((one) => (
                  <Tr key={one.optInId}>
                    <Td className="usage-item-who">
                      <span className="t-row">
                        <PlatformIcon platform={one.platform} />
                        <span className="t-ellipsis">@{one.username}</span>
                      </span>
                    </Td>
                    <Td className="t-ellipsis usage-item-who">
                      <Link
                        href={`/campaigns/${one.campaignId}/opt-ins?optIn=${one.optInId}`}
                        className="t-link"
                      >
                        {one.campaignTitle}
                      </Link>
                    </Td>
                    <Td numeric className="usage-item-when">
                      <Ago at={one.approved} />
                    </Td>
                  </Tr>
                ))}
              </tbody>
            </Table>
            <PageNav label={t('usage.pages')} of={data} onPage={setPage} />
          </>
        )}
      </div>
    </Dialog>
  );
}
