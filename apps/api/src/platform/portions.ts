/**
 * Makes things one by one and hands them out in portions of at most `most` things and about `size` together, so that
 * never more than one portion stands in memory. One that is larger by itself is a portion of its own.
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
