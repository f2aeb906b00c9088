import type { Order, OrderStatus } from '@troupe/domain/commerce/order';
import type { OrderImport, OrderRowOutcome } from '@troupe/domain/commerce/order-import';
import type { PillTone } from '@troupe/ui/content/pill';
import { exactNumber } from '@troupe/ui/lib/format';
import { t } from '../messages/messages.gen.ts';

export const STATUS_TONES: Record<OrderStatus, PillTone> = {
  open: 'green',
  partly_refunded: 'tangerine',
  refunded: 'neutral',
  cancelled: 'neutral',
  test: 'iris',
  gift: 'iris',
};

/** Where an order came into the ledger: the store's domain, or a file. */
export const sourceText = ({ source, shop }: Pick<Order, 'source' | 'shop'>): string =>
  source === 'import' ? t('source.file') : (shop ?? t('store'));

/** Attribution signals: codes, then the reference of the link. */
export const traceText = ({ discounts, ref }: Pick<Order, 'discounts' | 'ref'>): string =>
  [...discounts.map(({ code }) => code), ref].filter(Boolean).join(', ');

export const outcomeWord = (outcome: OrderRowOutcome): string => t(`outcome.${outcome}`);

/** The kind of file and the store its orders belong to. */
export const fileText = ({ kind, storeName }: Pick<OrderImport, 'kind' | 'storeName'>): string =>
  t('import.fileText', { kind, store: storeName ?? '', hasStore: storeName === null ? 'no' : 'yes' });

/** How an import of orders stands, in a sentence. */
export function importText({ state, rows, rejected, error }: OrderImport): string {
  switch (state) {
    case 'waiting':
      return t('import.state.waiting');
    case 'running':
      return t('import.state.running');
    case 'failed':
      return error ?? t('import.state.failed');
    case 'done':
      return rejected > 0
        ? t('import.state.doneRejected', { rows, rejected: exactNumber(rejected) })
        : t('import.state.done', { rows });
  }
}

/** Whether an import has not come to its end. */
export const isImporting = ({ state }: Pick<OrderImport, 'state'>): boolean =>
  state === 'waiting' || state === 'running';

/** Display order of outcomes: skipped rows first, then new ones. */
export const worthSeeing = (found: Pick<OrderImport, OrderRowOutcome>): OrderRowOutcome =>
  (['rejected', 'skipped', 'imported', 'merged'] as const).find((one) => found[one] > 0) ?? 'rejected';
