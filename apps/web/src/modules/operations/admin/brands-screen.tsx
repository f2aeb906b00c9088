import { useQuery } from '@tanstack/react-query';
import type { AdminBrand } from '@troupe/domain/operations/admin';
import { Button } from '@troupe/ui/action/button';
import { Pill } from '@troupe/ui/content/pill';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Switch } from '@troupe/ui/field/choice';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { exactNumber } from '@troupe/ui/lib/format';
import { lazy, Suspense, useState } from 'react';
import { FindField } from '../../../shared/list/list-controls.tsx';
import { PageNav } from '../../../shared/list/list-pages.tsx';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { AdminHead } from '../../../shared/screen/admin-head.tsx';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { t } from '../messages/messages.gen.ts';
import { adminBrandsOptions, type BrandsWanted } from './admin-queries.ts';
import './admin.css';

const BrandDialog = lazy(() => import('./brand-dialog.tsx'));

interface BrandsScreenProps {
  wanted: BrandsWanted;
  onWant: (wanted: BrandsWanted) => void;
  /** Grants or removes a brand's credits. */
  onAdjust: (brand: AdminBrand) => void;
}

/** All brands for administrators. */
export function BrandsScreen({ wanted, onWant, onAdjust }: BrandsScreenProps) {
  const query = useQuery(adminBrandsOptions(wanted));
  const { data, isPlaceholderData } = query;
  const [open, setOpen] = useState<AdminBrand | null>(null);
  return (
    <>
      <AdminHead section="brands" subtitle={t('brands.subtitle')} />
      <div className="t-page admin">
        <div className="admin-tools">
          <FindField
            label={t('brands.find')}
            value={wanted.search}
            busy={isPlaceholderData}
            onChange={(search) => onWant({ ...wanted, page: 1, search })}
          />
          <Switch
            label={t('brands.pastDueOnly')}
            checked={wanted.pastDue === true}
            onChange={(event) =>
              onWant({ ...wanted, page: 1, pastDue: event.target.checked ? true : undefined })
            }
          />
        </div>
        <LoadState what={t('brands.what')} query={query}>
          <SkeletonRows rows={8} />
        </LoadState>
        {data?.brands.length === 0 && (
          <EmptyState
            title={t('brands.none')}
            drawing="seats"
            actions={<Button onClick={() => onWant({ page: 1 })}>{t('brands.showAll')}</Button>}
          />
        )}
        {data && data.brands.length > 0 && (
          <Table
            label={shared('admin.brands')}
            bleed
            className="admin-brands"
            aria-busy={isPlaceholderData || undefined}
          >
            <thead>
              <tr>
                <Th>{t('brands.brand')}</Th>
                <Th>{t('brands.plan')}</Th>
                <Th numeric>{t('brands.credits')}</Th>
                <Th numeric data-wide>
                  {t('brands.members')}
                </Th>
                <Th numeric data-wide>
                  {t('brands.campaigns')}
                </Th>
              </tr>
            </thead>
            <tbody>
              {data.brands.map((brand) => (
                <Tr key={brand.id} onOpen={() => setOpen(brand)}>
                  <Td>
                    <button
                      type="button"
                      className="admin-name t-name t-ellipsis"
                      dir="auto"
                      onClick={() => setOpen(brand)}
                    >
                      {brand.name}
                    </button>
                  </Td>
                  <Td>
                    <span className="t-row">
                      {brand.plan ? (
                        planLabel(brand.plan)
                      ) : (
                        <span className="t-ink2">{t('brands.noPlan')}</span>
                      )}
                      {brand.pastDue && <Pill tone="red">{t('brands.pastDue')}</Pill>}
                      {brand.closed && <Pill>{t('brands.closed')}</Pill>}
                    </span>
                  </Td>
                  <Td numeric>{exactNumber(brand.credits)}</Td>
                  <Td numeric data-wide>
                    {exactNumber(brand.members)}
                  </Td>
                  <Td numeric data-wide>
                    {exactNumber(brand.campaigns.published)}{' '}
                    <span className="t-ink2">
                      {t('brands.published', { count: exactNumber(brand.campaigns.all) })}
                    </span>
                  </Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        )}
        <PageNav label={t('brands.pages')} of={data} onPage={(page) => onWant({ ...wanted, page })} />
      </div>
      <Suspense>
        {open && (
          <BrandDialog
            brand={data?.brands.find(({ id }) => id === open.id) ?? open}
            onAdjust={onAdjust}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </>
  );
}

/** `Starter, yearly` out of the plan's id. */
const planLabel = ({ id, period }: { id: string; period: string }): string =>
  `${id.charAt(0).toUpperCase()}${id.slice(1)}, ${period}`;
