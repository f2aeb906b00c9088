import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { KeptState } from '../platform/kept-state.ts';
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

/** What the vendor remembers. */
export class AudienceStore {
  readonly #kept: KeptState<State>;
  readonly scripts = new AudienceScripts();
  readonly calls: SeenCall[] = [];
  #secret = randomBytes(16).toString('hex');
  #tokens = FIRST_TOKENS;
  #reports: MadeReport[] = [];

  constructor(dataDir: string) {
    this.#kept = new KeptState(join(dataDir, 'audience'), {
      state: () => this.#state(),
      take: (state) => this.#take(state),
      begin: () => this.reset(),
    });
  }

  /** Reads what is there. */
  open(): Promise<void> {
    return this.#kept.open();
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

  save(): Promise<void> {
    return this.#kept.save();
  }

  #take({ secret, tokens, reports, rules, attempts }: State): void {
    this.#secret = secret;
    this.#tokens = tokens;
    this.#reports = reports;
    this.scripts.rules = rules;
    this.scripts.attempts = attempts;
  }

  #state(): State {
    const { rules, attempts } = this.scripts;
    return { secret: this.#secret, tokens: this.#tokens, reports: this.#reports, rules, attempts };
  }
}
