import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Problem } from '@troupe/domain/problem';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { fromHere } from '../page/from-here.ts';
import { sendPage } from '../page/layout.ts';
import type { IdentityClaim } from './widget-identity.ts';
import {
  type WidgetCall,
  type WidgetFailure,
  type WidgetName,
  WidgetStore,
  widgetFailures,
  widgetNames,
} from './widget-store.ts';
import { widgetsPage } from './widgets-page.ts';

const SLOW_MS = 5000;

/** Where each vendor's script lies, and its stand-in. */
const scripts: { widget: WidgetName; path: string; file: string }[] = [
  { widget: 'intercom', path: '/widgets/intercom/widget/:appId', file: 'intercom.js' },
  { widget: 'beamer', path: '/widgets/beamer/js/beamer-embed.js', file: 'beamer.js' },
  { widget: 'headway', path: '/widgets/headway/widget.js', file: 'headway.js' },
  { widget: 'tag-manager', path: '/widgets/gtm.js', file: 'tag-manager.js' },
];

const isOneOf = <T extends string>(list: readonly T[], value: unknown): value is T =>
  list.includes(value as T);

const widgetOf = (value: unknown): WidgetName => {
  if (isOneOf(widgetNames, value)) return value;
  throw new Problem('invalid', { message: `The widget is one of ${widgetNames.join(', ')}.` });
};

const failureOf = (value: unknown): WidgetFailure => {
  if (isOneOf(widgetFailures, value)) return value;
  throw new Problem('invalid', { message: `The failure is one of ${widgetFailures.join(', ')}.` });
};

/**
 * Plays the widgets of other companies on the dashboard's pages: their scripts, which write down what pages do with
 * them, the check of who writes, the page `/widgets` and the calls `/api/widgets`.
 * @param secret the Messenger secret that the API signs with
 */
export async function registerWidgets(app: FastifyInstance, secret: string): Promise<void> {
  const store = new WidgetStore(secret);
  await registerScripts(app, store);
  registerReports(app, store);
  registerApi(app, store);
  registerPages(app, store);
}

/** Pages of the product ask for it. */
const crossOrigin = (reply: FastifyReply) =>
  reply
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', 'no-store');

async function registerScripts(app: FastifyInstance, store: WidgetStore): Promise<void> {
  const read = (file: string) => readFile(new URL(file, import.meta.url), 'utf8');
  const record = await read('record.js');
  for (const { widget, path, file } of scripts) {
    const stub = await read(file);
    const bodies: Record<WidgetFailure | 'none', string> = {
      ...{ none: stub, slow: stub, missing: '' },
      broken: '<!doctype html><title>Not what you asked for',
      throws: 'throw new Error("This widget fails while it runs.");',
    };
    app.get(path, async (request, reply) => {
      const failure = store.failureOf(widget);
      store.note({
        widget,
        visit: '',
        path: '',
        call: 'script',
        args: [request.url],
        refused: failure ?? null,
      });
      if (failure === 'slow') await wait(SLOW_MS);
      return crossOrigin(reply)
        .code(failure === 'missing' ? 404 : 200)
        .type('text/javascript; charset=utf-8')
        .send(failure && failure !== 'slow' ? bodies[failure] : `${record}\n${bodies.none}`);
    });
  }
}

/** What the scripts tell, sent as plain text, so that browsers need not ask first. */
function registerReports(app: FastifyInstance, store: WidgetStore): void {
  app.post<{ Body: string }>('/widgets/calls', { bodyLimit: 100_000 }, async (request, reply) => {
    const { widget, visit, path, call, args, refused } = readReport<Partial<WidgetCall>>(request.body);
    store.note({
      widget: widgetOf(widget),
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

function registerApi(app: FastifyInstance, store: WidgetStore): void {
  const { preHandler } = { preHandler: fromHere };
  app.get<{ Querystring: { widget?: string } }>('/api/widgets', async ({ query }) => ({
    calls: store.calls.filter(({ widget }) => !query.widget || widget === query.widget),
    orders: store.orders,
    enforced: store.enforced,
  }));

  app.delete('/api/widgets', { preHandler }, async (_request, reply) => {
    store.forget();
    return reply.code(204).send();
  });

  app.put<{ Params: { widget: string }; Body: { failure?: unknown } | null }>(
    '/api/widgets/:widget/order',
    { preHandler },
    async ({ params, body }) => {
      const failure = body?.failure ?? null;
      store.order(widgetOf(params.widget), failure === null ? null : failureOf(failure));
      return { orders: store.orders };
    },
  );

  app.put<{ Body: { enforced?: unknown } | null }>(
    '/api/widgets/enforced',
    { preHandler },
    async ({ body }) => {
      store.enforced = body?.enforced === true;
      return { enforced: store.enforced };
    },
  );
}

function registerPages(app: FastifyInstance, store: WidgetStore): void {
  app.get('/widgets', (_request, reply) => sendPage(reply, widgetsPage(store)));

  const change = (path: string, work: (form: URLSearchParams) => void) =>
    app.post<{ Body: URLSearchParams | null }>(path, { preHandler: fromHere }, async ({ body }, reply) => {
      work(body ?? new URLSearchParams());
      return reply.redirect('/widgets', 303);
    });

  change('/widgets/order', (form) => {
    const failure = form.get('failure');
    store.order(widgetOf(form.get('widget')), failure ? failureOf(failure) : null);
  });
  change('/widgets/enforced', (form) => {
    store.enforced = form.get('enforced') === 'yes';
  });
  change('/widgets/forget', () => store.forget());
}
