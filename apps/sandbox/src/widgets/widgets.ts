import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Problem } from '@troupe/domain/problem';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { jwtVerify } from 'jose';
import { html } from '../page/page.ts';
import { flag, needed, oneOf, registerControl } from '../platform/control.ts';
import type { Faults } from '../platform/faults.ts';
import { CallLog } from '../platform/state.ts';

const widgetNames = ['intercom', 'beamer', 'headway', 'tag-manager'] as const;
type WidgetName = (typeof widgetNames)[number];

/** A page's use of a widget. */
export interface WidgetCall {
  widget: WidgetName;
  /** A page visit. */
  visit: string;
  path: string;
  /** `script` for loading the script itself. */
  call: string;
  args: unknown;
  /** What was wrong, usually the order of calls. */
  refused: string | null;
}

/** Logged widget calls, in memory; `enforced` rejects unverified identities. */
interface Widgets {
  calls: CallLog<WidgetCall>;
  enforced: boolean;
}

/** Each provider's script and its replacement. */
const scripts: { widget: WidgetName; path: string; file: string }[] = [
  { widget: 'intercom', path: '/widgets/intercom/widget/:appId', file: 'intercom.js' },
  { widget: 'beamer', path: '/widgets/beamer/js/beamer-embed.js', file: 'beamer.js' },
  { widget: 'headway', path: '/widgets/headway/widget.js', file: 'headway.js' },
  { widget: 'tag-manager', path: '/widgets/gtm.js', file: 'tag-manager.js' },
];

/**
 * Simulates third-party widgets: scripts that log what pages do, the identity check, the page
 * `/widgets` and the API `/api/widgets`.
 * @param options `secret`: the Messenger secret the API signs with
 */
export async function registerWidgets(
  app: FastifyInstance,
  { secret, faults }: { secret: string; faults: Faults },
): Promise<void> {
  const widgets: Widgets = { calls: new CallLog(), enforced: true };
  await registerScripts(app, widgets, faults);
  registerReports(app, widgets, secret);
  const state = (widget?: WidgetName) => ({
    calls: widgets.calls.list.filter((one) => !widget || one.widget === widget),
    enforced: widgets.enforced,
  });
  const intro = () =>
    html`Scripts of other companies on the dashboard; <code>WIDGETS=sandbox npm start</code> puts them there. Whoever cannot prove who they are is ${widgets.enforced ? 'refused' : 'let in'}.`;
  await registerControl(app, { provider: 'widgets', faults, intro, tables: state }, (on) => {
    on('GET', '/', { widget: oneOf(widgetNames) }, ({ widget }) => state(widget));
    on('DELETE', '/', {}, () => {
      widgets.calls.clear();
      widgets.enforced = true;
      return state();
    });
    on('PUT', '/enforced', { enforced: needed(flag) }, (input) => Object.assign(widgets, input) && input);
  });
}

const REASONS: Record<string, string> = {
  ERR_JOSE_ALG_NOT_ALLOWED: 'The token is not signed with HS256.',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'The token was signed with another secret.',
  ERR_JWT_EXPIRED: 'The token has expired.',
};

/** Verifies the identity, as the provider does if enforced. */
async function identify(
  token: unknown,
  secret: string,
): Promise<{ userId: string | null; wrong: string | null }> {
  const wrong = (text: string) => ({ userId: null, wrong: text });
  if (typeof token !== 'string' || token === '') return wrong('There is no token.');
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), { algorithms: ['HS256'] });
    const { user_id: userId } = payload;
    return typeof userId === 'string' && userId
      ? { userId, wrong: null }
      : wrong('The token has no user_id.');
  } catch (error) {
    return wrong(REASONS[(error as { code?: string }).code ?? ''] ?? 'The token cannot be read.');
  }
}

/** Loaded by the product's pages. */
const crossOrigin = (reply: FastifyReply) =>
  reply
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', 'no-store');

async function registerScripts(app: FastifyInstance, { calls }: Widgets, faults: Faults): Promise<void> {
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
      calls.add({ widget, visit: '', path: '', call: 'script', args, refused: failure || null });
      if (failure === 'slow') await wait((fault?.seconds ?? 0) * 1000);
      return crossOrigin(reply)
        .code(failure === 'down' ? 404 : 200)
        .type('text/javascript; charset=utf-8')
        .send(bodies[failure] ?? script);
    });
  }
}

/** Reports from the scripts, sent as plain text to avoid a CORS preflight. */
function registerReports(app: FastifyInstance, widgets: Widgets, secret: string): void {
  app.post<{ Body: string }>('/widgets/calls', { bodyLimit: 100_000 }, async (request, reply) => {
    const { widget, visit, path, call, args, refused } = readReport<Partial<WidgetCall>>(request.body);
    const known = widgetNames.find((one) => one === widget);
    if (!known) throw new Problem('invalid', { message: `The widget is one of ${widgetNames.join(', ')}.` });
    widgets.calls.add({
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
    const { intercom_user_jwt, app_id = null } = readReport<Record<string, unknown>>(request.body);
    const { userId, wrong } = await identify(intercom_user_jwt, secret);
    const about = { widget: 'intercom', visit: '', path: '', call: 'identity' } as const;
    widgets.calls.add({ ...about, args: [{ app_id, user_id: userId }], refused: wrong });
    crossOrigin(reply);
    if (!wrong || !widgets.enforced) return { ok: true };
    return reply.code(400).send({ type: 'error.list', errors: [{ code: 'unauthorized', message: wrong }] });
  });
}

function readReport<T>(body: unknown): T {
  try {
    const value: unknown = typeof body === 'string' ? JSON.parse(body) : body;
    if (typeof value === 'object' && value !== null) return value as T;
  } catch {
    // Handled below.
  }
  throw new Problem('invalid', { message: 'This is no report.' });
}
