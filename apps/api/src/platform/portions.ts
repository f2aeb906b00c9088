/**
 * Makes items lazily and yields them in chunks of at most `most` items and about `size` in total, so that only one
 * chunk is in memory. An oversized item gets its own chunk.
 */
export function* inPortions<T, M>(
  things: Iterable<T>,
  make: (thing: T) => M,
  { most, size, sizeOf }: { most: number; size: number; sizeOf: (made: M) => number },
): Generator<M[]> {
  let portion: M[] = [];
  let filled = 0;
  for (const thing of things) {
    const made = make(thing);
    const own = sizeOf(made);
    if (portion.length > 0 && (portion.length >= most || filled + own > size)) {
      yield portion;
      portion = [];
      filled = 0;
    }
    portion.push(made);
    filled += own;
  }
  if (portion.length > 0) yield portion;
}
