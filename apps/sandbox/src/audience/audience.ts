import type { FastifyInstance } from 'fastify';
import { html } from '../page/page.ts';
import { needed, number } from '../platform/calls.ts';
import { registerControl } from '../platform/control.ts';
import type { Faults } from '../platform/faults.ts';
import { AudienceStore } from './audience-store.ts';
import { registerAudienceVendor } from './audience-vendor.ts';

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
