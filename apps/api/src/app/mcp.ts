import { createHash } from 'node:crypto';
import type { McpHttpHandler, Server, ServerContext } from '@modelcontextprotocol/server';
import type { Call } from '@troupe/contract/call';
import { calls } from '@troupe/contract/calls';
import { urlOf } from '@troupe/contract/client';
import type { ApiKeyScope } from '@troupe/domain/account/api-key';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { KnownApiKey } from '../modules/account/api-key/api-key.queries.ts';
import { readToken, signToken } from '../platform/access/secret.ts';
import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { FindApiKey } from './api-keys.ts';
import { bearerOf } from './gate.ts';
import { type CallTool, CONFIRMATION, toolsOf } from './mcp-tools.ts';

/** How long a confirmation is valid. */
const CONFIRMATION_MS = 10 * 60_000;

const PURPOSE = 'mcp-confirmation';

/** Enough for every body that a tool sends: CSV texts are the largest. */
const BODY_LIMIT = Math.max(...calls.map(({ bodyLimit = 0 }) => bodyLimit)) + 64 * 1024;

const PEOPLE_ONLY = new Set(calls.filter(({ peopleOnly }) => peopleOnly).map(({ name }) => name));

const INSTRUCTIONS = `Troupe is where a brand runs creator marketing: it finds creators, keeps them in lists, invites them to campaigns, and measures the results. Tools are the calls of Troupe's API, and act for the brand of the API key. IDs are UUIDs, times are ISO 8601 in UTC, amounts are as documented for each tool. Lists have pages of 24, numbered from 1. Tools that spend, agree to or send something need confirmation by the user.`;

interface Parts {
  config: Config;
  clock: Clock;
  findKey: FindApiKey;
}

type Sdk = typeof import('@modelcontextprotocol/server');

/**
 * Serves the Model Context Protocol at `/mcp`: the calls of the contract as tools for agents that have an API key of a
 * brand. `?nouns=creator,creator-list` offers only the tools of these resources. Each tool makes its call through
 * the server's own routes, so access, validation, limits and the audit log are those of the API.
 */
export function mcpRoutes(server: FastifyInstance, parts: Parts): void {
  let loading: Promise<(request: Request, key: KnownApiKey, from: FastifyRequest) => Promise<Response>>;
  const load = async () => {
    // Few installations use it, and it takes megabytes.
    const sdk = await import('@modelcontextprotocol/server');
    const toolsFor = rememberTools();
    return (request: Request, key: KnownApiKey, from: FastifyRequest) => {
      const nouns = new URL(request.url).searchParams.get('nouns')?.split(',').filter(Boolean) ?? [];
      const tools = toolsFor(key.scope, nouns);
      const handler = sdk.createMcpHandler(() => serverOf(sdk, tools, { server, parts, key, from }), {
        responseMode: 'json',
        // There is nothing to subscribe to.
        maxSubscriptions: 1,
      });
      return answerOnce(handler, request, from.body);
    };
  };

  server.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    bodyLimit: BODY_LIMIT,
    handler: async (request, reply) => {
      const key = await parts.findKey(bearerOf(request.headers.authorization));
      loading ??= load();
      const handle = await loading;
      const response = await handle(webRequest(request, parts.config.API_ORIGIN), key, request);
      return reply
        .code(response.status)
        .headers(headersOf(response))
        .send(await response.text());
    },
  });
}

async function answerOnce(handler: McpHttpHandler, request: Request, parsedBody: unknown): Promise<Response> {
  try {
    const response = await handler.fetch(request, { parsedBody });
    const text = await response.text();
    return new Response(text || null, { status: response.status, headers: response.headers });
  } finally {
    await handler.close();
  }
}

/** Tools by scope and nouns; creating them takes some milliseconds. */
function rememberTools() {
  const all = new Map<ApiKeyScope, CallTool[]>();
  return (scope: ApiKeyScope, nouns: readonly string[]): CallTool[] => {
    const known = all.get(scope) ?? toolsOf(calls, scope, []);
    all.set(scope, known);
    return nouns.length === 0 ? known : known.filter(({ call }) => nouns.includes(call.noun));
  };
}

interface Session {
  server: FastifyInstance;
  parts: Parts;
  key: KnownApiKey;
  from: FastifyRequest;
}

function serverOf(sdk: Sdk, tools: CallTool[], session: Session): Server {
  const mcp = new sdk.Server(
    { name: 'troupe', title: 'Troupe', version: '1' },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS, inputRequired: { legacyShim: false } },
  );
  mcp.setRequestHandler('tools/list', async () => ({ tools: tools.map(({ definition }) => definition) }));
  mcp.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = tools.find(({ call }) => call.name === params.name);
    if (!tool) {
      if (PEOPLE_ONLY.has(params.name))
        return failed('Only a logged-in person can do this. Ask the user to do it in Troupe.');
      throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, 'Unknown tool');
    }
    const args = params.arguments ?? {};
    if (!tool.call.effect) return carryOut(tool, args, session);
    const confirmed = confirm(sdk, tool.call.effect, args, { tool, session, context });
    return typeof confirmed === 'string' ? carryOut(tool, args, session, confirmed) : confirmed;
  });
  return mcp;
}

