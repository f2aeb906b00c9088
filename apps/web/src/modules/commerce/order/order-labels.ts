import type { Order, OrderStatus } from '@troupe/domain/commerce/order';
import type { OrderImport, OrderRowOutcome } from '@troupe/domain/commerce/order-import';
import type { PillTone } from '@troupe/ui/content/pill';
import { counted, exactNumber } from '@troupe/ui/lib/format';

export const STATUS_TONES: Record<OrderStatus, PillTone> = {
  open: 'green',
  partly_refunded: 'tangerine',
  refunded: 'neutral',
  cancelled: 'neutral',
  test: 'iris',
};

/** Where an order came into the ledger: the store's domain, or a file. */
export const sourceText = ({ source, shop }: Pick<Order, 'source' | 'shop'>): string =>
  source === 'import' ? 'File' : (shop ?? 'Store');

/** Attribution signals: codes, then the reference of the link. */
export const traceText = ({ discounts, ref }: Pick<Order, 'discounts' | 'ref'>): string =>
  [...discounts.map(({ code }) => code), ref].filter(Boolean).join(', ');

export const OUTCOME_WORDS: Record<OrderRowOutcome, string> = {
  imported: 'New orders',
  merged: 'Added to orders',
  skipped: 'Nothing new',
  rejected: 'Rejected',
};

/** The kind of file and the store its orders belong to. */
export const fileText = ({ kind, storeName }: Pick<OrderImport, 'kind' | 'storeName'>): string =>
  `${kind}, assigned to ${storeName ?? 'no store'}`;

/** How an import of orders stands, in a sentence. */
export function importText({ state, rows, rejected, error }: OrderImport): string {
  switch (state) {
    case 'waiting':
      return 'File uploaded. It will be read in a moment.';
    case 'running':
      return 'The file is being read. You can leave this screen while it runs.';
    case 'failed':
      return (
        error ??
        "Couldn't read the whole file. Import it again; orders already imported aren't counted twice."
      );
    case 'done':
      return rejected > 0
        ? `${counted(rows, 'row')} read, ${exactNumber(rejected)} of them rejected.`
        : `${counted(rows, 'row')} read, none rejected.`;
  }
}

/** Whether an import has not come to its end. */
export const isImporting = ({ state }: Pick<OrderImport, 'state'>): boolean =>
  state === 'waiting' || state === 'running';

/** Display order of outcomes: skipped rows first, then new ones. */
export const worthSeeing = (found: Pick<OrderImport, OrderRowOutcome>): OrderRowOutcome =>
  (['rejected', 'skipped', 'imported', 'merged'] as const).find((one) => found[one] > 0) ?? 'rejected';
