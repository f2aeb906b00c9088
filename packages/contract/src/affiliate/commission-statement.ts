import {
  CommissionStatement,
  NextStatement,
  OwnStatement,
  SignedStatement,
  StatementDetail,
  StatementState,
  StatementSum,
} from '@troupe/domain/affiliate/commission-statement';
import { Id, PageNumber, paging, several } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const one = params.extend({ statementId: Id });
const own = z.object({ statementId: Id });
const noun = 'commission-statement';

export const listStatements = defineCall({
  name: 'listStatements',
  noun,
  method: 'GET',
  path: '/brand/:brandId/affiliates/statements',
  access: 'brand',
  summary:
    'Lists monthly commission statements, newest first. There is one per creator and currency. `sums` holds totals by state and currency across all pages. Amounts are in minor units.',
  params,
  query: z.object({
    page: PageNumber.default(1),
    affiliateId: Id.optional(),
    state: several(StatementState),
  }),
  output: z.object({ statements: z.array(CommissionStatement), sums: z.array(StatementSum), ...paging }),
});

export const exportStatements = defineCall({
  name: 'exportStatements',
  noun,
  method: 'GET',
  path: '/brand/:brandId/affiliates/statements/csv',
  access: 'brand',
  summary: 'Downloads the amounts of up to 10,000 statements as CSV, newest first.',
  params,
  query: z.object({ affiliateId: Id.optional(), state: several(StatementState) }),
  file: 'text/csv',
});

export const getStatement = defineCall({
  name: 'getStatement',
  noun,
  method: 'GET',
  path: '/brand/:brandId/affiliates/statements/:statementId',
  access: 'brand',
  summary: 'Retrieves a statement with its entries.',
  params: one,
  output: StatementDetail,
  problems: ['not_found'],
});

export const closeStatements = defineCall({
  name: 'closeStatements',
  noun,
  method: 'POST',
  path: '/brand/:brandId/affiliates/statements',
  access: 'brand',
  peopleOnly: true,
  summary:
    "Closes the previous month, in the program's time zone. This also happens automatically on the first of each month. Returns the statements created; none if the month is already closed.",
  params,
  output: z.object({ statements: z.array(CommissionStatement) }),
  problems: ['invalid_transition'],
});

export const approveStatement = defineCall({
  name: 'approveStatement',
  noun,
  method: 'POST',
  path: '/brand/:brandId/affiliates/statements/:statementId/approve',
  access: 'brand',
  peopleOnly: true,
  summary: 'Approves the amount due on a statement and creates a payment to the creator.',
  params: one,
  output: z.object({ statement: CommissionStatement }),
  problems: ['not_found', 'invalid_transition'],
});

const SIGNED =
  'Includes the SHA-256 hash of its `content` as canonical JSON, the hash of the previous statement, and an Ed25519 signature; `docs/verify-statement.mjs` verifies them.';

export const getStatementPdf = defineCall({
  name: 'getStatementPdf',
  noun,
  method: 'GET',
  path: '/brand/:brandId/affiliates/statements/:statementId/pdf',
  access: 'brand',
  summary: 'Downloads a statement as PDF.',
  params: one,
  file: 'application/pdf',
  problems: ['not_found'],
});

export const getStatementCsv = defineCall({
  name: 'getStatementCsv',
  noun,
  method: 'GET',
  path: '/brand/:brandId/affiliates/statements/:statementId/csv',
  access: 'brand',
  summary: 'Downloads the entries of a statement as CSV.',
  params: one,
  file: 'text/csv',
  problems: ['not_found'],
});

export const getSignedStatement = defineCall({
  name: 'getSignedStatement',
  noun,
  method: 'GET',
  path: '/brand/:brandId/affiliates/statements/:statementId/json',
  access: 'brand',
  summary: `Retrieves a statement as JSON. ${SIGNED}`,
  params: one,
  output: SignedStatement,
  problems: ['not_found'],
});

export const listOwnStatements = defineCall({
  name: 'listOwnStatements',
  noun,
  method: 'GET',
  path: '/me/statements',
  access: 'creator',
  summary:
    "Lists up to 500 of the creator's statements from all programs, newest first. `next` holds the expected amounts of the next statements; `held` is the amount that becomes payable later.",
  output: z.object({ statements: z.array(OwnStatement), next: z.array(NextStatement) }),
});

export const getOwnStatementPdf = defineCall({
  name: 'getOwnStatementPdf',
  noun,
  method: 'GET',
  path: '/me/statements/:statementId/pdf',
  access: 'creator',
  summary: "Downloads the creator's statement as PDF.",
  params: own,
  file: 'application/pdf',
  problems: ['not_found'],
});

export const getOwnStatementCsv = defineCall({
  name: 'getOwnStatementCsv',
  noun,
  method: 'GET',
  path: '/me/statements/:statementId/csv',
  access: 'creator',
  summary: "Downloads the entries of the creator's statement as CSV.",
  params: own,
  file: 'text/csv',
  problems: ['not_found'],
});

export const getOwnSignedStatement = defineCall({
  name: 'getOwnSignedStatement',
  noun,
  method: 'GET',
  path: '/me/statements/:statementId/json',
  access: 'creator',
  summary: `Retrieves the creator's statement as JSON. ${SIGNED}`,
  params: own,
  output: SignedStatement,
  problems: ['not_found'],
});
