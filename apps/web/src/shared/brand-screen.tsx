import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { brandOptions, meOptions, useBrandIdOrNone } from './current-brand.ts';
import { GenericError } from './generic-error.tsx';
import { PageLoading } from './page-loading.tsx';

/**
 * The brand-access check: shows its children once the API has confirmed that this person may see the brand, and
 * the generic error page when not. Inside it `useBrandId()` has a value.
 */
export function BrandScreen({ children }: { children: ReactNode }) {
  const brandId = useBrandIdOrNone();
  const me = useQuery(meOptions);
  const brand = useQuery({ ...brandOptions(brandId ?? ''), enabled: brandId !== null });
  if (brandId === null) return me.error ? <GenericError error={me.error} /> : <PageLoading />;
  if (brand.error && !brand.data) return <GenericError error={brand.error} />;
  return children;
}
