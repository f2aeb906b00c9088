import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { brandOptions, meOptions, useBrandIdOrNone } from '../brand/current-brand.ts';
import { GenericError } from './generic-error.tsx';
import { PageLoading } from './page-loading.tsx';

/**
 * The brand-access check: shows its children while the API confirms that this person may see the brand, and the
 * generic error page when it does not (its answers hold nothing of a brand that is refused either). Inside it
 * `useBrandId()` has a value.
 */
export function BrandScreen({ children }: { children: ReactNode }) {
  const brandId = useBrandIdOrNone();
  const me = useQuery(meOptions);
  const brand = useQuery({ ...brandOptions(brandId ?? ''), enabled: brandId !== null });
  const queryClient = useQueryClient();
  const refused = brand.error?.status === 403;
  // Somebody taken out of the team meanwhile: their next brand is shown, or that they have none.
  useEffect(() => {
    if (refused) void queryClient.invalidateQueries({ queryKey: meOptions.queryKey });
  }, [refused, queryClient]);
  if (brandId === null) {
    if (me.error && !me.data) return <GenericError error={me.error} />;
    return me.data ? <NoBrandYet /> : <PageLoading />;
  }
  if (brand.error && !brand.data) return <GenericError error={brand.error} />;
  return children;
}

/** An administrator looks at an instance without brands. */
function NoBrandYet() {
  return (
    <div className="t-page">
      <h1 className="t-20">No brands yet</h1>
      <p className="t-ink2">Create the first one with Create Brand in the menu.</p>
    </div>
  );
}
