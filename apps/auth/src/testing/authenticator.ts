import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

const userPresent = 0x01;
const userVerified = 0x04;
const hasKey = 0x40;

/** The parts of a challenge an authenticator uses. */
interface Question {
  challenge: string;
  rp?: { id: string };
  rpId?: string;
}

/** A software passkey per WebAuthn: ES256, without attestation. */
export class Authenticator {
  readonly #id = randomBytes(16);
  readonly #origin: string;
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  /** Whether it verifies its user. */
  verifiesUser = true;
  counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    this.#publicKey = publicKey;
  }

  /** Responds to a page that registers a passkey. */
  make(question: Question): string {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    const key = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const authData = Buffer.concat([
      this.#head(question.rp?.id ?? '', hasKey),
      Buffer.alloc(16),
      length,
      this.#id,
      key,
    ]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    return this.#answer('webauthn.create', question, {
      attestationObject: text(isoCBOR.encode(attestation as never)),
      transports: ['internal'],
    });
  }

  /** Responds to a page that requests a passkey. */
  get(question: Question): string {
    const authData = this.#head(question.rpId ?? '', 0);
    const clientData = this.#clientData('webauthn.get', question);
    const signed = Buffer.concat([authData, sha256(clientData)]);
    return this.#answer('webauthn.get', question, {
      authenticatorData: text(authData),
      signature: text(sign('sha256', signed, this.#privateKey)),
    });
  }

  #head(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const all = userPresent | (this.verifiesUser ? userVerified : 0) | flags;
    return Buffer.concat([sha256(rpId), Buffer.from([all]), counter]);
  }

  #clientData(type: string, { challenge }: Question): string {
    return JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false });
  }

  #answer(type: string, question: Question, response: object): string {
    const id = text(this.#id);
    return JSON.stringify({
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON: text(Buffer.from(this.#clientData(type, question))), ...response },
      clientExtensionResults: {},
    });
  }
}
