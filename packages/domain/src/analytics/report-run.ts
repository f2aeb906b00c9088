import { z } from 'zod';
import { FormulaId } from '../figure.ts';
import { Day, Id, Instant } from '../shape.ts';
import { ReportSnapshot } from './report.ts';

/** What became of a run: kept after a person asked for it, sent, or not sent with the reason. */
export const RunOutcome = z.enum(['kept', 'sent', 'same', 'empty', 'no-recipients', 'limit']);
export type RunOutcome = z.infer<typeof RunOutcome>;

/** A frozen report. */
export const ReportRun = z.object({
  id: Id,
  reportId: Id,
  version: z.int(),
  /** The time of its schedule; null if a person ran it. */
  slot: Instant.nullable(),
  by: z.string().nullable(),
  asOf: Instant,
  from: Day,
  to: Day,
  zone: z.string(),
  /** SHA-256 of the frozen report in canonical JSON, in hex. */
  sha256: z.string(),
  outcome: RunOutcome,
  /** Recipients of the email, and how many the mail server accepted so far. */
  recipients: z.int(),
  delivered: z.int(),
  /** Figures of the days of the run before that changed since. */
  corrections: z.int(),
  previousRunId: Id.nullable(),
});
export type ReportRun = z.infer<typeof ReportRun>;

/** What a sum was added up from: kind, ID and amount of each item, in the unit of the figure. */
export const EvidenceItems = z.object({
  formula: FormulaId,
  currency: z.string().nullable(),
  /** Whether there were too many to keep. */
  cut: z.boolean(),
  items: z.array(z.tuple([z.string(), z.string(), z.number()])),
});
export type EvidenceItems = z.infer<typeof EvidenceItems>;

/** A report with its hash, as a file. `apps/web/src/modules/analytics/report/verify-report.mjs` checks it offline. */
export const ReportEvidence = z.object({
  /** Null for a live report. */
  runId: Id.nullable(),
  snapshot: ReportSnapshot,
  sha256: z.string(),
  /** What the sums were added up from; only for the team. */
  items: z.array(EvidenceItems).optional(),
});
export type ReportEvidence = z.infer<typeof ReportEvidence>;
