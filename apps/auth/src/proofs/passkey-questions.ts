import { randomBytes } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Account } from '../accounts/accounts.ts';
import { lifetimes } from '../config.ts';
import type { Queryable } from '../database.ts';
import type { Host } from '../host.ts';
import { findPasskey, listPasskeys, notePasskeyUse, type PasskeyRecord } from './passkeys.ts';

/** Loaded on first use: it takes longer to load than everything else here. */
const library = () => import('@simplewebauthn/server');

type PasskeyHost = Pick<Host, 'db' | 'config'>;

const answerLimit = 20_000;
const timeout = 5 * 60_000;

/** Options for the browser's script, as JSON. */
export type PasskeyQuestion = object;

/**
 * Creates a passkey challenge.
 * @param subject what it is for, such as one login: a new challenge replaces the last one
 * @param accountId allows only this account's passkeys; otherwise any
 */
export async function askForPasskey(
  { db, config }: PasskeyHost,
  subject: string,
  accountId?: string,
): Promise<PasskeyQuestion> {
  const known = accountId ? await listPasskeys(db, accountId) : [];
  const question: PublicKeyCredentialRequestOptionsJSON = {
    challenge: randomBytes(32).toString('base64url'),
    rpId: new URL(config.issuer).hostname,
    userVerification: 'required',
    timeout,
    allowCredentials: known.map(({ id }) => ({ id, type: 'public-key' })),
  };
  await keepChallenge(db, subject, question.challenge);
  return question;
}

/**
 * Verifies the response to {@link askForPasskey}; the challenge is always used up.
 * @returns the account it belongs to, or undefined if it proves nothing
 */
export async function readPasskeyAnswer(
  { db, config }: PasskeyHost,
  subject: string,
  answer: string,
): Promise<string | undefined> {
  const challenge = await takeChallenge(db, subject);
  const response = parseAnswer(answer) as AuthenticationResponseJSON | undefined;
  const passkey = response && (await findPasskey(db, response.id));
  if (!challenge || !response || !passkey) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: config.issuer,
    expectedRPID: new URL(config.issuer).hostname,
    requireUserVerification: true,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
      transports: passkey.transports as AuthenticatorTransport[],
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  if (!verified || !authenticationInfo) return undefined;
  return (await notePasskeyUse(db, passkey.id, authenticationInfo.newCounter))
    ? passkey.accountId
    : undefined;
}

/** Creates a challenge for registering a passkey. */
export async function askForNewPasskey(
  { db, config }: PasskeyHost,
  subject: string,
  account: Account,
): Promise<PasskeyQuestion> {
  const known = await listPasskeys(db, account.id);
  const { generateRegistrationOptions } = await library();
  const question = await generateRegistrationOptions({
    rpName: 'Troupe',
    rpID: new URL(config.issuer).hostname,
    userName: account.email,
    userDisplayName: `${account.givenName} ${account.familyName}`.trim(),
    userID: new TextEncoder().encode(account.id),
    attestationType: 'none',
    timeout,
    excludeCredentials: known.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await keepChallenge(db, subject, question.challenge);
  return question;
}

/**
 * Verifies the response to {@link askForNewPasskey}. @returns the passkey, or undefined if it is
 * invalid
 */
export async function readNewPasskey(
  { db, config }: PasskeyHost,
  subject: string,
  accountId: string,
  answer: string,
): Promise<PasskeyRecord | undefined> {
  const challenge = await takeChallenge(db, subject);
  const response = parseAnswer(answer) as RegistrationResponseJSON | undefined;
  if (!challenge || !response) return undefined;
  const { verifyRegistrationResponse } = await library();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: config.issuer,
    expectedRPID: new URL(config.issuer).hostname,
    requireUserVerification: true,
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }));
  if (!verified || !registrationInfo) return undefined;
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return { id, accountId, publicKey: Buffer.from(publicKey), counter, transports };
}

async function keepChallenge(db: Queryable, subject: string, challenge: string): Promise<void> {
  await db.query(
    `insert into passkey_question (subject, challenge, expires_at)
     values ($1, $2, now() + make_interval(secs => $3))
     on conflict (subject) do update set challenge = excluded.challenge, expires_at = excluded.expires_at`,
    [subject, challenge, lifetimes.passkeyQuestion],
  );
}

async function takeChallenge(db: Queryable, subject: string): Promise<string | undefined> {
  const { rows } = await db.query<{ challenge: string }>(
    'delete from passkey_question where subject = $1 and expires_at > now() returning challenge',
    [subject],
  );
  return rows[0]?.challenge;
}

/** Parses the browser's response, checking only the id; the library checks the rest. */
function parseAnswer(answer: string): { id: string } | undefined {
  if (answer.length > answerLimit) return undefined;
  try {
    const found = JSON.parse(answer) as { id?: unknown; response?: unknown } | null;
    const named = typeof found?.id === 'string' && /^[\w-]{1,2000}$/.test(found.id);
    return named && typeof found?.response === 'object' ? (found as { id: string }) : undefined;
  } catch {
    return undefined;
  }
}
