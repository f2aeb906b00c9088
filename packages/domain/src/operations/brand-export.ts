import { z } from 'zod';
import { Id, Instant } from '../shape.ts';

export const BrandExportStatus = z.enum(['waiting', 'running', 'done', 'failed', 'expired']);
export type BrandExportStatus = z.infer<typeof BrandExportStatus>;

/** An archive of all data of a brand. */
export const BrandExport = z.object({
  id: Id,
  status: BrandExportStatus,
  /** Whether uploaded files are included, or only listed. */
  withFiles: z.boolean(),
  /** Rows and files exported so far, and in total. */
  done: z.int(),
  total: z.int(),
  /** Number of records per resource. */
  counts: z.record(z.string(), z.int()),
  bytes: z.int().nullable(),
  created: Instant,
  by: z.string().nullable(),
  finished: Instant.nullable(),
  /** When it is deleted. */
  expires: Instant.nullable(),
  /** Download link valid for one hour; null if the archive isn't available. */
  url: z.string().nullable(),
});
export type BrandExport = z.infer<typeof BrandExport>;