interface Asking {
  tool: CallTool;
  session: Session;
  context: ServerContext;
}

/**
 * Returns the confirmation if a person has confirmed exactly these arguments. Otherwise returns the result that asks: as
 * a form if the client can show one, else as a text with a confirmation to pass on.
 */
function confirm(
  sdk: Sdk,
  effect: string,
  args: Record<string, unknown>,
  { tool, session, context }: Asking,
) {
  const { config, clock } = session.parts;
  const meant = fingerprint(tool.call, args, session.key.id);
  const now = clock.now();
  const accepts = (token: unknown): token is string =>
    typeof token === 'string' && readToken(config.SECRET_KEY, PURPOSE, token, now) === meant;
  const given = args[CONFIRMATION];
  if (accepts(given)) return given;
  const answer = context.mcpReq.inputResponses?.confirm as
    | { action?: string; content?: { confirm?: unknown } }
    | undefined;
  const asked: unknown = context.mcpReq.requestState();
  if (answer && accepts(asked)) {
    if (answer.action === 'accept' && answer.content?.confirm === true) return asked;
    return failed("Canceled: the user didn't confirm.");
  }
  const token = signToken(config.SECRET_KEY, PURPOSE, meant, new Date(now.getTime() + CONFIRMATION_MS));
  if (canAsk(sdk, context))
    return sdk.inputRequired({
      requestState: token,
      inputRequests: {
        confirm: sdk.inputRequired.elicit({
          message: `${tool.definition.title}? ${effect}`,
          requestedSchema: {
            type: 'object',
            properties: { confirm: { type: 'boolean', title: 'Go ahead', default: false } },
            required: ['confirm'],
          },
        }),
      },
    });
  return failed(
    `Not done yet. ${effect} Ask the user. If they agree, call ${tool.call.name} again within ten minutes with the same arguments and ${CONFIRMATION}: "${token}"`,
  );
}

/** Whether the client can show its user a form. */
function canAsk(sdk: Sdk, { mcpReq }: ServerContext): boolean {
  const envelope = mcpReq.envelope as Record<string, { elicitation?: object }> | undefined;
  return envelope?.[sdk.CLIENT_CAPABILITIES_META_KEY]?.elicitation !== undefined;
}

/** Names a tool with its arguments and key, so that a confirmation counts for nothing else. */
function fingerprint(call: Call, args: Record<string, unknown>, keyId: string): string {
  const { [CONFIRMATION]: _, ...rest } = args;
  const sorted = JSON.stringify(rest, (_key, value) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return hashOf(`${keyId} ${call.name} ${sorted}`);
}

/** @param confirmation carries the call out once, however often it is used */
async function carryOut(
  { call, inputFrom }: CallTool,
  args: Record<string, unknown>,
  { server, key, from }: Session,
  confirmation?: string,
) {
  const missing = [...call.path.matchAll(/:(\w+)/g)]
    .map(([, name = '']) => name)
    .find((name) => name !== 'brandId' && (args[name] === undefined || args[name] === ''));
  if (missing) return failed(`The argument ${missing} is missing.`);
  const { params, query, body } = inputFrom(args, key.brandId);
  const response = await server.inject({
    method: call.method,
    url: urlOf(call, { params, query }),
    remoteAddress: from.ip,
    headers: {
      authorization: from.headers.authorization,
      host: from.headers.host,
      ...(confirmation ? { 'idempotency-key': `mcp-${hashOf(confirmation)}` } : {}),
      ...(call.method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(call.method === 'GET' ? {} : { payload: JSON.stringify(body ?? {}) }),
  });
  if (response.statusCode >= 400) return failed(response.body);
  if (call.file) return { content: [{ type: 'text' as const, text: response.body }] };
  return {
    content: [{ type: 'text' as const, text: response.body }],
    structuredContent: response.json<Record<string, unknown>>(),
  };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

const failed = (text: string) => ({ isError: true, content: [{ type: 'text' as const, text }] });

function webRequest(request: FastifyRequest, origin: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string') headers.set(name, value);
  return new Request(new URL(request.url, origin), {
    method: request.method,
    headers,
    ...(request.method === 'POST' ? { body: JSON.stringify(request.body ?? null) } : {}),
  });
}

const headersOf = (response: Response): Record<string, string> =>
  Object.fromEntries([...response.headers].filter(([name]) => name !== 'content-length'));
