import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { KeptState } from '../platform/state.ts';
import type { VendorAccount, VendorPlatform } from './audience-account.ts';

/** Reports can be fetched again for so many days. */
const KEPT_DAYS = 45;
const DAY_MS = 86_400_000;
const CALLS_KEPT = 200;

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

/** One call that came in; `status` 0 when no answer was given. */
export interface SeenCall {
  at: string;
  call: string;
  account: string;
  status: number;
  error: string | null;
  cost: number;
}

/** What the vendor remembers. */
export class AudienceStore {
  readonly calls: SeenCall[] = [];
  readonly #kept: KeptState<{ secret: string; tokens: number; reports: MadeReport[] }>;

  constructor(dataDir: string) {
    this.#kept = new KeptState(join(dataDir, 'audience'), () => ({
      secret: randomBytes(16).toString('hex'),
      tokens: 1000,
      reports: [],
    }));
  }

  open = (): Promise<void> => this.#kept.open();
  save = (): Promise<void> => this.#kept.save();

  get tokens(): number {
    return Math.round(this.#kept.state.tokens * 100) / 100;
  }

  set tokens(tokens: number) {
    this.#kept.state.tokens = tokens;
  }

  /** What addresses of reports are signed with. */
  get secret(): string {
    return this.#kept.state.secret;
  }

  /** Newest first. */
  reports(of?: Pick<VendorAccount, 'platform' | 'handle'>): MadeReport[] {
    const oldest = Date.now() - KEPT_DAYS * DAY_MS;
    const isOf = (one: MadeReport) => !of || (one.platform === of.platform && one.handle === of.handle);
    return this.#kept.state.reports.filter((one) => Date.parse(one.created) > oldest && isOf(one)).reverse();
  }

  report(id: string): MadeReport | null {
    return this.reports().find((one) => one.id === id) ?? null;
  }

  /** Spends tokens; false and nothing spent when there are too few. */
  spend(tokens: number): boolean {
    if (this.#kept.state.tokens < tokens) return false;
    this.#kept.state.tokens -= tokens;
    return true;
  }

  /** Makes the next report of an account. */
  make(account: VendorAccount): MadeReport {
    const { reports } = this.#kept.state;
    const { platform, handle } = account;
    const number = reports.filter((one) => one.platform === platform && one.handle === handle).length;
    const created = new Date();
    const seconds = Math.floor(created.getTime() / 1000).toString(16);
    const hash = createHash('sha256').update(`${platform} ${handle} ${number} ${this.secret}`);
    const id = seconds + hash.digest('hex').slice(0, 16);
    const report: MadeReport = { id, ...account, number, created: created.toISOString() };
    reports.push(report);
    return report;
  }

  /** Makes every report so many days older. */
  age(days: number): void {
    for (const report of this.#kept.state.reports)
      report.created = new Date(Date.parse(report.created) - days * DAY_MS).toISOString();
  }

  seen(call: Omit<SeenCall, 'at'>): void {
    this.calls.unshift({ at: new Date().toISOString(), ...call });
    this.calls.length = Math.min(this.calls.length, CALLS_KEPT);
  }

  /** Forgets reports and calls, and fills the tokens up again. */
  reset(): void {
    this.#kept.reset();
    this.calls.length = 0;
  }
}
