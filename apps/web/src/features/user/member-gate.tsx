import { useQuery } from '@tanstack/react-query';
import { selectedBrandOf } from '@troupe/domain/user';
import type { ReactNode } from 'react';
import { BrandIdContext, brandsOptions, meOptions } from '../../shared/current-brand.ts';
import { PageLoading } from '../../shared/page-loading.tsx';

/** Lets members of a brand in; everyone else gets the screen that fits. */
export function MemberGate({ children }: { children: ReactNode }) {
  const me = useQuery(meOptions);
  const chosen = me.data ? selectedBrandOf(me.data) : null;
  const needsFirst = me.data?.role === 'administrator' && chosen === null;
  const brands = useQuery({ ...brandsOptions(), enabled: needsFirst });
  if (me.isPending || (needsFirst && brands.isPending)) return <PageLoading whole />;
  const brandId = chosen ?? brands.data?.brands[0]?.id ?? null;
  return <BrandIdContext value={brandId}>{children}</BrandIdContext>;
}
