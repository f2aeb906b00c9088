import type { ThrottleRule } from '../config.ts';
import type { Host } from '../host.ts';
import type { Visit } from '../visit.ts';
import { findPlace } from './known-places.ts';
import { countAttempt, countAttempts, resetAttempts, secondsBlocked, uncountAttempt } from './throttle.ts';

/** Number of failures per person that count against their network. */
const COUNTED_PER_PERSON = 3;

/** An allowed guess at a password or code, or the seconds to wait. */
export interface Guess {
  /** 0 if allowed. */
  wait: number;
  /** Call after a correct guess to remove it from the count. */
  succeeded(): Promise<void>;
}

/**
 * Counts a guess at an email's password (`account`) or an account's code (`second`) before
 * comparing it.
 *
 * - A browser or network the account has signed in from has its own budget, which others can't use
 * up.
 * - Every other network has one too, and they share one for the account (`limits.anywhere`).
 * - At most 3 failures per person count against a network, so only many people, or one who tries
 * many accounts, can slow it down.
 *
 * Limits for an attacker without a known browser or network, by default: 5 free guesses per network
 * and 40 per account, then one every 30 s doubling to 15 minutes. That is at most 40 + 6 + 96 = 142
 * passwords per account and day from any number of networks, and 5 + 6 + 96 = 107 codes for the
 * second step. A known place adds another 107.
 */
export async function countGuess(
  host: Host,
  visit: Visit,
  scope: 'account' | 'second',
  subject: string,
  accountId: string | undefined,
): Promise<Guess> {
  const { db, config } = host;
  const { limits } = config;
  const { browser, knownNetwork } = await findPlace(host, visit, accountId);
  const known = browser !== null || knownNetwork;
  const place = `${scope}|${subject}|${browser ? `browser:${browser}` : `network:${visit.address}`}`;
  const taken: (() => Promise<void>)[] = [];
  const take = async (name: Parameters<typeof countAttempt>[1], key: string, rule: ThrottleRule) => {
    const wait = await countAttempt(db, name, key, rule);
    if (!wait) taken.push(() => uncountAttempt(db, name, key));
    return wait;
  };
  const giveBack = async () => {
    // Emptied first: a caller may report success for a guess that had to wait.
    for (const undo of taken.splice(0)) await undo();
  };
  let wait = await take('place', place, limits[scope]);
  if (!wait && !known) {
    const counts = (await countAttempts(db, 'place', place)) <= COUNTED_PER_PERSON;
    wait = counts
      ? await take('address', visit.address, limits.address)
      : await secondsBlocked(db, 'address', visit.address);
    wait ||= await take(scope, subject, scope === 'account' ? limits.anywhere : limits.second);
  }
  if (wait) await giveBack();
  return {
    wait,
    async succeeded() {
      await giveBack();
      await resetAttempts(db, 'place', place);
    },
  };
}
