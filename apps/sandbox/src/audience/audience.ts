import type { FastifyInstance } from 'fastify';
import { html } from '../page/html.ts';
import { bodyOf, registerControl, registerPanel } from '../platform/control.ts';
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

  await registerControl(app, '/api/audience', store.save, (scope) => {
    scope.get('/', async () => state());
    scope.delete('/', async () => {
      store.reset();
      store.calls.length = 0;
      return state();
    });
    scope.post<{ Body: { tokens: number } }>(
      '/tokens',
      bodyOf({ tokens: number(1_000_000) }, ['tokens']),
      async ({ body }) => {
        store.state.tokens = body.tokens;
        return { tokens: store.tokens };
      },
    );
    scope.post<{ Body: { days: number } }>(
      '/age',
      bodyOf({ days: number(365) }, ['days']),
      async ({ body }) => {
        store.age(body.days);
        return state();
      },
    );
  });

  registerPanel(app, options.faults, {
    provider: 'audience',
    path: '/audience',
    prefix: '/api/audience',
    title: 'Audience data',
    intro: () =>
      html`${store.tokens.toLocaleString('en')} tokens left; a report takes 1, contact details 0.04. A name such as <code>sandbox_private</code> or <code>sandbox_retry_later_2</code> carries its fault in itself.`,
    actions: [
      { label: 'Set tokens', path: '/tokens', fields: { tokens: '1000' } },
      { label: 'Make reports older', path: '/age', fields: { days: '45' } },
      { label: 'Forget everything', method: 'DELETE', path: '/' },
    ],
    tables: () => [
      { title: 'Reports', rows: store.reports() },
      { title: 'Last calls', rows: store.calls },
    ],
  });
}
