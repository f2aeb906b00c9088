/**
 * Does for many at once what is asked for one by one: what comes while the work is under way waits for the next round,
 * and each asker for the round of its own. A round that fails fails for everybody in it.
 * @param most how many a round takes at most
 */
export function together<T, R>(
  most: number,
  work: (items: readonly T[]) => Promise<readonly R[]>,
): (item: T) => Promise<R> {
  let waiting: { item: T; resolve: (result: R) => void; reject: (error: unknown) => void }[] = [];
  let busy = false;

  async function rounds(): Promise<void> {
    busy = true;
    // What came in the same moment goes along.
    await null;
    while (waiting.length > 0) {
      const round = waiting.slice(0, most);
      waiting = waiting.slice(most);
      try {
        const results = await work(round.map(({ item }) => item));
        for (const [at, { resolve }] of round.entries()) resolve(results[at] as R);
      } catch (error) {
        for (const { reject } of round) reject(error);
      }
    }
    busy = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!busy) void rounds();
    });
}
