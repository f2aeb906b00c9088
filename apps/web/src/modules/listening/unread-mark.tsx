import { useQuery } from '@tanstack/react-query';
import { Dot } from '@troupe/ui/content/pill';
import { compactCount } from '@troupe/ui/lib/format';
import { useBrandIdOrNone } from '../../shared/brand/current-brand.ts';
import { unreadOptions } from '../../shared/listening/listening-queries.ts';
import { t } from '../../shared/listening/messages/messages.gen.ts';

/** The number of unread mentions in the menu. */
export default function UnreadMark() {
  const brandId = useBrandIdOrNone();
  const { data } = useQuery({ ...unreadOptions(brandId ?? ''), enabled: brandId !== null });
  const total = data?.unread.total ?? 0;
  if (total === 0) return null;
  return (
    <span className="menu-unread">
      <span className="menu-unread-count">{compactCount(total)}</span>
      <span className="t-hidden"> {t('menu.new', { count: total })}</span>
      <Dot />
    </span>
  );
}
