import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { VendorAccount, VendorPlatform } from './audience-account.ts';
import { type AudienceRule, AudienceScripts } from './audience-script.ts';

/** Reports can be fetched again for so many days. */
export const KEPT_DAYS = 45;
const DAY_MS = 86_400_000;
const FIRST_TOKENS = 1000;
const KEPT_CALLS = 200;

/** A report the vendor made. Its content follows from account and number. */
export interface MadeReport {
  id: string;
  platform: VendorPlatform;
  handle: string;
  userId: string;
  /** How many this account had before. */
  number: number;
  created: string;
}

/** One call that came in, as the page shows it. */
export interface SeenCall {
  at: string;
  call: string;
  account: string;
  status: number;
  error: string | null;
  cost: number;
}

interface State {
  secret: string;
  tokens: number;
  reports: MadeReport[];
  rules: AudienceRule[];
  attempts: Record<string, number>;
}

/** What the vendor remembers, in one file that is replaced as a whole. */
export class AudienceStore {
  readonly #folder: string;
  readonly scripts = new AudienceScripts();
  readonly calls: SeenCall[] = [];
  #secret = randomBytes(16).toString('hex');
  #tokens = FIRST_TOKENS;
  #reports: MadeReport[] = [];
  #writing: Promise<void> | null = null;
  #waiting: Promise<void> | null = null;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'audience');
  }

  /** Reads what is there; a file that cannot be read is a new beginning. */
  async open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const text = await readFile(this.#file(), 'utf8').catch(() => null);
    if (text !== null) {
      try {
        const state = JSON.parse(text) as State;
        this.#secret = state.secret;
        this.#tokens = state.tokens;
        this.#reports = state.reports;
        this.scripts.rules = state.rules;
        this.scripts.attempts = state.attempts;
      } catch {
        await rename(this.#file(), `${this.#file()}.unreadable`);
      }
    }
    await this.save();
  }

  get tokens(): number {
    return Math.round(this.#tokens * 100) / 100;
  }

  get secret(): string {
    return this.#secret;
  }

  /** Newest first. */
  reports(of?: Pick<VendorAccount, 'platform' | 'handle'>): MadeReport[] {
    const oldest = Date.now() - KEPT_DAYS * DAY_MS;
    return this.#reports
      .filter(
        (one) =>
          Date.parse(one.created) > oldest &&
          (!of || (one.platform === of.platform && one.handle === of.handle)),
      )
      .reverse();
  }

  report(id: string): MadeReport | null {
    return this.reports().find((one) => one.id === id) ?? null;
  }

  setTokens(tokens: number): void {
    this.#tokens = tokens;
  }

  /** Takes tokens; false and nothing taken when there are too few. */
  spend(tokens: number): boolean {
    if (this.#tokens < tokens) return false;
    this.#tokens -= tokens;
    return true;
  }

  /** Makes the next report of an account. */
  make(account: VendorAccount): MadeReport {
    const number = this.#reports.filter(
      ({ platform, handle }) => platform === account.platform && handle === account.handle,
    ).length;
    const created = new Date();
    const seconds = Math.floor(created.getTime() / 1000).toString(16);
    const hash = createHash('sha256').update(
      `${account.platform} ${account.handle} ${number} ${this.#secret}`,
    );
    const report: MadeReport = {
      id: seconds + hash.digest('hex').slice(0, 16),
      ...account,
      number,
      created: created.toISOString(),
    };
    this.#reports.push(report);
    return report;
  }

  /** Makes every report so many days older, as if that time had gone by. */
  age(days: number): void {
    for (const report of this.#reports)
      report.created = new Date(Date.parse(report.created) - days * DAY_MS).toISOString();
  }

  seen(call: SeenCall): void {
    this.calls.unshift(call);
    this.calls.length = Math.min(this.calls.length, KEPT_CALLS);
  }

  /** Forgets reports and orders, and fills the tokens up again. */
  reset(): void {
    this.#tokens = FIRST_TOKENS;
    this.#reports = [];
    this.calls.length = 0;
    this.scripts.clear();
  }

  /** Writes the present state. Those who ask while a file is being written share the next one. */
  save(): Promise<void> {
    if (!this.#writing) {
      this.#writing = this.#write().finally(() => {
        this.#writing = null;
      });
      return this.#writing;
    }
    this.#waiting ??= this.#writing
      .catch(() => undefined)
      .then(() => {
        this.#waiting = null;
        return this.save();
      });
    return this.#waiting;
  }

  async #write(): Promise<void> {
    const { rules, attempts } = this.scripts;
    const state: State = {
      secret: this.#secret,
      tokens: this.#tokens,
      reports: this.#reports,
      rules,
      attempts,
    };
    const part = `${this.#file()}.part`;
    await writeFile(part, JSON.stringify(state));
    await rename(part, this.#file());
  }

  #file(): string {
    return join(this.#folder, 'state.json');
  }
}
