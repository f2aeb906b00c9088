import { z } from 'zod';
import { Instant } from '../shape.ts';

/** A public post by another author that shows a creator's code. */
export const CodeSighting = z.object({
  /** Null if the source gives none. */
  url: z.string().nullable(),
  author: z.string(),
  /** The name of the source, such as Bluesky. */
  source: z.string(),
  published: Instant,
});
export type CodeSighting = z.infer<typeof CodeSighting>;

/** The most posts that an alert lists; its figures count all. */
export const MOST_SIGHTINGS = 20;

/** Older posts don't raise an alert. */
export const SIGHTING_MS = 7 * 86_400_000;

/** A code, and the time within which posts with it were published. */
export interface SightingWindow {
  /** What is found is returned under this name. */
  key: string;
  codeId: string;
  from: Date;
  until: Date;
}

/** Public posts with a code by others than its creator. */
export interface SeenCode {
  key: string;
  sightings: number;
  authors: number;
  /** Newest first. */
  latest: CodeSighting[];
}

/** Returns what social listening saw of a brand's codes in these windows, leaving out those without posts. */
export type ReadSightings = (brandId: string, windows: readonly SightingWindow[]) => Promise<SeenCode[]>;
