import { migrate } from '../api.ts';
import { startIssuer } from '../issuer.ts';
import { findPlace } from '../place.ts';
import type { Row } from '../report.ts';
import { seed } from '../seed.ts';
import { measureFlagSearch } from './flags.ts';
import { measureKills } from './kills.ts';
import { measureLive } from './live.ts';
import { measureQueries } from './matching.ts';
import { measureMentions, seedMentions } from './mentions.ts';
import { measureStream } from './stream.ts';

interface ListeningSizes {
  /** First of the ports. */
  port: number;
  mentions: number;
  creators: number;
  /** How long the API is killed every 30 seconds; 0 leaves it out. */
  killSeconds: number;
  /** Parts to measure, for example only `kills`. */
  parts: ReadonlySet<string>;
  say: (text: string) => void;
  /** Called with each row, so that measurements made before a failure are reported. */
  report: (rows: readonly Row[]) => void;
}

/** Parts of the measurements of listening. */
export const LISTENING_PARTS = ['queries', 'stream', 'kills', 'mentions', 'flags', 'screen'];

/** Measures social listening: queries in this process, the rest with the API, each part with its own database. */
export async function measureListening(sizes: ListeningSizes): Promise<void> {
  const { port, mentions, creators, killSeconds, parts, say, report } = sizes;
  if (parts.has('queries')) report(measureQueries(say));
  if (parts.has('stream')) await withDatabase('stream', (options) => measureStream(options, port + 2, say));
  if (parts.has('kills') && killSeconds > 0)
    await withDatabase('kills', async (options) => [await measureKills(options, port + 3, killSeconds, say)]);
  if (parts.has('mentions'))
    await withDatabase('mentions', async (options, sign) => {
      say(`seeding ${mentions.toLocaleString('en-US')} mentions`);
      const { brandId, subject } = await seedMentions(options.databaseUrl, mentions, say);
      say('list of mentions');
      return measureMentions(options, { token: sign(subject), brandId, mentions });
    });
  if (parts.has('flags'))
    await withDatabase('flags', async (options, sign) => {
      say(`seeding ${creators.toLocaleString('en-US')} creators`);
      const { brandId, subject } = await seed(options.databaseUrl, creators, say);
      say('search by flags');
      return [await measureFlagSearch(options, { token: sign(subject), brandId, creators })];
    });
  if (parts.has('screen')) report(await measureLive(port + 1000, say));

  async function withDatabase(
    name: string,
    measure: (
      options: { databaseUrl: string; issuer: string; port: number; filesDir: string },
      sign: (subject: string) => string,
    ) => Promise<readonly Row[]>,
  ): Promise<void> {
    const place = await findPlace(port);
    const issuer = await startIssuer();
    try {
      const databaseUrl = await place.database(name);
      await migrate(databaseUrl);
      const options = { databaseUrl, issuer: issuer.url, port: port + 1, filesDir: place.filesDir };
      report(await measure(options, issuer.sign));
    } finally {
      issuer.stop();
      await place.leave();
    }
  }
}
