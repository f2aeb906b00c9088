import type { Random } from './random.ts';

/** One subject of a thumbnail, drawn on 160 x 120 and readable when its sides are cut off. */
export interface Motif {
  name: string;
  /** May be mirrored without looking wrong. */
  flips?: boolean;
  draw(random: Random): string;
}
