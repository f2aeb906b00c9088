import { BrandBlock } from '../../modules/account/brand/brand-block.tsx';
import { ConnectStoreDialog } from '../../modules/commerce/store/connect-store-dialog.tsx';
import { useMe } from '../../shared/brand/current-brand.ts';

/** A store that waits to be connected to the brand being worked with; whoever works with several may choose another. */
export default function StoreConnect({ brandId }: { brandId: string }) {
  const me = useMe();
  const several = me?.role === 'administrator' || (me?.brandProfiles.length ?? 0) > 1;
  return <ConnectStoreDialog brandId={brandId} brandChoice={several ? <BrandBlock /> : null} />;
}
