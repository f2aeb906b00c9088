import * as argon2 from '@node-rs/argon2';
import { t } from '../messages/messages.gen.ts';

/** Common passwords and their base words, from lists of leaked ones. */
const commonPasswords: ReadonlySet<string> = new Set(
  `password passwort password1 password12 password123 password1234 password12345 passw0rd p@ssw0rd p@ssword
  passwordpassword mypassword newpassword changeme changemenow letmein letmein123 welcome welcome123 welcome1234
  iloveyou iloveyou1 iloveyou123 iloveyou12 administrator administrateur admin admin123 admin12345 root toor
  qwerty qwerty123 qwerty1234 qwerty12345 qwertyui qwertyuiop qwertyuiop123 qwertz qwertzuiop azertyuiop asdfghjkl
  asdfghjkl123 zxcvbnm zxcvbnm123 asdfasdf asdfasdfasdf qazwsx qazwsxedc qazwsxedcrfv 1q2w3e4r5t 1q2w3e4r5t6y
  1qaz2wsx3edc 1qaz2wsx3edc4rfv q1w2e3r4t5 q1w2e3r4t5y6 zaq12wsxcde3 1234qwerasdf qwer1234asdf 123qweasdzxc
  qweasdzxc abc123 abcd1234 abc1234567 abcdefghij a1b2c3d4e5 aa12345678 1234567890 12345678910 123456789a
  a123456789 0123456789 0987654321 9876543210 987654321 123123123 123123123123 1231231234 1122334455 11223344
  123456123456 123321123321 147258369 1472583690 1029384756 5555555555 1111111111 0000000000 1212121212 6969696969
  princess princess1 princess123 sunshine sunshine1 sunshine123 football football1 football123 baseball baseball1
  baseball123 basketball basketball1 superman superman1 superman123 batman spiderman starwars pokemon dragon
  monkey monkeys shadow master michael jennifer jessica charlie charlie123 liverpool liverpool1 chelsea arsenal
  manchester barcelona computer computer1 internet internet1 samsung samsung1 samsung123 trustno1 whatever
  whatever1 chocolate butterfly strawberry blink182 metallica pa55word pass1234 pass12345 passpass secret
  secret123 secret1234 topsecret default guest login login123 access access123 testtest testtest123 test test123
  test1234 test12345 testing testing123 temporary hello hello123 helloworld hellohello google facebook linkedin
  instagram tiktok youtube troupe troupetroupe lovelove loveyou iloveu mustang summer winter spring autumn
  january february december november october september monday friday secure security pass qwe asd zxc`.split(
    /\s+/,
  ),
);

export const passwordLength = { min: 10, max: 200 };

// argon2id with 19 MiB and two passes, the minimum OWASP recommends.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The slow functions, as an object so tests can count calls. */
export const hasher = { hash: argon2.hash, verify: argon2.verify };

const decoy = hasher.hash('no account has this password', cost);

// The same password may have different code points on different keyboards.
const normalise = (password: string) => password.normalize('NFKC');

/** Hashes a password with argon2id. */
export async function hashPassword(password: string): Promise<string> {
  return await hasher.hash(normalise(password), cost);
}

/**
 * Compares a password with a hash. Without a hash it does the same work and returns false, so
 * timing doesn't reveal whether an account exists.
 */
export async function verifyPassword(password: string, storedHash: string | undefined): Promise<boolean> {
  const fits = await hasher.verify(
    storedHash ?? (await decoy),
    normalise(password.slice(0, passwordLength.max * 2)),
  );
  return storedHash !== undefined && fits;
}

/**
 * Validates a new password.
 * @returns an error message, or undefined if it is acceptable
 */
export function passwordError(password: string, email: string): string | undefined {
  const length = [...password].length;
  if (length === 0) return t('fault.passwordNew');
  if (length < passwordLength.min) return t('password.min', { min: passwordLength.min });
  if (length > passwordLength.max) return t('password.max', { max: passwordLength.max });
  const plain = normalise(password).toLowerCase();
  const address = email.toLowerCase();
  if (plain === address || plain === address.split('@')[0]) return t('fault.passwordIsEmail');
  if (isCommon(plain)) return t('fault.passwordCommon');
  return undefined;
}

function isCommon(plain: string): boolean {
  if (new Set(plain).size < 4) return true;
  const letters = plain.replace(/[^a-z]/g, '');
  return (
    commonPasswords.has(plain) ||
    // "Password2024!" and similar: one common word with digits and symbols around it.
    (commonPasswords.has(letters) &&
      /^[^a-z]*[a-z]+[^a-z]*$/.test(plain) &&
      plain.length - letters.length <= 5) ||
    isRun(plain)
  );
}

/** Whether the text is a sequence, such as 1234567890 or abcdefghij. */
function isRun(text: string): boolean {
  const step = text.charCodeAt(1) - text.charCodeAt(0);
  if (Math.abs(step) > 1) return false;
  return [...text].every((_, i) => {
    if (i === 0) return true;
    const difference = text.charCodeAt(i) - text.charCodeAt(i - 1);
    return difference === step || Math.abs(difference) === 9;
  });
}
