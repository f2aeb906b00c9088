import type { FastifyInstance } from 'fastify';
import { html } from '../page/html.ts';
import { bodyOf, registerControl } from '../platform/control.ts';
import type { Faults } from '../platform/faults.ts';
import { AudienceStore } from './audience-store.ts';
import { registerAudienceVendor } from './audience-vendor.ts';

const number = (maximum: number) => ({ type: 'number', minimum: 0, maximum });

/** The vendor of audience data: its calls, its state below /api/audience, and its page. */
export async function registerAudience(
  app: FastifyInstance,
  options: { dataDir: string; faults: Faults },
): Promise<void> {
  const store = new AudienceStore(options.dataDir);
  await store.open();
  registerAudienceVendor(app, store, options.faults);
  const state = () => ({ tokens: store.tokens, reports: store.reports(), calls: store.calls });

  await registerControl(
    app,
    {
      provider: 'audience',
      prefix: '/api/audience',
      path: '/audience',
      title: 'Audience data',
      intro: () =>
        html`${store.tokens.toLocaleString('en')} tokens left; a report takes 1, contact details 0.04. A name such as <code>sandbox_private</code> or <code>sandbox_retry_later_2</code> carries its fault in itself.`,
      faults: options.faults,
      state,
      save: store.save,
    },
    (on) => {
      on('DELETE', '/', {}, () => {
        store.reset();
        store.calls.length = 0;
        return state();
      });
      on<{ tokens: number }>('POST', '/tokens', bodyOf({ tokens: number(1e6) }, ['tokens']), ({ tokens }) => {
        store.state.tokens = tokens;
        return state();
      });
      on<{ days: number }>('POST', '/age', bodyOf({ days: number(365) }, ['days']), ({ days }) => {
        store.age(days);
        return state();
      });
    },
  );
}
