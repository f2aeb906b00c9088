import { z } from 'zod';
import { Id, Instant } from '../shape.ts';

export const BrandExportStatus = z.enum(['waiting', 'running', 'done', 'failed', 'expired']);
export type BrandExportStatus = z.infer<typeof BrandExportStatus>;

/** An archive of all data of a brand. */
export const BrandExport = z.object({
  id: Id,
  status: BrandExportStatus,
  /** Whether the files that creators and teammates sent are in it, or only the list of them. */
  withFiles: z.boolean(),
  /** Rows and files so far, and how many there are. */
  done: z.int(),
  total: z.int(),
  /** How many of each noun are in it. */
  counts: z.record(z.string(), z.int()),
  bytes: z.int().nullable(),
  created: Instant,
  by: z.string().nullable(),
  finished: Instant.nullable(),
  /** When it is removed. */
  expires: Instant.nullable(),
  /** Where it can be downloaded for the next hour; only while it is there. */
  url: z.string().nullable(),
});
export type BrandExport = z.infer<typeof BrandExport>;
