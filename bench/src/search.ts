import { Client, percentile } from './load.ts';
import { queryOf, scenarios } from './scenarios.ts';

export interface SearchFigures {
  scenarios: { name: string; p50: number; p95: number; worst: number; worstQuery: string }[];
  all: { p50: number; p95: number; p99: number };
  fourClients: { p50: number; p95: number; perSecond: number };
}

/** Queries of each kind. */
export const QUERIES = 40;
const DEEP_PAGE = 50;

/** Measures the search over HTTP, first with one client, then with four. */
export async function measureSearch(base: string, token: string, brandId: string): Promise<SearchFigures> {
  const client = new Client(base, token);
  const address = (query: string) => `/brand/${brandId}/creators?${query}`;
  // Load freshly written data into memory, as on a server in use.
  await measureFour(base, token, address, 101);

  const figures: SearchFigures['scenarios'] = [];
  const all: number[] = [];
  const measure = async (name: string, queries: string[]) => {
    const times: number[] = [];
    for (const query of queries) times.push(await client.time(address(query)));
    const worst = Math.max(...times);
    figures.push({
      name,
      p50: percentile(times, 0.5),
      p95: percentile(times, 0.95),
      worst,
      worstQuery: queries[times.indexOf(worst)] ?? '',
    });
    all.push(...times);
  };
  for (const { name, make } of scenarios(2))
    await measure(
      name,
      Array.from({ length: QUERIES }, () => queryOf(make())),
    );
  await measure('deep page (50th)', await deepPages(client, address));
  client.close();

  return {
    scenarios: figures,
    all: { p50: percentile(all, 0.5), p95: percentile(all, 0.95), p99: percentile(all, 0.99) },
    fourClients: await measureFour(base, token, address, 11),
  };
}

/** Returns queries with enough results for a 50th page. */
export async function deepPages(client: Client, address: (query: string) => string): Promise<string[]> {
  const starts = ['sort=followers', 'q=travel', 'platform=tiktok&sort=engagement', 'country=US&country=GB'];
  const found: string[] = [];
  for (const start of starts) {
    let query = start;
    for (let page = 2; page <= DEEP_PAGE; page++) {
      const { nextCursor } = JSON.parse(await client.send(address(query)));
      query = `${start}&cursor=${encodeURIComponent(nextCursor)}`;
    }
    found.push(...Array.from({ length: QUERIES / starts.length }, () => query));
  }
  return found;
}

/** Measures searches of four clients at a time. */
export async function measureFour(
  base: string,
  token: string,
  address: (query: string) => string,
  seed: number,
) {
  const times: number[] = [];
  const startedAt = performance.now();
  await Promise.all(
    [0, 1, 2, 3].map(async (number) => {
      const client = new Client(base, token);
      const kinds = scenarios(seed + number);
      for (let n = 0; n < QUERIES * 4; n++) {
        const kind = kinds[n % kinds.length];
        if (kind) times.push(await client.time(address(queryOf(kind.make()))));
      }
      client.close();
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), perSecond: times.length / seconds };
}
