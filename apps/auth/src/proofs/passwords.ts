import * as argon2 from '@node-rs/argon2';
import { commonPasswords } from './common-passwords.ts';

export const passwordLength = { min: 10, max: 200 };

// argon2id; 19 MiB and two passes, the smallest setting OWASP calls sufficient.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** What does the slow work. An object, so that tests can count it. */
export const hasher = { hash: argon2.hash, verify: argon2.verify };

const decoy = hasher.hash('no account has this password', cost);

// The same password typed on two keyboards may come as different code points.
const normalise = (password: string) => password.normalize('NFKC');

/** Hashes a password with argon2id. */
export async function hashPassword(password: string): Promise<string> {
  return await hasher.hash(normalise(password), cost);
}

/**
 * Compares a password with a stored hash. Without a hash it does the same work on a decoy and answers false,
 * so that the time taken does not tell whether an account exists.
 */
export async function passwordFits(password: string, storedHash: string | undefined): Promise<boolean> {
  const fits = await hasher.verify(
    storedHash ?? (await decoy),
    normalise(password.slice(0, passwordLength.max * 2)),
  );
  return storedHash !== undefined && fits;
}

/**
 * What is wrong with a new password.
 * @returns a text for the person, or undefined when it may be used
 */
export function passwordFault(password: string, email: string): string | undefined {
  const length = [...password].length;
  if (length === 0) return 'Enter a password';
  if (length < passwordLength.min) return `Use at least ${passwordLength.min} characters`;
  if (length > passwordLength.max) return `Use at most ${passwordLength.max} characters`;
  const plain = normalise(password).toLowerCase();
  const address = email.toLowerCase();
  if (plain === address || plain === address.split('@')[0]) return 'Use a password other than your email';
  if (isCommon(plain)) return 'This password is too easy to guess. Use another one';
  return undefined;
}

function isCommon(plain: string): boolean {
  if (new Set(plain).size < 4) return true;
  const letters = plain.replace(/[^a-z]/g, '');
  return (
    commonPasswords.has(plain) ||
    // "Password2024!" and the like: one common word with digits and signs around it.
    (commonPasswords.has(letters) &&
      /^[^a-z]*[a-z]+[^a-z]*$/.test(plain) &&
      plain.length - letters.length <= 5) ||
    isRun(plain)
  );
}

/** Whether the text only counts up or down, such as 1234567890 or abcdefghij. */
function isRun(text: string): boolean {
  const step = text.charCodeAt(1) - text.charCodeAt(0);
  if (Math.abs(step) > 1) return false;
  return [...text].every((_, i) => {
    if (i === 0) return true;
    const difference = text.charCodeAt(i) - text.charCodeAt(i - 1);
    return difference === step || Math.abs(difference) === 9;
  });
}
