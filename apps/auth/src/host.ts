import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Outbox } from '@troupe/server/outbox';
import type { Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { cleanUp, type Database, migrate, openDatabase } from './database.ts';
import { MailOutbox } from './mail/mail.ts';
import { type KeySet, loadKeys, readKeysVersion } from './provider/keys.ts';
import { createProvider } from './provider/provider.ts';
import { createVault, type Vault } from './vault.ts';

/** Revoked keys must stop working within seconds; rotating old keys isn't urgent. */
const KEY_CHECK_MS = 3_000;
/** How long requests wait for that check; a slow database must not hold up what needs none. */
const KEY_WAIT_MS = 1_000;
const keyRenewalMs = 60_000;
const cleanUpMs = 10 * 60_000;

/** Dependencies of all pages: configuration, database, current provider and email queue. */
export class Host {
  readonly config: Config;
  readonly db: Database;
  readonly log: Logger;
  readonly mail: Outbox;
  readonly vault: Vault;
  readonly #emails: MailOutbox;
  #provider: Provider;
  #keys: KeySet;
  #keysCheckedAt = performance.now();
  #checkingKeys: Promise<void> | null = null;
  #timers: NodeJS.Timeout[] = [];

  private constructor(config: Config, db: Database, log: Logger, vault: Vault, keys: KeySet) {
    this.config = config;
    this.db = db;
    this.log = log;
    this.#emails = new MailOutbox(db, config, log);
    this.mail = new Outbox({ clock: { now: () => new Date() }, log }, this.#emails);
    this.vault = vault;
    this.#keys = keys;
    this.#provider = createProvider({ config, db, keys, log });
  }

  /** Opens and migrates the database, creates missing keys and starts sending emails. */
  static async open(config: Config, log: Logger): Promise<Host> {
    await migrate(config.databaseUrl);
    const db = openDatabase(config.databaseUrl);
    try {
      const vault = createVault(config.secretKey);
      const host = new Host(config, db, log, vault, await loadKeys(db, vault));
      host.mail.start();
      host.#every(keyRenewalMs, () => host.reloadKeys());
      host.#every(cleanUpMs, () => cleanUp(db));
      return host;
    } catch (error) {
      await db.end().catch(() => {});
      throw error;
    }
  }

  /** The provider with the current keys; don't store it. */
  get provider(): Provider {
    return this.#provider;
  }

  /**
   * Reloads the keys if another process or the rotation command changed them. Call before each request that needs them:
   * the database is asked every three seconds at most, and not at all without requests.
   */
  async checkKeys(): Promise<void> {
    if (!this.#checkingKeys && performance.now() - this.#keysCheckedAt < KEY_CHECK_MS) return;
    this.#checkingKeys ??= this.#compareKeys().finally(() => {
      this.#checkingKeys = null;
    });
    await this.#checkingKeys;
  }

  async #compareKeys(): Promise<void> {
    this.#keysCheckedAt = performance.now();
    const compare = async () => {
      if ((await readKeysVersion(this.db)) !== this.#keys.version) await this.reloadKeys();
    };
    const comparing = compare().catch((error) =>
      this.log.error({ err: error }, 'failed to check signing keys'),
    );
    const over = new AbortController();
    await Promise.race([comparing, sleep(KEY_WAIT_MS, undefined, over).catch(() => {})]);
    over.abort();
  }

  /** Reloads the keys and replaces expired ones. */
  async reloadKeys(): Promise<void> {
    const keys = await loadKeys(this.db, this.vault);
    if (keys.version === this.#keys.version) return;
    this.#keys = keys;
    this.#provider = createProvider({ config: this.config, db: this.db, keys, log: this.log });
    this.log.info({ kid: keys.signing[0]?.kid }, 'signing keys changed');
  }

  /** The current signing keys. */
  get signingKeys(): KeySet['signing'] {
    return this.#keys.signing;
  }

  /** Returns a token that binds a form to its subject, such as one login in one browser. */
  formToken(subject: string): string {
    return createHmac('sha256', this.#keys.form).update(subject).digest('base64url');
  }

  formTokenFits(subject: string, token: string | null): boolean {
    const expected = Buffer.from(this.formToken(subject));
    const given = Buffer.from(token ?? '');
    return expected.length === given.length && timingSafeEqual(expected, given);
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.mail.stop();
    this.#emails.close();
    await this.db.end();
  }

  #every(ms: number, work: () => Promise<void>): void {
    const timer = setInterval(() => {
      work().catch((error) => this.log.error({ err: error }, 'scheduled maintenance failed'));
    }, ms);
    timer.unref();
    this.#timers.push(timer);
  }
}
