/** Deterministic pseudorandom numbers. */
export type Random = ReturnType<typeof randomOf>;

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** Numbers from a seed (FNV-1a into mulberry32). */
export function randomOf(seed: string) {
  let state = hash(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
  /** An integer from `low` to `high`, inclusive. */
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    /** From 0 to 1, exclusive. */
    next,
    whole,
    pick: <T>(list: readonly T[]): T => list[whole(0, list.length - 1)]!,
    /** True with the probability `share`. */
    chance: (share: number) => next() < share,
  };
}
