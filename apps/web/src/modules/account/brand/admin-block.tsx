import { IconPlus } from '@tabler/icons-react';
import { Button } from '@troupe/ui/action/button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Popover } from '@troupe/ui/overlay/popover';
import { lazy, Suspense } from 'react';
import { openPanel } from '../../../shared/panels.ts';
import { BrandButton } from './brand-button.tsx';

const BrandPicker = lazy(() => import('./brand-picker.tsx'));

interface AdminBlockProps {
  brandId: string | null;
  name: string;
  folded: boolean;
}

/** For administrators: a searchable picker over all brands, and Create Brand. */
export function AdminBlock({ brandId, name, folded }: AdminBlockProps) {
  const create = () => openPanel('create-brand');
  return (
    <section className="admin-block" aria-label="Administration">
      <Popover label="All brands" width={300} trigger={<BrandButton name={name} />}>
        {(close) => (
          <Suspense>
            <BrandPicker brandId={brandId} onDone={close} />
          </Suspense>
        )}
      </Popover>
      {folded ? (
        <IconButton label="Create Brand" icon={<IconPlus size={18} />} onClick={create} />
      ) : (
        <Button full icon={<IconPlus size={16} />} onClick={create}>
          Create Brand
        </Button>
      )}
    </section>
  );
}
