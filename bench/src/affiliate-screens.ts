import type { SeededProgram } from './affiliate-seed.ts';
import type { ApiProcess } from './api.ts';
import { Client, percentile } from './load.ts';
import { serversOf, watchProcessor } from './processor.ts';

/** A request of the dashboard; times in milliseconds. */
export interface ScreenFigures {
  name: string;
  p50: number;
  p95: number;
  /** Processor time of the API and PostgreSQL per request. */
  cost: number;
}

const WARM_UP = 3;
const TIMES = 40;
const DAY_MS = 86_400_000;

/** Measures requests of the program's screens in sequence, as one person sends them. */
export async function measureScreens(
  { api, databaseUrl, token }: { api: ApiProcess; databaseUrl: string; token: string },
  { brandId, affiliateId }: SeededProgram,
): Promise<ScreenFigures[]> {
  const client = new Client(api.url, token);
  const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
  const analytics = `/brands/affiliates/affiliate-analytics/${brandId}`;
  const program = `/brand/${brandId}/affiliates`;
  const screens = [
    ['figures of 30 days', analytics],
    ['figures of 90 days, by week', `${analytics}?from=${day(89)}&groupBy=week`],
    ['figures of a creator, 30 days', `${analytics}/creator/${affiliateId}`],
    ['creators', `${program}?page=1`],
    ['orders', `${program}/orders?page=1`],
    ['orders of a creator', `${program}/orders?page=1&affiliateId=${affiliateId}`],
  ] as const;
  try {
    const figures: ScreenFigures[] = [];
    for (const [name, path] of screens) {
      for (let n = 0; n < WARM_UP; n++) await client.send(path);
      const processor = watchProcessor([api.pid, ...serversOf(databaseUrl)]);
      const took: number[] = [];
      for (let n = 0; n < TIMES; n++) took.push(await client.time(path));
      figures.push({
        name,
        p50: percentile(took, 0.5),
        p95: percentile(took, 0.95),
        cost: processor() / TIMES,
      });
    }
    return figures;
  } finally {
    client.close();
  }
}
