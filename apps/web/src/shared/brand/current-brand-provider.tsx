import { useQuery } from '@tanstack/react-query';
import { selectedBrandOf } from '@troupe/domain/account/user';
import type { ReactNode } from 'react';
import { useSession } from '../session/session.ts';
import { BrandIdContext, brandsOptions, meOptions } from './current-brand.ts';

/** Makes the brand being worked with known to everything inside: the saved one, else the first. */
export function CurrentBrandProvider({ children }: { children: ReactNode }) {
  const signedIn = useSession().status !== 'none';
  const { data: me } = useQuery({ ...meOptions, enabled: signedIn });
  const chosen = me ? selectedBrandOf(me) : null;
  const needsFirst = me?.role === 'administrator' && chosen === null;
  const { data: all } = useQuery({ ...brandsOptions(), enabled: needsFirst });
  return <BrandIdContext value={chosen ?? all?.brands[0]?.id ?? null}>{children}</BrandIdContext>;
}
