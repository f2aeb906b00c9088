import { useQuery } from '@tanstack/react-query';
import { brandOptions, useBrandIdOrNone } from '../../../shared/brand/current-brand.ts';
import { type InboxLink, inboxLinkOf } from './inbox-link.ts';

/** {@link inboxLinkOf} for the current brand. */
export function useInboxLink(): InboxLink {
  const brandId = useBrandIdOrNone();
  const { data } = useQuery({ ...brandOptions(brandId ?? ''), enabled: brandId !== null });
  return inboxLinkOf(data?.campaigns ?? []);
}
