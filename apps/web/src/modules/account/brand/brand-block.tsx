import { IconPlus, IconSelector } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@troupe/ui/action/button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Avatar } from '@troupe/ui/content/avatar';
import { Menu } from '@troupe/ui/overlay/menu';
import { Popover } from '@troupe/ui/overlay/popover';
import { type HTMLAttributes, lazy, Suspense } from 'react';
import { brandOptions, useBrandIdOrNone, useMe } from '../../../shared/brand/current-brand.ts';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { openPanel } from '../../../shared/panels.ts';
import { t } from '../messages/messages.gen.ts';
import { useSelectBrand } from './select-brand.ts';
import './brand-block.css';

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
      label={t('brand.yours')}
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

const BrandPicker = lazy(() => import('./brand-picker.tsx'));

interface AdminBlockProps {
  brandId: string | null;
  name: string;
  folded: boolean;
}

/** For administrators: a searchable picker over all brands, and Create Brand. */
function AdminBlock({ brandId, name, folded }: AdminBlockProps) {
  const create = () => openPanel('create-brand');
  return (
    <section className="admin-block" aria-label={shared('admin')}>
      <Popover label={t('brand.all')} width={300} trigger={<BrandButton name={name} />}>
        {(close) => (
          <Suspense>
            <BrandPicker brandId={brandId} onDone={close} />
          </Suspense>
        )}
      </Popover>
      {folded ? (
        <IconButton label={t('brand.create')} icon={<IconPlus size={18} />} onClick={create} />
      ) : (
        <Button full icon={<IconPlus size={16} />} onClick={create}>
          {t('brand.create')}
        </Button>
      )}
    </section>
  );
}

/** The box with the brand's name as a button that opens a picker. */
function BrandButton({ name, ...button }: { name: string } & HTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="button" className="brand-box" {...button}>
      <Avatar name={name} kind="brand" size={24} />
      <span className="brand-box-name">{name || t('brand.choose')}</span>
      <span className="t-hidden">{t('brand.switch')}</span>
      <IconSelector size={16} className="brand-box-caret" />
    </button>
  );
}
