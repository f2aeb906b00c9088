import { useQuery } from '@tanstack/react-query';
import { Avatar } from '@troupe/ui/content/avatar';
import { Menu } from '@troupe/ui/overlay/menu';
import { brandOptions, useBrandIdOrNone, useMe } from '../../../shared/brand/current-brand.ts';
import { AdminBlock } from './admin-block.tsx';
import './brand-block.css';
import { BrandButton } from './brand-button.tsx';
import { useSelectBrand } from './select-brand.ts';

/** Top of the menu: the brand's name, a picker among one's own brands, or the administrators' block. */
export function BrandBlock({ folded = false }: { folded?: boolean }) {
  const me = useMe();
  const brandId = useBrandIdOrNone();
  const { data: brand } = useQuery({ ...brandOptions(brandId ?? ''), enabled: brandId !== null });
  const select = useSelectBrand();
  const profiles = me?.brandProfiles ?? [];
  const own = profiles.find((profile) => profile.brandId === brandId)?.brand.name;
  const name = brand?.name ?? own ?? '';

  if (me?.role === 'administrator') return <AdminBlock brandId={brandId} name={name} folded={folded} />;
  if (profiles.length < 2) {
    return (
      <div className="brand-box" title={folded ? name : undefined}>
        <Avatar name={name} kind="brand" size={24} />
        <span className="brand-box-name">{name}</span>
      </div>
    );
  }
  return (
    <Menu
      label="Your brands"
      width={208}
      trigger={<BrandButton name={name} />}
      items={profiles.map(({ brandId: id, brand: { name: label } }) => ({
        label,
        icon: <Avatar name={label} kind="brand" size={20} />,
        checked: id === brandId,
        onClick: () => id !== brandId && select(id),
      }))}
    />
  );
}
