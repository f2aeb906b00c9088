import type { Store } from '@troupe/domain/commerce/store';
import { OrderImportResult } from './order-import-result.tsx';
import { OrderImportStart } from './order-import-start.tsx';

interface OrderImportDialogProps {
  /** The import to look at; null asks for a file. */
  importId: string | null;
  stores: readonly Store[];
  onOpen: (importId: string) => void;
  onClose: () => void;
}

/** Takes orders over from a file, and says what became of each of its rows. */
export default function OrderImportDialog({ importId, stores, onOpen, onClose }: OrderImportDialogProps) {
  return importId === null ? (
    <OrderImportStart stores={stores} onOpen={onOpen} onClose={onClose} />
  ) : (
    <OrderImportResult key={importId} importId={importId} onClose={onClose} />
  );
}
