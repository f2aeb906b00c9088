import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { html } from '../page/page.ts';
import { needed, number, registerControl } from '../platform/control.ts';
import type { Faults } from '../platform/faults.ts';
import { CallLog, KeptState } from '../platform/state.ts';
import type { VendorAccount } from './audience-data.ts';
import { registerAudienceVendor } from './audience-vendor.ts';

/** Reports can be fetched again for so many days. */
const KEPT_DAYS = 45;
const DAY_MS = 86_400_000;

/** A report the vendor made. Its content follows from account and number. */
export interface MadeReport extends VendorAccount {
  id: string;
  /** How many this account had before. */
  number: number;
  created: string;
}

/** One call that came in; `status` 0 when no answer was given. */
export interface SeenCall {
  call: string;
  account: string;
  status: number;
  error: string | null;
  cost: number;
}

/** What the vendor remembers. */
export class AudienceStore extends KeptState<{ tokens: number; reports: MadeReport[] }> {
  readonly calls = new CallLog<SeenCall>();

  constructor(dataDir: string) {
    super(join(dataDir, 'audience'), () => ({ tokens: 1000, reports: [] }));
  }

  get tokens(): number {
    return Math.round(this.state.tokens * 100) / 100;
  }

  /** Those that can be fetched, of one account or of all, newest first. */
  reports(of?: Pick<VendorAccount, 'platform' | 'handle'>): MadeReport[] {
    const oldest = Date.now() - KEPT_DAYS * DAY_MS;
    const isOf = (one: MadeReport) => !of || (one.platform === of.platform && one.handle === of.handle);
    return this.state.reports.filter((one) => Date.parse(one.created) > oldest && isOf(one)).reverse();
  }

  /** Spends tokens; false and nothing spent when there are too few. */
  spend(tokens: number): boolean {
    if (this.state.tokens < tokens) return false;
    this.state.tokens -= tokens;
    return true;
  }

  /** Makes the next report of an account. */
  make(account: VendorAccount): MadeReport {
    const id = randomBytes(12).toString('hex');
    const number = this.reports(account).length;
    const report: MadeReport = { id, ...account, number, created: new Date().toISOString() };
    this.state.reports.push(report);
    return report;
  }

  /** Makes every report so many days older. */
  age(days: number): void {
    for (const report of this.state.reports)
      report.created = new Date(Date.parse(report.created) - days * DAY_MS).toISOString();
  }
}

/** The vendor of audience data: its calls, its state below /api/audience, and its page. */
export async function registerAudience(
  app: FastifyInstance,
  { dataDir, faults }: { dataDir: string; faults: Faults },
): Promise<void> {
  const store = new AudienceStore(dataDir);
  await store.open();
  registerAudienceVendor(app, store, faults);
  const state = () => ({ tokens: store.tokens, reports: store.reports(), calls: store.calls.list });
  const intro = () =>
    html`${store.tokens.toLocaleString('en')} tokens left; a report takes 1, contact details 0.04. A name such as <code>sandbox_private</code> or <code>sandbox_retry_later_2</code> carries its fault in itself.`;
  await registerControl(app, { provider: 'audience', faults, intro, state, save: store.save }, (on) => {
    on('DELETE', '/', {}, () => {
      store.reset();
      store.calls.clear();
      return state();
    });
    on('POST', '/tokens', { tokens: needed(number(1e6)) }, ({ tokens }) => {
      store.state.tokens = tokens;
      return state();
    });
    on('POST', '/age', { days: needed(number(365)) }, ({ days }) => {
      store.age(days);
      return state();
    });
  });
}
