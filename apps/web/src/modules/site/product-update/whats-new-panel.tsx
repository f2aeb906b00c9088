import { Dialog } from '@troupe/ui/overlay/dialog';
import { UpdateList } from './update-list.tsx';

/** What opens behind What's New, where no other widget does. */
export default function WhatsNewPanel({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title="What's New" onClose={onClose}>
      <UpdateList title="h3" />
    </Dialog>
  );
}
