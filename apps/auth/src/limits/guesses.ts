import type { ThrottleRule } from '../config.ts';
import type { Host } from '../host.ts';
import type { Visit } from '../visit.ts';
import { findPlace } from './known-places.ts';
import { forgetTries, giveTryBack, secondsBlocked, takeTry, triesOf } from './throttle.ts';

/** How many failures of one person count against their whole network. */
const COUNTED_PER_PERSON = 3;

/** One guess at a password or code that may go on, or the seconds to wait. */
export interface Guess {
  /** 0 when it may go on. */
  wait: number;
  /** Call it after a right guess: gives back what the guess counted. */
  succeeded(): Promise<void>;
}

/**
 * Counts one guess at the password of an email (`account`) or at the code of an account (`second`), before it is
 * compared.
 *
 * - A browser or network the account has signed in from has a budget of its own, which nobody else can use up.
 * - Any other network has one too, and all of them together share one for the account (`limits.anywhere`).
 * - Against a network as a whole count at most 3 failures of each person, so that it takes many people, or somebody who
 *   tries many accounts, to slow it down.
 *
 * Bound for an attacker without a known browser or network, at the default limits: 5 free guesses per network and 40 per
 * account, then one each 30 s doubling to 15 minutes. That is at most 40 + 6 + 96 = 142 passwords per account and day,
 * however many networks take part. For codes of the second step it is 5 + 6 + 96 = 107. A known place adds 107 of its own.
 */
export async function takeGuess(
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
  const take = async (name: Parameters<typeof takeTry>[1], key: string, rule: ThrottleRule) => {
    const wait = await takeTry(db, name, key, rule);
    if (!wait) taken.push(() => giveTryBack(db, name, key));
    return wait;
  };
  const giveBack = async () => {
    // Emptied first: a caller may report success for a guess that had to wait.
    for (const undo of taken.splice(0)) await undo();
  };
  let wait = await take('place', place, limits[scope]);
  if (!wait && !known) {
    const counts = (await triesOf(db, 'place', place)) <= COUNTED_PER_PERSON;
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
      await forgetTries(db, 'place', place);
    },
  };
}
