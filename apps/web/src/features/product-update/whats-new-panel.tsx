import { Dialog } from '@troupe/ui/dialog';
import { UpdateList } from './update-list.tsx';

/** The product-updates widget behind What's New. */
export default function WhatsNewPanel({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title="What's New" onClose={onClose}>
      <UpdateList />
    </Dialog>
  );
}
