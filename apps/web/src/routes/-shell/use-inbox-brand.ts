import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSelectBrand } from '../../modules/account/brand/select-brand.ts';
import { useBrandIdOrNone, useMe } from '../../shared/brand/current-brand.ts';
import { screenOf } from './menu-entries.ts';

/** `/inbox/...?brand={id}` switches an administrator to that brand; for everyone else it means nothing. */
export function useInboxBrand(): void {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const wished = useRouterState({ select: ({ location }) => (location.search as { brand?: unknown }).brand });
  const navigate = useNavigate();
  const me = useMe();
  const brandId = useBrandIdOrNone();
  const select = useSelectBrand({ stay: true });
  const asked = me?.role === 'administrator' && screenOf(pathname) === 'inbox' && typeof wished === 'string';
  useEffect(() => {
    if (!asked) return;
    if (wished !== brandId) select(wished);
    void navigate({ href: pathname, replace: true });
  }, [asked, wished, brandId, pathname, select, navigate]);
}
