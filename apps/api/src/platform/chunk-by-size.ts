/**
 * Makes items lazily and yields them in chunks of at most `most` items and about `size` in total, so that only one
 * chunk is in memory. An oversized item gets its own chunk.
 */
export function* chunkBySize<T, M>(
  items: Iterable<T>,
  make: (item: T) => M,
  { most, size, sizeOf }: { most: number; size: number; sizeOf: (made: M) => number },
): Generator<M[]> {
  let chunk: M[] = [];
  let filled = 0;
  for (const item of items) {
    const made = make(item);
    const own = sizeOf(made);
    if (chunk.length > 0 && (chunk.length >= most || filled + own > size)) {
      yield chunk;
      chunk = [];
      filled = 0;
    }
    chunk.push(made);
    filled += own;
  }
  if (chunk.length > 0) yield chunk;
}
