import * as contract from '@troupe/contract/affiliate/commission-statement';
import {
  lastMonthIn,
  monthIn,
  statementAmounts,
  statementPaymentTitle,
} from '@troupe/domain/affiliate/commission-statement';
import { PROCESSING_FEE_PERCENT, paymentParts } from '@troupe/domain/campaigns/payable';
import { groupMoney, money } from '@troupe/domain/money';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import type { FastifyReply } from 'fastify';
import { openText } from '../../platform/access/secret.ts';
import type { Api, ChangeContext } from '../../platform/api.ts';
import { sendCsv } from '../../platform/csv/csv-file.ts';
import { type Database, withTransaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { newId } from '../../platform/id.ts';
import { oneByOne } from '../../platform/jobs.ts';
import { readBrandName } from '../account/brand/brand.queries.ts';
import { insertStatementPayable } from '../campaigns/payable/payable-change.queries.ts';
import { lockOrders } from '../commerce/order/order-ledger.queries.ts';
import { notify, notifyPeople } from '../inbox/notification/notification.queries.ts';
import { lockAffiliate } from './affiliate/affiliate-change.queries.ts';
import { readProgram } from './affiliate-program/affiliate-program.queries.ts';
import {
  insertStatement,
  lockStatement,
  markApproved,
  type OpenEntry,
  readOpenEntries,
  readProgramZones,
  readStatementAccounts,
  type StatementAccount,
  type StoredStatement,
} from './commission-statement/commission-statement.queries.ts';
import {
  contentOf,
  signHash,
  statementCsv,
  statementHash,
  statementListCsv,
  statementName,
  statementPdf,
  toSigned,
} from './commission-statement/statement-file.ts';
import {
  approvalRefusal,
  readAllStatements,
  readNextStatements,
  readOwnStatements,
  readSigned,
  readStatementPage,
  readStatements,
  type SignedRow,
} from './commission-statement/statement-page.queries.ts';
import { t } from './messages/messages.gen.ts';

const MOST_EXPORTED = 10_000;

/** Registers the calls about statements of commissions. */
export function commissionStatements(api: Api): void {
  const { implement, implementChange, pool, clock } = api;
  implement(contract.listStatements, async ({ brandId, query: { page, ...filter } }) => {
    const { statements, sums, total } = await readStatementPage(pool, brandId, filter, page);
    return { statements, sums, ...pagesOf(page, total) };
  });
  implement(contract.exportStatements, async (context) =>
    sendCsv(
      context,
      statementListCsv(await readAllStatements(pool, context.brandId, context.query, MOST_EXPORTED)),
    ),
  );
  implement(contract.getStatement, async ({ brandId, params: { statementId } }) => {
    const [statement] = await readStatements(pool, brandId, [statementId]);
    const signed = statement && (await readSigned(pool, statementId, { brandId }));
    if (!statement || !signed) throw problem('not_found');
    return { statement, lines: signed.lines };
  });
  implementChange(contract.closeStatements, async ({ brandId, commit }) => {
    const ids = await commit(async (tx) => {
      if (!(await readProgram(tx, brandId)))
        throw problem('invalid_transition', { message: 'Turn on the affiliate program first.' });
      return closeMonth(api, tx, brandId, clock.now());
    });
    return { statements: await readStatements(pool, brandId, ids) };
  });
  implementChange(contract.approveStatement, (context) => approve(api, context));
  const ofBrand = async ({ brandId, params }: { brandId: string; params: { statementId: string } }) =>
    known(await readSigned(pool, params.statementId, { brandId }));
  implement(contract.getStatementPdf, async (context) => sendPdf(context.reply, await ofBrand(context)));
  implement(contract.getStatementCsv, async (context) =>
    sendCsv(context, statementCsv(await ofBrand(context))),
  );
  implement(contract.getSignedStatement, async (context) => toSigned(await ofBrand(context)));
  ownStatements(api);
}

function ownStatements({ implement, pool, clock }: Api): void {
  implement(contract.listOwnStatements, async ({ caller }) => ({
    statements: await readOwnStatements(pool, caller.userId),
    next: await readNextStatements(pool, caller.userId, clock.now()),
  }));
  const ofCreator = async ({
    caller,
    params,
  }: {
    caller: { userId: string };
    params: { statementId: string };
  }) => known(await readSigned(pool, params.statementId, { userId: caller.userId }));
  implement(contract.getOwnStatementPdf, async (context) => sendPdf(context.reply, await ofCreator(context)));
  implement(contract.getOwnStatementCsv, async (context) =>
    sendCsv(context, statementCsv(await ofCreator(context))),
  );
  implement(contract.getOwnSignedStatement, async (context) => toSigned(await ofCreator(context)));
}

function known(row: SignedRow | null): SignedRow {
  if (!row) throw problem('not_found');
  return row;
}

const sendPdf = async (reply: FastifyReply, row: SignedRow) =>
  reply
    .type('application/pdf')
    .header('content-disposition', `inline; filename="${statementName(row)}.pdf"`)
    .send(await statementPdf(row));

/** Closes months that have ended: in each program's time zone, on the first of the month. */
export function commissionStatementJobs(api: Api): void {
  const { jobs, db, pool, clock, log } = api;
  // Hourly, for zones; a closed month has nothing left to close.
  jobs.every('7 * * * *', 'close-statements', async () => {
    await oneByOne(log, 'failed to close statements', await readProgramZones(db), ({ brandId }) =>
      withTransaction(pool, (tx) => closeMonth(api, tx, brandId, clock.now())),
    );
  });
}

interface WrittenStatement {
  statement: StoredStatement;
  account: StatementAccount;
}

/**
 * Closes the month that ended last in the program's zone, and announces its statements.
 * @returns the ids of what was written
 */
export async function closeMonth(api: Api, tx: Database, brandId: string, now: Date): Promise<string[]> {
  const written = await writeStatements(api.config.SECRET_KEY, tx, brandId, now);
  await announce(tx, brandId, written, now);
  return written.map(({ statement }) => statement.id);
}

/**
 * Writes the statements of the month that ended last in the program's zone. A month is closed once for each creator and
 * currency; entries that come later are on the next.
 */
export async function writeStatements(
  secretKey: string,
  tx: Database,
  brandId: string,
  now: Date,
): Promise<WrittenStatement[]> {
  await lockOrders(tx, brandId);
  const program = await readProgram(tx, brandId);
  if (!program) return [];
  const { zone } = program.rules;
  const month = lastMonthIn(zone, now);
  const entries = new Map<string, OpenEntry[]>();
  for (const entry of await readOpenEntries(tx, brandId, month.until)) {
    const key = `${entry.affiliateId} ${entry.currency}`;
    const own = entries.get(key);
    if (own) own.push(entry);
    else entries.set(key, [entry]);
  }
  const brandName = (await readBrandName(tx, brandId)) ?? '';
  const privateKey = openText(secretKey, program.signingSecret);
  const written: WrittenStatement[] = [];
  for (const account of await readStatementAccounts(tx, brandId)) {
    const own = entries.get(`${account.affiliateId} ${account.currency}`) ?? [];
    const { last } = account;
    if (last && Date.parse(last.until) >= month.until.getTime()) continue;
    const amounts = statementAmounts(last?.carriedOut ?? 0, own, account.minimum);
    if (own.length === 0 && amounts.due === 0) continue;
    const unsigned = {
      id: newId(),
      brandId,
      affiliateId: account.affiliateId,
      number: (last?.number ?? 0) + 1,
      currency: account.currency,
      from: month.from.toISOString(),
      until: month.until.toISOString(),
      zone,
      ...amounts,
      state: amounts.due > 0 ? ('open' as const) : ('carried' as const),
      brandName,
      creatorName: account.creatorName,
      previousSha256: last?.sha256 ?? null,
      approvedBy: null,
      approvedAt: null,
      createdAt: now.toISOString(),
    };
    const sha256 = statementHash(
      contentOf({ ...unsigned, lines: own.map((line) => ({ ...line, reason: null })) }),
    );
    const statement = {
      ...unsigned,
      sha256,
      signature: signHash(sha256, privateKey),
      signer: program.signer,
    };
    await insertStatement(
      tx,
      statement,
      own.map(({ id }) => id),
    );
    written.push({ statement, account });
  }
  return written;
}

async function announce(
  tx: Database,
  brandId: string,
  written: readonly WrittenStatement[],
  now: Date,
): Promise<void> {
  const [first] = written;
  if (!first) return;
  const { brandName } = first.statement;
  await publish(
    tx,
    written.map(({ statement: { id, affiliateId, currency, due, carriedOut } }) => ({
      type: 'statement.closed' as const,
      brandId,
      data: { statementId: id, affiliateId, currency, due, carriedOut },
    })),
    now,
  );
  for (const { statement, account } of written) {
    const { currency, due, carriedOut } = statement;
    if (!account.userId) continue;
    await notifyPeople(tx, [account.userId], {
      brandId,
      kind: 'affiliate',
      write: () => ({
        title: t('statement.closed', { brand: brandName }),
        text:
          due > 0
            ? t('statement.due', receivedText(due, currency))
            : t('statement.carried', { amount: money(carriedOut, currency) }),
      }),
      href: `/programs/${statement.affiliateId}`,
      reference: `statement:${statement.id}:closed`,
      now,
    });
  }
  const open = written.filter(({ statement }) => statement.state === 'open').length;
  if (open === 0) return;
  await notify(tx, {
    brandId,
    kind: 'affiliate',
    write: () => ({ title: t('statement.toApprove', { count: open }), text: t('statement.review') }),
    href: '/affiliate/statements?state=open',
    reference: `statements:${monthIn(first.statement.zone, new Date(first.statement.from))}:${first.statement.id}`,
    now,
  });
}

/** What arrives of an amount due, for a text. */
const receivedText = (due: number, currency: string) => {
  const { creatorGets } = paymentParts(due);
  const amount = groupMoney([due, creatorGets], currency);
  return { amount: amount(creatorGets), due: amount(due), percent: PROCESSING_FEE_PERCENT };
};

async function approve(
  { pool, clock }: Api,
  { brandId, caller, params: { statementId }, commit }: ChangeContext<typeof contract.approveStatement>,
) {
  const now = clock.now();
  await commit(async (tx) => {
    const row = await lockStatement(tx, brandId, statementId);
    if (!row) throw problem('not_found');
    const refusal = approvalRefusal(row.state);
    if (refusal) throw problem('invalid_transition', { message: refusal });
    const affiliate = await lockAffiliate(tx, row.affiliateId, brandId);
    if (!affiliate) throw problem('not_found');
    await markApproved(tx, statementId, caller.userId, now);
    const { creatorId, userId } = affiliate;
    const title = statementPaymentTitle(row);
    const payableId = await insertStatementPayable(
      tx,
      { brandId, statementId, creatorId, userId, title, fee: row.due, currency: row.currency },
      { userId: caller.userId, now },
    );
    await publish(tx, { type: 'payable.changed', brandId, data: { payableIds: [payableId] } }, now);
    const brand = (await readBrandName(tx, brandId)) ?? '';
    if (userId)
      await notifyPeople(tx, [userId], {
        brandId,
        kind: 'affiliate',
        write: () => ({
          title: t('statement.approved', { brand }),
          text: t('statement.approvedText', receivedText(row.due, row.currency)),
        }),
        href: `/programs/${row.affiliateId}`,
        reference: `statement:${statementId}:approved`,
        now,
      });
  });
  const [statement] = await readStatements(pool, brandId, [statementId]);
  if (!statement) throw problem('not_found');
  return { statement };
}
