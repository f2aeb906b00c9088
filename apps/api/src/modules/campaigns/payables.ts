import * as contract from '@troupe/contract/campaigns/payable';
import {
  PAYABLE_STATE_NAMES,
  type PayableState,
  payableChangeRefusal,
} from '@troupe/domain/campaigns/payable';
import type { PayoutState } from '@troupe/domain/campaigns/payout';
import { csvAmount } from '@troupe/domain/csv';
import { Problem, problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import type { Api } from '../../platform/api.ts';
import { sendCsv } from '../../platform/csv/csv-file.ts';
import { csvWord } from '../../platform/csv/csv-words.ts';
import { publish } from '../../platform/events.ts';
import {
  eachPayable,
  readOwnPayables,
  readPayableHistory,
  readPayablePage,
  readPayableSums,
  readPayables,
} from './payable/payable.queries.ts';
import {
  lockPayables,
  type PayableChange,
  type StoredPayable,
  settlePayables,
  writePayable,
} from './payable/payable-change.queries.ts';
import { payoutMethodsOf } from './payout/payout.methods.ts';
import { readPayoutStates } from './payout/payout.queries.ts';
import { type PayoutParts, publishMove } from './send-payouts.ts';

/**
 * Registers the calls for payments to creators that people make elsewhere and record here, with the bank's reference.
 * Payments through a provider are in `payouts.ts`.
 */
export function payables({ api, provider }: PayoutParts): void {
  const { implement, db, pool, clock, config } = api;
  const brandOf = (brandId: string) => ({ brandId, methods: payoutMethodsOf(config, provider, brandId) });
  implement(contract.listPayables, async ({ brandId, query: { page, ...filter } }) => {
    const [{ payables, total }, sums] = await Promise.all([
      readPayablePage(pool, brandOf(brandId), filter, page),
      readPayableSums(pool, brandId),
    ]);
    return { payables, sums, ...pagesOf(page, total) };
  });

  implement(contract.getPayable, async ({ brandId, params: { payableId } }) => {
    const [payable] = await readPayables(pool, brandOf(brandId), [payableId]);
    if (!payable) throw problem('not_found');
    return { payable, history: await readPayableHistory(pool, payableId) };
  });

  implement(contract.movePayables, async ({ brandId, body, caller }) => {
    const seen = new Map(body.payables.map(({ id, version }) => [id.toLowerCase(), version]));
    const refused: { id: string; code: string; message: string }[] = [];
    const changed: string[] = [];
    const now = clock.now();
    await db.transaction(async (tx) => {
      const rows = new Map((await lockPayables(tx, brandId, [...seen.keys()])).map((row) => [row.id, row]));
      const payouts = await readPayoutStates(tx, [...rows.keys()]);
      for (const [id, version] of seen) {
        try {
          const row = rows.get(id);
          if (!row || row.held) throw problem('not_found');
          const payoutState = payouts.get(id) ?? null;
          const change = stepOf({ row, payoutState }, version, body, now);
          await writePayable(tx, row, change, { userId: caller.userId, now });
          if (body.state !== 'due')
            await publishMove(
              tx,
              row,
              { state: body.state, reason: change.columns.reason ?? null, failure: null },
              now,
            );
          changed.push(id);
        } catch (error) {
          if (!(error instanceof Problem) || seen.size === 1) throw error;
          refused.push({ id, code: error.code, message: error.message });
        }
      }
      if (changed.length > 0)
        await publish(tx, { type: 'payable.changed', brandId, data: { payableIds: changed } }, now);
    });
    return { changed: await readPayables(pool, brandOf(brandId), changed), refused };
  });

  implement(contract.exportPayables, async (context) =>
    sendCsv(context, {
      name: 'payments-to-creators.csv',
      head: HEADINGS,
      rows: eachPayable(pool, context.brandId, context.query),
      cells: (each) => [
        ...[each.created, each.fullname, each.username, each.platform, each.campaignTitle],
        ...[csvWord(PAYABLE_STATE_NAMES[each.state]), each.currency],
        ...[each.fee, each.processingFee, each.brandPays].map((amount) => csvAmount(amount, each.currency)),
        ...[each.paid, each.reference, each.reason],
      ],
    }),
  );

  implement(contract.listOwnPayables, async ({ caller }) => ({
    payables: await readOwnPayables(pool, caller.userId),
  }));
}

/** Keeps payables in line with opt-ins: completed with a fee means due. */
export function subscribePayables({ events }: Pick<Api, 'events'>): void {
  events.subscribe('opt_in.changed', (tx, published, now) =>
    settlePayables(
      tx,
      published.map(({ data }) => data.optInId),
      null,
      now,
    ),
  );
}

const HEADINGS = [
  ...['Due since', 'Name', 'Username', 'Platform', 'Campaign', 'Payment status', 'Currency'],
  ...['Agreed fee', 'Processing fee', 'You pay', 'Paid', 'Reference', 'Reason'],
];

/**
 * Returns the writes of a state change.
 * @throws conflict when the version is outdated, invalid_transition when the move isn't allowed
 */
function stepOf(
  { row, payoutState }: { row: StoredPayable; payoutState: PayoutState | null },
  version: number,
  { state, reason, reference }: { state: PayableState; reason: string; reference: string },
  now: Date,
): PayableChange {
  const extra = { version: row.version, state: row.state };
  const refusal = payableChangeRefusal({ state: row.state, sending: row.sending, payoutState }, state);
  // A double click finds the state already set: report that instead of a conflict.
  if (row.version !== version && row.state !== state) throw problem('conflict', { extra });
  if (refusal !== null) throw problem('invalid_transition', { message: refusal, extra });
  const why = state === 'failed' ? reason.trim() : null;
  const known = state === 'paid' ? reference.trim() || null : state === 'failed' ? row.reference : null;
  return {
    columns: { state, reason: why, reference: known, paidAt: state === 'paid' ? now.toISOString() : null },
    text: lineOf(row.state, state, why ?? known),
  };
}

function lineOf(from: PayableState, to: PayableState, more: string | null): string {
  if (to === 'due') return 'Approval revoked';
  if (to === 'approved') return from === 'failed' ? 'Approved again' : 'Approved';
  return `${PAYABLE_STATE_NAMES[to]}${more ? `: ${more}` : ''}`;
}
