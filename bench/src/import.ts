import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiProcess } from './api.ts';
import { Client, dice, percentile } from './load.ts';
import { queryOf, scenarios } from './scenarios.ts';
import { CATEGORIES, firstName, lastName, word, wordNumber } from './seed.ts';

export interface ImportFigures {
  rows: number;
  seconds: number;
  imported: number;
  searchP50: number;
  searchP95: number;
  memory: number;
}

const COUNTRIES = ['Spain', 'India', 'United States', 'Brazil', 'Germany', 'Indonesia'];
const PAUSE_MS = 25;

/** Imports a file during searches, and measures the API's memory. */
export async function measureImport(options: {
  api: ApiProcess;
  token: string;
  brandId: string;
  rows: number;
}): Promise<ImportFigures> {
  const { api, token, brandId, rows } = options;
  const client = new Client(api.url, token);
  const file = inventFile(rows);
  let memory = 0;
  const watch = setInterval(() => {
    memory = Math.max(memory, api.memory());
  }, 50);
  const stopped = new AbortController();
  const searches = search(new Client(api.url, token), brandId, stopped.signal);
  try {
    const startedAt = performance.now();
    const uploaded = JSON.parse(await client.send(`/brand/${brandId}/imports`, 'POST', asForm(file)));
    const address = `/brand/${brandId}/import/${uploaded.import.id}`;
    await client.send(`${address}/start`, 'POST', json({}));
    const counts = await untilDone(client, address);
    const seconds = (performance.now() - startedAt) / 1000;
    stopped.abort();
    const times = await searches;
    return {
      rows,
      seconds,
      imported: counts.added + counts.linked,
      searchP50: percentile(times, 0.5),
      searchP95: percentile(times, 0.95),
      memory,
    };
  } finally {
    stopped.abort();
    clearInterval(watch);
    client.close();
  }
}

async function untilDone(client: Client, address: string): Promise<{ added: number; linked: number }> {
  for (;;) {
    await sleep(200);
    const { import: one } = JSON.parse(await client.send(address));
    if (one.state === 'done') return one.counts;
    if (one.state !== 'waiting' && one.state !== 'running')
      throw new Error(`The import is ${one.state}: ${one.error}`);
  }
}

async function search(client: Client, brandId: string, signal: AbortSignal): Promise<number[]> {
  const kinds = scenarios(21);
  const times: number[] = [];
  for (let n = 0; !signal.aborted; n++) {
    const kind = kinds[n % kinds.length];
    if (kind) times.push(await client.time(`/brand/${brandId}/creators?${queryOf(kind.make())}`));
    await sleep(PAUSE_MS);
  }
  client.close();
  return times;
}

function inventFile(rows: number): string {
  const next = dice(31);
  const upTo = (limit: number) => Math.floor(next() * limit);
  const lines = [
    'Instagram name,Full name,Followers,Engagement rate,Country,Category,Language,Bio,Email,Verified',
  ];
  for (let n = 0; n < rows; n++) {
    const [first, last] = [firstName(upTo(600)), lastName(upTo(4000))];
    const bio = Array.from({ length: 10 }, () => word(wordNumber(next()))).join(' ');
    lines.push(
      `${first}.${last}.${n},${first} ${last},"${upTo(900_000).toLocaleString('en-US')}",${upTo(900) / 100}%,${COUNTRIES[n % 6]},${CATEGORIES[n % 26]},en,"Hello, ${bio}",${first}${n}@mail.example,${n % 2}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

const BOUNDARY = 'bench-boundary';

const asForm = (file: string) => ({
  type: `multipart/form-data; boundary=${BOUNDARY}`,
  content: Buffer.from(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="creators.csv"\r\ncontent-type: text/csv\r\n\r\n${file}\r\n--${BOUNDARY}--\r\n`,
  ),
});

const json = (body: object) => ({ type: 'application/json', content: Buffer.from(JSON.stringify(body)) });
