import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

/** Encrypts the parts of a backup with a key derived from a passphrase, or leaves them as they are. */
export interface Seal {
  /** Salt of the key in base64; null without encryption. */
  salt: string | null;
  /** @param about bound to the part, so that parts can't be swapped or taken from another backup */
  close(plain: Buffer, about: string): Buffer;
  /** @throws if the passphrase is wrong or the part was changed */
  open(sealed: Buffer, about: string): Buffer;
}

const NONCE = 12;
const TAG = 16;

const deriveKey = promisify(
  (passphrase: string, salt: Buffer, done: (error: Error | null, key: Buffer) => void) =>
    // 128 MB and about half a second for each guess.
    scrypt(passphrase, salt, 32, { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 ** 2 }, done),
);

/** Leaves parts as they are. */
export const noSeal: Seal = { salt: null, close: (plain) => plain, open: (sealed) => sealed };

/**
 * AES-256-GCM with a key from scrypt.
 * @param salt of an existing backup; a new one by default
 */
export async function passphraseSeal(passphrase: string, salt = randomBytes(16)): Promise<Seal> {
  const key = await deriveKey(passphrase.normalize('NFKC'), salt);
  return {
    salt: salt.toString('base64'),
    close(plain, about) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about));
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, about) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), { authTagLength: TAG })
        .setAAD(Buffer.from(about))
        .setAuthTag(sealed.subarray(-TAG));
      return Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()]);
    },
  };
}
