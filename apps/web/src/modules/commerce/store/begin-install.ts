import { flagHeaders } from '../../../shared/brand/flags.ts';
import { config } from '../../../shared/config.ts';
import { startedVisit } from './started-visit.ts';
import { keepNonce, makeNonce } from './store-nonce.ts';

const PATIENCE_MS = 20_000;

/** The texts of the page that a refusal is shown with. */
export type RefusalText = 'notVerified' | 'badLink' | 'notChecked';

/** Why a store cannot be connected from here. */
export class StoreRefusal extends Error {
  readonly title: RefusalText;
  /** What the API says, in English; null when it said nothing. */
  readonly reason: string | null;

  constructor(title: RefusalText, reason: string | null) {
    super(reason ?? title);
    this.title = title;
    this.reason = reason;
  }
}

interface Install {
  shop: string;
  authorizeUrl: string;
}

/**
 * Has the signed query of an arrival verified (`POST /shopify/installs`) and returns the URL of the consent page. The
 * query is valid for a minute and a half; its result is kept for an hour, also across reloads. Doesn't use the app's
 * client, because the plain visitor page calls it too.
 * @throws {StoreRefusal}
 */
export async function beginInstall(query: string): Promise<Install> {
  const before = startedVisit.read(query);
  if (before) return before;
  const { nonce, nonceHash } = await makeNonce();
  const install = await ask(query, nonceHash);
  keepNonce(new URL(install.authorizeUrl).searchParams.get('state') ?? '', nonce);
  startedVisit.keep(query, install);
  return install;
}

async function ask(query: string, nonceHash: string): Promise<Install> {
  let response: Response;
  let answer: Partial<Install> & { error?: unknown };
  try {
    response = await fetch(`${config.apiUrl}/shopify/installs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...flagHeaders() },
      body: JSON.stringify({ query, nonceHash }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    answer = (await response.json()) as typeof answer;
  } catch {
    throw new StoreRefusal('notVerified', null);
  }
  const { shop, authorizeUrl, error } = answer;
  if (response.ok && shop && authorizeUrl) return { shop, authorizeUrl };
  throw new StoreRefusal(
    response.status >= 500 || response.status === 429 ? 'notVerified' : 'badLink',
    typeof error === 'string' && error ? error : null,
  );
}
