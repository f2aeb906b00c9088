import { Client } from '../load.ts';
import { queryOf, scenarios } from '../scenarios.ts';
import { deepPages, measureFour, QUERIES } from '../search.ts';

/** Times of the same searches in PostgreSQL and in the search engine. */
export interface Times {
  database: number[];
  engine: number[];
}

/** A kind of search, with the slowest query of the engine and of PostgreSQL. */
export interface ComparedScenario extends Times {
  name: string;
  worst: Record<keyof Times, string>;
}

export interface ComparedSearches {
  scenarios: ComparedScenario[];
  fourClients: Record<keyof Times, { p50: number; p95: number; perSecond: number }>;
  /** Searches whose first page was the same, among all with one client. */
  same: number;
  all: number;
  /** Queries whose first page differed. */
  different: string[];
}

/** URLs of two APIs with the same data. */
export type Sides = Record<keyof Times, string>;

const SIDES = ['database', 'engine'] as const;
const WARM_UPS = 3;

/** Loads data into memory and lets the programs compile what they use most, as on a server in use. */
export async function warmUp(
  sides: Sides,
  { token, brandId }: { token: string; brandId: string },
): Promise<void> {
  for (let round = 0; round < WARM_UPS; round++)
    for (const side of SIDES) await measureFour(sides[side], token, pathOf(brandId), 101 + 10 * round);
}

const pathOf = (brandId: string) => (query: string) => `/brand/${brandId}/creators?${query}`;

/** Sends the same searches to both APIs: first one at a time to each in turn, then four at a time to one after the other. */
export async function compareSearches(
  sides: Sides,
  { token, brandId }: { token: string; brandId: string },
): Promise<ComparedSearches> {
  const path = pathOf(brandId);
  const clients = { database: new Client(sides.database, token), engine: new Client(sides.engine, token) };
  const compared: ComparedScenario[] = [];
  const different: string[] = [];
  let all = 0;
  const measure = async (name: string, queries: string[]) => {
    const times: Times = { database: [], engine: [] };
    for (const [n, query] of queries.entries()) {
      const found = { database: '', engine: '' };
      // Both read creators from the same database, so the second one finds them in memory.
      for (const side of n % 2 === 0 ? SIDES : SIDES.toReversed()) {
        const startedAt = performance.now();
        const text = await clients[side].send(path(query));
        times[side].push(performance.now() - startedAt);
        found[side] = creatorsOf(text);
      }
      all++;
      if (found.database !== found.engine) different.push(query);
    }
    const worstOf = (side: keyof Times) => queries[times[side].indexOf(Math.max(...times[side]))] ?? '';
    compared.push(
      Object.assign({ name, worst: { database: worstOf('database'), engine: worstOf('engine') } }, times),
    );
  };
  for (const { name, make } of scenarios(2))
    await measure(
      name,
      Array.from({ length: QUERIES }, () => queryOf(make())),
    );
  await measure('deep page (50th)', await deepPages(clients.database, path));
  for (const side of SIDES) clients[side].close();

  return {
    scenarios: compared,
    fourClients: {
      database: await measureFour(sides.database, token, path, 11),
      engine: await measureFour(sides.engine, token, path, 11),
    },
    same: all - different.length,
    all,
    different,
  };
}

/** Returns the IDs of the creators of a page, in their order. */
function creatorsOf(text: string): string {
  const { creators }: { creators: { id: string }[] } = JSON.parse(text);
  return creators.map(({ id }) => id).join();
}
