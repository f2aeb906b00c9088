import { IconCoins } from '@tabler/icons-react';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { counted } from '@troupe/ui/lib/format';
import { useBalance } from './credit.ts';

/** The brand's credits, leading to where they came and went; nothing until they are known. */
export function CreditBalance({ button }: { button?: boolean }) {
  const balance = useBalance();
  if (balance === undefined) return null;
  if (button) {
    return (
      <Button kind="quiet" icon={<IconCoins size={16} />} href="/account/credits">
        {counted(balance, 'credit')}
      </Button>
    );
  }
  return (
    <Link href="/account/credits" className="t-link t-12 t-num t-row">
      <IconCoins size={16} aria-hidden="true" />
      {counted(balance, 'credit')}
    </Link>
  );
}
