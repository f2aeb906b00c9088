import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Problem } from '@troupe/domain/problem';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { html } from '../page/html.ts';
import { bodyOf, type Control, flag, registerControl } from '../platform/control.ts';
import type { Faults } from '../platform/faults.ts';
import type { IdentityClaim } from './widget-identity.ts';
import { type WidgetCall, type WidgetName, WidgetStore, widgetNames } from './widget-store.ts';

/** Where each vendor's script is, and its stand-in. */
const scripts: { widget: WidgetName; path: string; file: string }[] = [
  { widget: 'intercom', path: '/widgets/intercom/widget/:appId', file: 'intercom.js' },
  { widget: 'beamer', path: '/widgets/beamer/js/beamer-embed.js', file: 'beamer.js' },
  { widget: 'headway', path: '/widgets/headway/widget.js', file: 'headway.js' },
  { widget: 'tag-manager', path: '/widgets/gtm.js', file: 'tag-manager.js' },
];

/**
 * Plays the widgets of other companies on the dashboard's pages: their scripts, which write down what pages do with
 * them, the check of who writes, the page `/widgets` and the calls `/api/widgets`.
 * @param options `secret`: the Messenger secret that the API signs with
 */
export async function registerWidgets(
  app: FastifyInstance,
  { secret, faults }: { secret: string; faults: Faults },
): Promise<void> {
  const store = new WidgetStore(secret);
  await registerScripts(app, store, faults);
  registerReports(app, store);
  const state = ({ widget = '' }: { widget?: string } = {}) => ({
    calls: store.calls.filter((one) => widget === '' || one.widget === widget),
    enforced: store.enforced,
  });
  const panel: Control = {
    provider: 'widgets',
    prefix: '/api/widgets',
    path: '/widgets',
    title: 'Widgets',
    intro: () =>
      html`Scripts of other companies on the dashboard; <code>WIDGETS=sandbox npm start</code> puts them there. Whoever cannot prove who they are is ${store.enforced ? 'refused' : 'let in'}.`,
    faults,
    state,
  };
  await registerControl(app, panel, (on) => {
    on('DELETE', '/', {}, () => {
      store.forget();
      return state();
    });
    const enforced = bodyOf({ enforced: flag }, ['enforced']);
    on<{ enforced: boolean }>('PUT', '/enforced', enforced, (input) => Object.assign(store, input) && input);
  });
}

/** Pages of the product ask for it. */
const crossOrigin = (reply: FastifyReply) =>
  reply
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', 'no-store');

async function registerScripts(app: FastifyInstance, store: WidgetStore, faults: Faults): Promise<void> {
  const read = (file: string) => readFile(new URL(file, import.meta.url), 'utf8');
  const record = await read('record.js');
  for (const { widget, path, file } of scripts) {
    const script = `${record}\n${await read(file)}`;
    const bodies: Record<string, string> = {
      down: '',
      garbage: '<!doctype html><title>Not what you asked for',
      throws: 'throw new Error("This widget fails while it runs.");',
    };
    app.get(path, async (request, reply) => {
      const fault = faults.take('widgets', [widget, '*']);
      const failure = fault?.failure ?? '';
      const args = [request.url];
      store.note({ widget, visit: '', path: '', call: 'script', args, refused: failure || null });
      if (failure === 'slow') await wait((fault?.seconds ?? 0) * 1000);
      return crossOrigin(reply)
        .code(failure === 'down' ? 404 : 200)
        .type('text/javascript; charset=utf-8')
        .send(bodies[failure] ?? script);
    });
  }
}

/** What the scripts tell, sent as plain text, so that browsers need not ask first. */
function registerReports(app: FastifyInstance, store: WidgetStore): void {
  app.post<{ Body: string }>('/widgets/calls', { bodyLimit: 100_000 }, async (request, reply) => {
    const { widget, visit, path, call, args, refused } = readReport<Partial<WidgetCall>>(request.body);
    const known = widgetNames.find((one) => one === widget);
    if (!known) throw new Problem('invalid', { message: `The widget is one of ${widgetNames.join(', ')}.` });
    store.note({
      widget: known,
      visit: String(visit ?? ''),
      path: String(path ?? ''),
      call: String(call ?? ''),
      args: args ?? [],
      refused: typeof refused === 'string' ? refused : null,
    });
    return crossOrigin(reply).code(204).send();
  });

  app.post<{ Body: string }>('/widgets/intercom/identity', async (request, reply) => {
    const { wrong } = store.identify(readReport<IdentityClaim>(request.body));
    crossOrigin(reply);
    if (!wrong || !store.enforced) return { ok: true };
    return reply.code(400).send({ type: 'error.list', errors: [{ code: 'unauthorized', message: wrong }] });
  });
}

function readReport<T>(body: unknown): T {
  try {
    const value: unknown = typeof body === 'string' ? JSON.parse(body) : body;
    if (typeof value === 'object' && value !== null) return value as T;
  } catch {
    // Answered below.
  }
  throw new Problem('invalid', { message: 'This is no report.' });
}
