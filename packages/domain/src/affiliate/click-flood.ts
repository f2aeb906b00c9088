/**
 * When clicks come too fast, by a Poisson CUSUM (Lucas 1985): the sum grows by one with each click and shrinks by
 * `drift` each second, never below zero. Clicks count as a flood while it is above `alarm`.
 */
export interface FloodLimit {
  /** Clicks a second that are normal, and those that are surely too many. */
  normal: number;
  abnormal: number;
  /** The sum from which on clicks are a flood. */
  alarm: number;
}

/** One network on one link: about 110 clicks a minute pass for as long as they like. */
export const NETWORK_FLOOD: FloodLimit = { normal: 1, abnormal: 3, alarm: 60 };

/** One link from everywhere, in one process: 180 clicks a second pass, as a post of a celebrity brings them. */
export const LINK_FLOOD: FloodLimit = { normal: 100, abnormal: 300, alarm: 3000 };

/** Returns how much the sum shrinks in a second: `(abnormal - normal) / ln(abnormal / normal)`. */
export const driftOf = ({ normal, abnormal }: FloodLimit): number =>
  (abnormal - normal) / Math.log(abnormal / normal);

/** The sum after the latest click. */
export interface FloodState {
  sum: number;
  /** When that was, in milliseconds. */
  at: number;
}

/**
 * Adds a click, and returns whether it is part of a flood.
 * @param state is changed; starts as `{ sum: 0, at: now }`
 * @param now milliseconds; a clock that goes back counts as standing still
 */
export function addToFlood(state: FloodState, limit: FloodLimit, now: number): boolean {
  const seconds = Math.max(0, now - state.at) / 1000;
  const sum = Math.max(0, state.sum - driftOf(limit) * seconds) + 1;
  // Kept low enough to end soon after the flood does.
  state.sum = Math.min(sum, 2 * limit.alarm);
  state.at = Math.max(now, state.at);
  return sum > limit.alarm;
}
