import {
  type ExchangeRatePort,
  type PublishedRate,
  parseRateXml,
} from '@troupe/domain/analytics/exchange-rate';
import type { ProviderGuard } from '@troupe/domain/discovery/provider';
import { bytesWithin } from '../../platform/outgoing/fetch-json.ts';
import { retry } from '../../platform/outgoing/retry.ts';

const ATTEMPTS = 3;
const PROVIDER = 'ecb';
/** The whole history is 8 MB. */
const MOST_BYTES = 40_000_000;

/** Where the bank's files are. */
export interface EcbOptions {
  /** With a trailing slash: `https://www.ecb.europa.eu/stats/eurofxref/`. */
  url: string;
  timeoutMs: number;
  book: ProviderGuard;
}

class NoResponse extends Error {}

/** Returns the reference rates of the European Central Bank, published about 16:00 CET on working days. */
export function ecb({ url, timeoutMs, book }: EcbOptions): ExchangeRatePort {
  const fetchFile = (file: string): Promise<Buffer> =>
    retry(
      async () => {
        const response = await fetch(new URL(file, url), {
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        }).catch(() => {
          throw new NoResponse("It couldn't be reached.");
        });
        if (!response.ok) throw new NoResponse(`It responded with ${response.status}.`);
        const bytes = await bytesWithin(response.body, MOST_BYTES);
        if (!bytes) throw new NoResponse('Its response was too large.');
        return bytes;
      },
      {
        attempts: ATTEMPTS,
        judge: (error) =>
          error instanceof NoResponse
            ? { health: 'down', again: true, message: error.message }
            : { health: 'unknown' },
        circuit: {
          book,
          provider: PROVIDER,
          held: (until) => new Error(`ECB exchange rates are paused until ${until.toISOString()}`),
        },
      },
    );
  const read = async (file: string): Promise<PublishedRate[]> => {
    const rates = parseRateXml((await fetchFile(file)).toString('utf8'));
    if (rates !== null && rates.length > 0) return rates;
    await book.recordCall({ provider: PROVIDER, ok: false, message: 'Unexpected response format.' });
    throw new Error('ECB exchange rates have an unexpected format');
  };
  return {
    name: 'ECB',
    recent: () => read('eurofxref-hist-90d.xml'),
    history: () => read('eurofxref-hist.xml'),
  };
}
